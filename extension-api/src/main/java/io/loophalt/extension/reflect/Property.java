package io.loophalt.extension.reflect;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A property of the objects of a provider's SDK: what is in an {@link Optional} is the value, and
 * one that the SDK cannot give is not there.
 *
 * <p>Such SDKs check what the provider has sent when it is asked for, and throw if it is not as
 * documented; many servers speak a dialect. Thread-safe.
 */
public final class Property {

  private final Getter getter;
  private final @Nullable Getter otherwise;

  public Property(String method) {
    this.getter = new Getter(method);
    this.otherwise = null;
  }

  /**
   * One that some of an SDK's types have under another name.
   *
   * @param otherwise the method of objects that do not have the first
   */
  public Property(String method, String otherwise) {
    this.getter = new Getter(method);
    this.otherwise = new Getter(otherwise);
  }

  public @Nullable Object of(@Nullable Object target) {
    Getter other = otherwise;
    boolean isOther = other != null && target != null && !getter.isOn(target);
    Object value;
    try {
      value = (isOther && other != null ? other : getter).of(target);
    } catch (RuntimeException notAsDocumented) {
      return null;
    }
    return value instanceof Optional<?> optional ? optional.orElse(null) : value;
  }

  /** The value as text, empty if there is none. */
  public String text(@Nullable Object target) {
    Object value = of(target);
    return value == null ? "" : value.toString();
  }

  /** The value as a number, 0 if there is none. */
  public long number(@Nullable Object target) {
    return of(target) instanceof Number number ? number.longValue() : 0;
  }

  /** The elements, none if there is no list. */
  public List<?> list(@Nullable Object target) {
    return of(target) instanceof List<?> list ? list : List.of();
  }
}
