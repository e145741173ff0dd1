package io.loophalt.extension.reflect;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes as JSON what a framework keeps as maps and lists, such as the answer of a tool: so it
 * reads as the same answer does that comes as a text, by the names and values of its members.
 *
 * <p>Maps, collections and arrays in their order, bytes in Base64, texts, numbers and verdicts;
 * anything else is a text, by its {@code toString}, or where that is {@link Object}'s, which says
 * no more than where the object is, has what its public getters and fields give. What is nested
 * deeper than {@value #MOST_LEVELS} levels is left out, and what follows on {@value
 * #MOST_CHARACTERS} characters. O(text).
 */
public final class JsonText {

  private static final int MOST_LEVELS = 32;
  private static final int MOST_CHARACTERS = 1 << 20;

  /** So many bytes make as many characters. */
  private static final int MOST_BYTES = MOST_CHARACTERS / 4 * 3;

  /** How the members of objects are read, by their names; null of those that say what they are. */
  private static final ClassValue<@Nullable Map<String, MethodHandle>> MEMBERS =
      new ClassValue<>() {
        @Override
        protected @Nullable Map<String, MethodHandle> computeValue(Class<?> type) {
          return membersOf(type);
        }
      };

  private final StringBuilder json = new StringBuilder();

  private JsonText() {}

  /**
   * The value as JSON; a text that is all of it stands without quotes.
   *
   * @throws ApplicationException with what the value, or something in it, has thrown
   */
  public static String of(@Nullable Object value) {
    if (value == null) {
      return "";
    }
    try {
      if (!(value instanceof Map || value instanceof Collection)
          && !value.getClass().isArray()
          && MEMBERS.get(value.getClass()) == null) {
        return value.toString();
      }
      JsonText text = new JsonText();
      text.append(value, 0);
      return text.json.toString();
    } catch (Throwable theirs) {
      throw ApplicationException.of("reading a " + value.getClass().getName(), theirs);
    }
  }

  private static @Nullable Map<String, MethodHandle> membersOf(Class<?> type) {
    Map<String, MethodHandle> members = new TreeMap<>();
    try {
      if (type.getMethod("toString").getDeclaringClass() != Object.class) {
        return null;
      }
      for (Field field : type.getFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && field.trySetAccessible()) {
          members.put(field.getName(), MethodHandles.lookup().unreflectGetter(field));
        }
      }
      for (Method method : type.getMethods()) {
        String name = nameOf(method);
        if (!name.isEmpty() && method.trySetAccessible()) {
          members.put(name, MethodHandles.lookup().unreflect(method));
        }
      }
    } catch (ReflectiveOperationException | LinkageError unreadable) {
      return Map.of(); // of a class that is not all there
    }
    return members;
  }

  /** Of the member that a getter gives; empty if it is none. */
  private static String nameOf(Method method) {
    boolean gives =
        method.getParameterCount() == 0
            && !Modifier.isStatic(method.getModifiers())
            && method.getDeclaringClass() != Object.class
            && method.getReturnType() != void.class;
    String name = method.getName();
    int prefix = name.startsWith("get") ? 3 : name.startsWith("is") ? 2 : name.length();
    return gives && prefix < name.length() && Character.isUpperCase(name.charAt(prefix))
        ? Character.toLowerCase(name.charAt(prefix)) + name.substring(prefix + 1)
        : "";
  }

  private void append(@Nullable Object value, int level) throws Throwable {
    if (value == null || level > MOST_LEVELS) {
      json.append("null");
    } else if (value instanceof Map<?, ?> members) {
      appendMembers(members, level);
    } else if (value instanceof Collection<?> elements) {
      appendElements(elements, level);
    } else if (value instanceof Number || value instanceof Boolean) {
      json.append(value);
    } else if (value instanceof byte[] bytes) {
      json.append('"').append(base64(bytes)).append('"');
    } else if (value.getClass().isArray()) {
      appendElements(listOf(value), level);
    } else {
      appendObject(value, level);
    }
  }

  private static String base64(byte[] bytes) {
    byte[] read = bytes.length > MOST_BYTES ? Arrays.copyOf(bytes, MOST_BYTES) : bytes;
    return Base64.getEncoder().encodeToString(read);
  }

  private static List<@Nullable Object> listOf(Object array) {
    return new AbstractList<>() {
      @Override
      public @Nullable Object get(int index) {
        return Array.get(array, index);
      }

      @Override
      public int size() {
        return Array.getLength(array);
      }
    };
  }

  private void appendObject(Object value, int level) throws Throwable {
    Map<String, MethodHandle> members = MEMBERS.get(value.getClass());
    if (members == null) {
      quote(value.toString());
      return;
    }
    if (members.isEmpty()) {
      quote(value.getClass().getName());
      return;
    }
    json.append('{');
    String comma = "";
    for (Map.Entry<String, MethodHandle> member : members.entrySet()) {
      if (json.length() > MOST_CHARACTERS) {
        break;
      }
      json.append(comma);
      quote(member.getKey());
      json.append(':');
      append(member.getValue().invoke(value), level + 1);
      comma = ",";
    }
    json.append('}');
  }

  private void appendMembers(Map<?, ?> members, int level) throws Throwable {
    json.append('{');
    String comma = "";
    for (Map.Entry<?, ?> member : members.entrySet()) {
      if (json.length() > MOST_CHARACTERS) {
        break;
      }
      json.append(comma);
      quote(String.valueOf(member.getKey()));
      json.append(':');
      append(member.getValue(), level + 1);
      comma = ",";
    }
    json.append('}');
  }

  private void appendElements(Collection<?> elements, int level) throws Throwable {
    json.append('[');
    String comma = "";
    for (Object element : elements) {
      if (json.length() > MOST_CHARACTERS) {
        break;
      }
      json.append(comma);
      append(element, level + 1);
      comma = ",";
    }
    json.append(']');
  }

  private void quote(String text) {
    json.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> json.append("\\\"");
        case '\\' -> json.append("\\\\");
        case '\n' -> json.append("\\n");
        case '\r' -> json.append("\\r");
        case '\t' -> json.append("\\t");
        default -> {
          if (c < ' ') {
            json.append("\\u00").append(Character.forDigit(c >> 4, 16));
            json.append(Character.forDigit(c & 15, 16));
          } else {
            json.append(c);
          }
        }
      }
    }
    json.append('"');
  }
}
