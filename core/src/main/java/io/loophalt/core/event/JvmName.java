package io.loophalt.core.event;

import java.util.Locale;
import java.util.SplittableRandom;

/** What tells the events of one process from those of every other, earlier and later ones too. */
public final class JvmName {

  private JvmName() {}

  /**
   * A new name: the process id, for people, and a random number. A process id alone does not do: in
   * containers it is always the same.
   */
  public static String next() {
    return String.format(
        Locale.ROOT, "%d-%08x", ProcessHandle.current().pid(), new SplittableRandom().nextInt());
  }
}
