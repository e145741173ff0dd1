package io.loophalt.extension.reflect;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes as JSON what a framework keeps as maps and lists, such as the answer of a tool: so it
 * reads as the same answer does that comes as a text, by the names and values of its members.
 *
 * <p>Maps, collections and arrays in their order, bytes in Base64, texts, numbers and verdicts;
 * anything else is a text, by its {@code toString}, or where that is {@link Object}'s, which says
 * no more than where the object is, has what is in its fields, where all can be read: a getter may
 * load, count or change something. What is nested deeper than {@value #MOST_LEVELS} levels is left
 * out, and what follows on {@value #MOST_CHARACTERS} characters. O(text).
 */
public final class JsonText {

  private static final int MOST_LEVELS = 32;
  private static final int MOST_CHARACTERS = 1 << 20;

  /** So many bytes make as many characters. */
  private static final int MOST_BYTES = MOST_CHARACTERS / 4 * 3;

  /**
   * The fields of objects, by their names; null of those that say what they are, and of those of
   * which not all can be read: without it two that differ would be one.
   */
  private static final ClassValue<@Nullable List<Field>> FIELDS =
      new ClassValue<>() {
        @Override
        protected @Nullable List<Field> computeValue(Class<?> type) {
          return fieldsOf(type);
        }
      };

  private final StringBuilder json = new StringBuilder();

  /** Those that were written by their fields: what leads back to one of them says no more. */
  private final Set<Object> written = Collections.newSetFromMap(new IdentityHashMap<>());

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
          && FIELDS.get(value.getClass()) == null) {
        return value.toString();
      }
      JsonText text = new JsonText();
      text.append(value, 0);
      return text.json.toString();
    } catch (Throwable theirs) {
      throw ApplicationException.of("reading a " + value.getClass().getName(), theirs);
    }
  }

  private static @Nullable List<Field> fieldsOf(Class<?> type) {
    List<Field> fields = new ArrayList<>();
    try {
      if (type.getMethod("toString").getDeclaringClass() != Object.class) {
        return null;
      }
      for (Class<?> each = type; each != Object.class; each = each.getSuperclass()) {
        if (each == null || isOfTheJdk(each)) {
          return null;
        }
        for (Field field : each.getDeclaredFields()) {
          int left = Modifier.STATIC | Modifier.TRANSIENT;
          if ((field.getModifiers() & left) != 0 || field.isSynthetic()) {
            continue; // what it is made in is no part of it
          }
          if (!field.trySetAccessible()) {
            return null; // what differs may be there
          }
          fields.add(field);
        }
      }
    } catch (NoSuchMethodException | LinkageError unreadable) {
      return List.of(); // of a class that is not all there
    }
    fields.sort(Comparator.comparing(Field::getName));
    return fields;
  }

  private static boolean isOfTheJdk(Class<?> type) {
    return type.getClassLoader() == null
        || type.getClassLoader() == ClassLoader.getPlatformClassLoader();
  }

  private void append(@Nullable Object value, int level) throws IllegalAccessException {
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

  private void appendObject(Object value, int level) throws IllegalAccessException {
    List<Field> fields = FIELDS.get(value.getClass());
    if (fields == null) {
      quote(value.toString());
      return;
    }
    if (fields.isEmpty() || !written.add(value)) {
      quote(value.getClass().getName());
      return;
    }
    json.append('{');
    String comma = "";
    for (Field field : fields) {
      if (json.length() > MOST_CHARACTERS) {
        break;
      }
      json.append(comma);
      quote(field.getName());
      json.append(':');
      append(field.get(value), level + 1);
      comma = ",";
    }
    json.append('}');
  }

  private void appendMembers(Map<?, ?> members, int level) throws IllegalAccessException {
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

  private void appendElements(Collection<?> elements, int level) throws IllegalAccessException {
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
