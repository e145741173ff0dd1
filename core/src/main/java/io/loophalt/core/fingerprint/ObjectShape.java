package io.loophalt.core.fingerprint;

import java.lang.ref.Reference;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.locks.Lock;

/**
 * How the objects of a class are digested; found out once per class and kept with the class.
 *
 * @param type the digest of the class's name
 * @param reading what of an object counts beside its type
 * @param fields the fields that count, when {@code reading} is {@link Reading#FIELDS}
 */
record ObjectShape(long type, Reading reading, List<Member> fields) {

  /** What of an object counts beside its type. */
  enum Reading {
    /** Its fields. */
    FIELDS,
    /** Its {@code toString()}, without the addresses in it. */
    TEXT,
    /** Nothing: a handle such as a stream, a lock or a lambda has no value. */
    NOTHING
  }

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

  private static ObjectShape find(Class<?> type) {
    long name = CanonicalForm.text(TypeNames.of(type));
    if (isHandle(type)) {
      return new ObjectShape(name, Reading.NOTHING, List.of());
    }
    List<Member> fields = new ArrayList<>();
    boolean complete = !isJdk(type) && addFields(type, fields);
    if (complete) {
      return new ObjectShape(name, Reading.FIELDS, List.copyOf(fields));
    }
    if (describesItself(type)) {
      return new ObjectShape(name, Reading.TEXT, List.of());
    }
    Reading rest = fields.isEmpty() ? Reading.NOTHING : Reading.FIELDS;
    return new ObjectShape(name, rest, List.copyOf(fields));
  }

  private static boolean isHandle(Class<?> type) {
    if (Proxy.isProxyClass(type) || (type.isHidden() && type.isSynthetic())) {
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

  /** Classes of the JDK are not read by field, whatever modules happen to be open. */
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
      for (Field field : owner.getDeclaredFields()) {
        if (!counts(field)) {
          continue;
        }
        if (!isJdk(owner) && field.trySetAccessible()) {
          fields.add(new Member(CanonicalForm.text(field.getName()), field));
        } else {
          complete = false;
        }
      }
    }
    return complete;
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
