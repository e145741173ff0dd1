package io.loophalt.instrumentation;

import io.loophalt.runtime.safety.Log;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Classes that could not be looked at when they were loaded, because the thread's stack or the heap
 * was exhausted or the thread was stopped; and their weaving a moment later.
 *
 * <p>A thread with a stack of its own does that, and ends when none is left. A class that is not
 * loaded by then is looked at when it is loaded. Loaders are held weakly. Thread-safe.
 */
final class MissedClasses {

  /** Between two looks at the loaded classes; doubled each time, about ten seconds in all. */
  private static final long FIRST_PAUSE_MILLIS = 10;

  private static final int LOOKS = 10;

  private final WeavingTransformer transformer;
  private final Log log;

  /** Guarded by itself. */
  private final Map<ClassLoader, Set<String>> missed = new WeakHashMap<>();

  private final AtomicBoolean atWork = new AtomicBoolean();

  /**
   * Whether there may be some whose names are not known: on a stack with no room for a call, the
   * JVM does not even ask the transformer.
   */
  private volatile boolean nameless;

  private volatile boolean waiting;
  private volatile @Nullable Thread worker;

  MissedClasses(WeavingTransformer transformer, Log log) {
    this.transformer = transformer;
    this.log = log;
  }

  /** Whether this is the thread that weaves what was missed. */
  boolean isAtWorkHere() {
    return worker == Thread.currentThread();
  }

  /** A class that is being loaded cannot be looked at. There may be no room for another call. */
  void add(ClassLoader loader, String className, Throwable why) {
    nameless |= why instanceof StackOverflowError;
    waiting = true;
    try {
      synchronized (missed) {
        missed.computeIfAbsent(loader, any -> new HashSet<>()).add(className);
      }
    } catch (VirtualMachineError exhausted) {
      nameless = true;
    }
  }

  /** Has what is missing woven, if anything is; for whoever looks at the next class. */
  void weaveSoon(Instrumentation instrumentation) {
    if (!waiting || !atWork.compareAndSet(false, true)) {
      return;
    }
    try {
      Thread thread =
          new Thread(null, () -> weave(instrumentation), "loophalt-missed-classes", 0, false);
      thread.setDaemon(true);
      thread.start();
    } catch (VirtualMachineError exhausted) {
      atWork.set(false); // The next class that is loaded tries it again.
    }
  }

  private void weave(Instrumentation instrumentation) {
    worker = Thread.currentThread();
    try {
      long pause = FIRST_PAUSE_MILLIS;
      for (int i = 0; isAnyLeft() && i < LOOKS; i++, pause *= 2) {
        // What was missed was being loaded at that time, and is there when it is over.
        Thread.sleep(pause);
        look(instrumentation);
      }
      forget();
    } catch (InternalError jvmEnds) {
      forget(); // It shows its classes to nobody any more.
    } catch (InterruptedException nobodyDoes) {
      throw new IllegalStateException(nobodyDoes);
    } finally {
      worker = null;
      atWork.set(false);
    }
  }

  private void look(Instrumentation instrumentation) {
    if (nameless) {
      nameless = false;
      transformer.weaveLoaded(instrumentation);
    }
    for (Class<?> found : loaded(instrumentation)) {
      try {
        instrumentation.retransformClasses(found);
      } catch (UnmodifiableClassException
          | LinkageError
          | RuntimeException
          | InternalError refused) {
        log.warn(
            found.getName()
                + " is not watched: it could not be woven when it was loaded, nor since: "
                + refused);
      }
    }
  }

  private boolean isAnyLeft() {
    synchronized (missed) {
      waiting = nameless || !missed.isEmpty();
      return waiting;
    }
  }

  private void forget() {
    synchronized (missed) {
      missed.clear();
      waiting = nameless;
    }
  }

  /** Those that are there by now; they are missed no more. */
  private List<Class<?>> loaded(Instrumentation instrumentation) {
    List<Class<?>> found = new ArrayList<>();
    Class<?>[] all = instrumentation.getAllLoadedClasses();
    synchronized (missed) {
      for (Class<?> each : all) {
        ClassLoader loader = each.getClassLoader();
        Set<String> names = loader == null ? null : missed.get(loader);
        if (names != null && names.remove(each.getName())) {
          found.add(each);
        }
      }
      missed.values().removeIf(Set::isEmpty);
    }
    return found;
  }
}
