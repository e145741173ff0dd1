package io.loophalt.runtime.policy;

import java.util.List;

/**
 * What a name in a {@link ValuePath} may be called in Java; one answer for reading values and for
 * checking paths.
 *
 * @param getters names of methods without parameters, the best first
 * @param field name of a field, looked for when there is no such method
 */
public record MemberNames(List<String> getters, String field) {

  /** Of a record's accessor, a bean's getter, or a field. */
  public static MemberNames of(String name) {
    String capital = Character.toUpperCase(name.charAt(0)) + name.substring(1);
    return new MemberNames(List.of(name, "get" + capital, "is" + capital), name);
  }
}
