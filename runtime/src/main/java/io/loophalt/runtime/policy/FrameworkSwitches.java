package io.loophalt.runtime.policy;

import java.util.Set;

/**
 * Which of the known frameworks are woven.
 *
 * @param any whether any is
 * @param off names of those that are not, although others are
 */
public record FrameworkSwitches(boolean any, Set<String> off) {

  /** All of them. */
  public static final FrameworkSwitches ALL = new FrameworkSwitches(true, Set.of());

  /** None of them. */
  public static final FrameworkSwitches NONE = new FrameworkSwitches(false, Set.of());

  /** Copies the names. */
  public FrameworkSwitches {
    off = Set.copyOf(off);
  }

  /** Whether one is woven. */
  public boolean isOn(String name) {
    return any && !isOffByName(name);
  }

  /** Whether one is switched off by its own name. */
  public boolean isOffByName(String name) {
    return off.contains(name);
  }
}
