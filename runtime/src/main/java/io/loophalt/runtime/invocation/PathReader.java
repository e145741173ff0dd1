package io.loophalt.runtime.invocation;

import io.loophalt.extension.reflect.ApplicationException;
import io.loophalt.runtime.policy.ValuePath;
import io.loophalt.runtime.policy.ValuePath.Element;
import io.loophalt.runtime.policy.ValuePath.Member;
import io.loophalt.runtime.policy.ValuePath.Step;
import io.loophalt.runtime.safety.Warnings;
import io.loophalt.runtime.value.KnownContents;
import io.loophalt.runtime.value.MemberReader;
import java.lang.reflect.Array;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads the value to which a configured path leads in a call.
 *
 * <p>A null, an empty {@code Optional}, a missing key and an index past the end are no mistake:
 * there is no value, this time. A member that an object does not have, or that throws, is one: it
 * is said once for each path, and then there is no value either. What the path names is called, for
 * that is what it says; collections of the JDK are read without their lock. Thread-safe.
 */
public final class PathReader {

  /** Numbers and texts in the trees of Jackson and Gson. */
  private static final MemberReader JSON_TEXT =
      MemberReader.calling("asText", "asString", "getAsString");

  /** Whether a tree of Jackson is a list or an object. */
  private static final MemberReader IS_CONTAINER =
      MemberReader.calling("isContainerNode", "isContainer");

  /** Whether a tree of Gson is neither. */
  private static final MemberReader IS_PRIMITIVE = MemberReader.calling("isJsonPrimitive");

  /** In place of a value where the path leads nowhere. */
  private static final Object NOWHERE = new Object();

  private final String key;
  private final ValuePath path;
  private final @Nullable MemberReader[] members;
  private final Warnings warnings;

  /**
   * For one path.
   *
   * @param key under which it is configured
   */
  public PathReader(String key, ValuePath path, Warnings warnings) {
    this.key = key;
    this.path = path;
    this.warnings = warnings;
    this.members = new MemberReader[path.steps().size()];
    for (int i = 0; i < members.length; i++) {
      if (path.steps().get(i) instanceof Member member) {
        members[i] = MemberReader.of(member.name());
      }
    }
  }

  /** Whether the path is nothing but {@code this}. */
  public boolean isReceiver() {
    return path.root() == ValuePath.Root.THIS && path.steps().isEmpty();
  }

  /**
   * The value, or null if there is none.
   *
   * @param call null if it is over and only its result is left
   * @param returned null before the method has returned, too
   */
  public @Nullable Object read(@Nullable Invocation call, @Nullable Object returned) {
    Object value = follow(call, returned);
    return value == NOWHERE ? null : value;
  }

  private @Nullable Object follow(@Nullable Invocation call, @Nullable Object returned) {
    @Nullable Object value =
        switch (path.root()) {
          case THIS -> call == null ? null : call.self();
          case ARGUMENT -> call == null ? null : call.argument(path.argument());
          case RESULT -> returned;
        };
    int at = 0;
    try {
      value = unwrapped(value);
      for (; at < members.length && value != null; at++) {
        value = unwrapped(step(value, path.steps().get(at), members[at]));
      }
      return value;
    } catch (Throwable nowhere) {
      ApplicationException.passOn(nowhere);
      MemberReader.keepInterrupt(nowhere);
      warnOnce(path.upTo(at + 1) + " cannot be read: " + said(nowhere));
      return NOWHERE;
    }
  }

  /** The value as text, empty if there is none. */
  public String text(@Nullable Invocation call, @Nullable Object returned) {
    Object value = read(call, returned);
    if (value == null) {
      return "";
    }
    try {
      return textOf(value);
    } catch (Throwable unwilling) {
      ApplicationException.passOn(unwilling);
      MemberReader.keepInterrupt(unwilling);
      warnOnce(path + " gives no text: " + said(unwilling));
      return "";
    }
  }

  /** The value as a number; 0 if there is none, or it is no number, or below zero. */
  public long number(@Nullable Invocation call, @Nullable Object returned) {
    Object value = read(call, returned);
    if (value == null) {
      return 0;
    }
    try {
      if (value instanceof Number number) {
        return Math.max(0, number.longValue());
      }
      return Math.max(0, Long.parseLong(textOf(value).strip()));
    } catch (Throwable noNumber) {
      ApplicationException.passOn(noNumber);
      MemberReader.keepInterrupt(noNumber);
      warnOnce(path + " is no number but a " + value.getClass().getName());
      return 0;
    }
  }

  /**
   * How many there are: the number itself, the size of a collection, an array or a JSON tree, 1 for
   * anything else, 0 if there is no value; {@code unknown} if the path leads nowhere.
   */
  public int count(@Nullable Invocation call, @Nullable Object returned, int unknown) {
    Object value = follow(call, returned);
    if (value == null) {
      return 0;
    }
    if (value == NOWHERE) {
      return unknown;
    }
    try {
      return (int) Math.max(0, Math.min(Integer.MAX_VALUE, countOf(value)));
    } catch (Throwable unwilling) {
      ApplicationException.passOn(unwilling);
      MemberReader.keepInterrupt(unwilling);
      warnOnce(path + " cannot be counted: " + said(unwilling));
      return unknown;
    }
  }

  private static long countOf(Object found) {
    Object value = withoutLock(found);
    if (value instanceof Number number) {
      return number.longValue();
    }
    if (value instanceof Collection<?> collection) {
      return collection.size();
    }
    if (value instanceof Map<?, ?> map) {
      return map.size();
    }
    if (value instanceof Boolean truth) {
      return truth ? 1 : 0;
    }
    if (value instanceof CharSequence text) {
      return text.isEmpty() ? 0 : 1;
    }
    if (value.getClass().isArray()) {
      return Array.getLength(value);
    }
    if (value instanceof Iterable<?> elements) {
      long count = 0;
      for (Iterator<?> each = elements.iterator(); each.hasNext(); each.next()) {
        count++;
      }
      return count;
    }
    return 1;
  }

  /** A text or number as text; in the trees of JSON libraries without the quotes. */
  public static String textOf(Object value) {
    if (isJsonText(value)) {
      Object text = JSON_TEXT.of(value);
      return text == null ? "" : text.toString();
    }
    return withoutLock(value).toString();
  }

  /** What a collection, map or text of the JDK holds, to be read without its lock. */
  private static Object withoutLock(Object value) {
    Object contents = KnownContents.of(value);
    return contents == null ? value : contents;
  }

  /** Whether it is a text or number in the tree of a JSON library. */
  public static boolean isJsonText(Object value) {
    return !(value instanceof CharSequence)
        && !(value instanceof Number)
        && JSON_TEXT.isOn(value)
        && !isContainer(value);
  }

  private static boolean isContainer(Object tree) {
    if (IS_CONTAINER.isOn(tree)) {
      return Boolean.TRUE.equals(IS_CONTAINER.of(tree));
    }
    return IS_PRIMITIVE.isOn(tree)
        ? !Boolean.TRUE.equals(IS_PRIMITIVE.of(tree))
        : tree instanceof Iterable<?>;
  }

  private static @Nullable Object step(Object found, Step step, @Nullable MemberReader reader) {
    Object from = withoutLock(found);
    if (reader != null) {
      String name = ((Member) step).name();
      if (from instanceof Map<?, ?> map) {
        return map.get(name);
      }
      if (from.getClass().isArray() && name.equals("length")) {
        return Array.getLength(from);
      }
      return reader.of(found);
    }
    return element(from, ((Element) step).position());
  }

  private static @Nullable Object element(Object from, int position) {
    if (from instanceof List<?> list) {
      return position < list.size() ? list.get(position) : null;
    }
    if (from.getClass().isArray()) {
      return position < Array.getLength(from) ? Array.get(from, position) : null;
    }
    if (from instanceof Iterable<?> elements) {
      int at = 0;
      for (Object each : elements) {
        if (at++ == position) {
          return each;
        }
      }
      return null;
    }
    throw new MemberReader.Unreadable(from.getClass().getName() + " has no elements");
  }

  private static @Nullable Object unwrapped(@Nullable Object value) {
    if (value instanceof Optional<?> optional) {
      return optional.orElse(null);
    }
    if (value instanceof OptionalInt optional) {
      return optional.isPresent() ? optional.getAsInt() : null;
    }
    if (value instanceof OptionalLong optional) {
      return optional.isPresent() ? optional.getAsLong() : null;
    }
    return value;
  }

  /** Without the message of an application's exception, which may quote what it works on. */
  private static String said(Throwable thrown) {
    return thrown instanceof MemberReader.Unreadable
        ? String.valueOf(thrown.getMessage())
        : thrown.getClass().getName();
  }

  private void warnOnce(String problem) {
    warnings.once(
        path.place(),
        path.place()
            + ": '"
            + key
            + "' stays unknown: "
            + problem
            + ". 'check-config --classpath' tells which paths lead somewhere");
  }
}
