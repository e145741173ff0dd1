package io.loophalt.runtime.value;

import io.loophalt.core.fingerprint.CanonicalForm;
import java.lang.ref.Reference;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * How the objects of a class are digested; found out once per class and kept with the class.
 *
 * @param type the digest of the class's name
 * @param reading what of an object counts beside its type
 * @param fields the fields of the application that count
 * @param held the fields of the JDK in which the contents are, for the readings that have some
 * @param isContainer whether it is a collection, map or text of the application: what its fields
 *     hold are its contents
 */
record ObjectShape(
    long type, Reading reading, List<Member> fields, List<Field> held, boolean isContainer) {

  /** A readable field and the digest of its name. */
  record Member(long name, Field field) {}

  private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

  private static final List<Class<?>> HANDLES =
      List.of(
          AutoCloseable.class,
          Thread.class,
          ClassLoader.class,
          Executor.class,
          Future.class,
          CompletionStage.class,
          Lock.class,
          Reference.class,
          Iterator.class);

  private static final ClassValue<ObjectShape> SHAPES =
      new ClassValue<>() {
        @Override
        protected ObjectShape computeValue(Class<?> type) {
          return find(type);
        }
      };

  /** The shape of a class; takes no lock once the class is known. */
  static ObjectShape of(Class<?> type) {
    return SHAPES.get(type);
  }

  /** What the first of the fields of the JDK holds. */
  @Nullable Object held(Object value) {
    return held.isEmpty() ? null : held(0, value);
  }

  /** What one of the fields of the JDK holds. */
  @Nullable Object held(int field, Object value) {
    return FieldAccess.get(held.get(field), value);
  }

  /** The number in one of the fields of the JDK. */
  int number(int field, Object value) {
    return held(field, value) instanceof Number number ? number.intValue() : 0;
  }

  /** The truth value in one of the fields of the JDK. */
  boolean flag(int field, Object value) {
    return Boolean.TRUE.equals(held(field, value));
  }

  private static ObjectShape find(Class<?> type) {
    long name = CanonicalForm.text(TypeNames.of(type));
    if (Proxy.isProxyClass(type)) {
      return only(name, isContainer(type) ? Reading.IDENTITY : Reading.NOTHING);
    }
    return isJdk(type) ? ofJdk(type, name) : ofApplication(type, name);
  }

  private static ObjectShape ofJdk(Class<?> type, long name) {
    KnownValues.Known known = KnownValues.of(type);
    if (known != null) {
      return known(type, name, known, List.of());
    }
    if (Throwable.class.isAssignableFrom(type)) {
      return new ObjectShape(name, Reading.EXCEPTION, List.of(), List.of(), false);
    }
    boolean hasValue = !isHandle(type) && (isContainer(type) || describesItself(type));
    return only(name, hasValue ? Reading.IDENTITY : Reading.NOTHING);
  }

  private static ObjectShape ofApplication(Class<?> type, long name) {
    if (isContainer(type)) {
      return ofContainer(type, name);
    }
    if (isHandle(type)) {
      return only(name, Reading.NOTHING);
    }
    List<Member> fields = new ArrayList<>();
    boolean complete = addFields(type, fields);
    if (Throwable.class.isAssignableFrom(type)) {
      return new ObjectShape(name, Reading.EXCEPTION, List.copyOf(fields), List.of(), false);
    }
    if (!complete && describesItself(type)) {
      return only(name, Reading.IDENTITY);
    }
    return complete || !fields.isEmpty()
        ? new ObjectShape(name, Reading.FIELDS, List.copyOf(fields), List.of(), false)
        : only(name, Reading.NOTHING);
  }

  /**
   * A collection, map or text of the application may hold anything anywhere, so all of its fields
   * count. Its outer instance does if it is such a thing, too, and this one a view of it. One
   * without fields has its contents from elsewhere.
   */
  private static ObjectShape ofContainer(Class<?> type, long name) {
    List<Member> fields = new ArrayList<>();
    Class<?> owner = type;
    for (; owner != null && !isJdk(owner); owner = owner.getSuperclass()) {
      for (Field field : owner.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers())
            || (field.getName().startsWith("this$") && !isContainer(field.getType()))) {
          continue;
        }
        if (!FieldAccess.open(field)) {
          return only(name, Reading.IDENTITY);
        }
        fields.add(new Member(CanonicalForm.text(field.getName()), field));
      }
    }
    KnownValues.Known base = owner == null ? null : KnownValues.base(owner);
    if (base != null) {
      return known(type, name, base, List.copyOf(fields));
    }
    return !fields.isEmpty() && (owner == null || KnownValues.isSkeleton(owner))
        ? new ObjectShape(name, Reading.FIELDS, List.copyOf(fields), List.of(), true)
        : only(name, Reading.IDENTITY);
  }

  private static ObjectShape known(
      Class<?> type, long name, KnownValues.Known known, List<Member> fields) {
    List<Field> held = new ArrayList<>();
    String owner = known.owner();
    for (String each : known.fields()) {
      Field field = owner == null ? null : FieldAccess.find(type, owner, each);
      if (field == null) {
        return known.reading().isOfJdkFields()
            ? only(name, Reading.IDENTITY)
            : new ObjectShape(name, known.reading(), fields, List.of(), true);
      }
      held.add(field);
    }
    return new ObjectShape(name, known.reading(), fields, List.copyOf(held), true);
  }

  private static ObjectShape only(long name, Reading reading) {
    return new ObjectShape(name, reading, List.of(), List.of(), false);
  }

  private static boolean isContainer(Class<?> type) {
    return Collection.class.isAssignableFrom(type)
        || Map.class.isAssignableFrom(type)
        || CharSequence.class.isAssignableFrom(type);
  }

  private static boolean isHandle(Class<?> type) {
    if (type.isHidden() && type.isSynthetic()) {
      return true;
    }
    if (type.isRecord()) {
      return false; // a record has a value, whatever else it can do
    }
    for (Class<?> handle : HANDLES) {
      if (handle.isAssignableFrom(type)) {
        return true;
      }
    }
    return false;
  }

  /** Classes of the JDK are read as {@link KnownValues} says, whatever modules are open. */
  private static boolean isJdk(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return loader == null || loader == PLATFORM;
  }

  /** Adds the fields of the class and those it inherits; false if some cannot be read. */
  private static boolean addFields(Class<?> type, List<Member> fields) {
    boolean complete = true;
    for (Class<?> owner = type;
        owner != null && owner != Object.class;
        owner = owner.getSuperclass()) {
      if (isJdk(owner)) {
        return complete && (KnownValues.isSkeleton(owner) || !hasState(owner));
      }
      for (Field field : owner.getDeclaredFields()) {
        if (counts(field)) {
          if (FieldAccess.open(field)) {
            fields.add(new Member(CanonicalForm.text(field.getName()), field));
          } else {
            complete = false;
          }
        }
      }
    }
    return complete;
  }

  /** Transient fields count here: those of a {@code Date} are its value. */
  private static boolean hasState(Class<?> jdkClass) {
    for (Class<?> owner = jdkClass; owner != null; owner = owner.getSuperclass()) {
      for (Field field : owner.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean counts(Field field) {
    int modifiers = field.getModifiers();
    return !Modifier.isStatic(modifiers)
        && !Modifier.isTransient(modifiers)
        && !field.isSynthetic();
  }

  private static boolean describesItself(Class<?> type) {
    try {
      return type.getMethod("toString").getDeclaringClass() != Object.class;
    } catch (NoSuchMethodException | LinkageError unknown) {
      return false;
    }
  }
}
