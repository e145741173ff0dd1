package io.loophalt.runtime.correlation;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Values by object, whatever the object's class calls equal; the objects are not kept alive for it.
 * Thread-safe without locks.
 */
public final class WeakIdentityMap<V> {

  private final Map<Object, V> values = new ConcurrentHashMap<>();
  private final ReferenceQueue<Object> gone = new ReferenceQueue<>();

  public void put(Object key, V value) {
    forgetGone();
    values.put(new Key(key, gone), value);
  }

  /** Whether no object has a value; those that are gone may still count. */
  public boolean isEmpty() {
    return values.isEmpty();
  }

  /** The value that the object has, or now has if it had none. */
  public V putIfAbsent(Object key, V value) {
    forgetGone();
    V known = values.putIfAbsent(new Key(key, gone), value);
    return known == null ? value : known;
  }

  private void forgetGone() {
    for (Reference<?> each = gone.poll(); each != null; each = gone.poll()) {
      values.remove(each);
    }
  }

  public @Nullable V remove(Object key) {
    return values.remove(new Sought(key));
  }

  public @Nullable V get(Object key) {
    return values.get(new Sought(key));
  }

  private static final class Key extends WeakReference<Object> {
    private final int hash;

    Key(Object object, ReferenceQueue<Object> gone) {
      super(object, gone);
      this.hash = System.identityHashCode(object);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    /** A key whose object is gone equals itself only, which is how it is removed. */
    @Override
    public boolean equals(@Nullable Object other) {
      if (this == other) {
        return true;
      }
      Object object = get();
      return object != null && other instanceof Key that && that.refersTo(object);
    }
  }

  /** Finds the key of an object that is there, without a reference that the collector must see. */
  private static final class Sought {
    private final Object object;

    Sought(Object object) {
      this.object = object;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(object);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key key && key.refersTo(object);
    }
  }
}
