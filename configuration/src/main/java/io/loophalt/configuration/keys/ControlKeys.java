package io.loophalt.configuration.keys;

import static io.loophalt.configuration.schema.Key.optional;
import static io.loophalt.configuration.schema.Key.required;

import io.loophalt.configuration.schema.ChoiceType;
import io.loophalt.configuration.schema.Key;
import io.loophalt.configuration.schema.ObjectType;
import io.loophalt.configuration.schema.Scalars;
import io.loophalt.configuration.schema.Settings;
import io.loophalt.configuration.schema.ShortType;
import io.loophalt.runtime.policy.ControlPolicy;
import java.io.File;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The key of the socket by which a person steers the runs of a JVM. */
final class ControlKeys {

  /** Whether there is one. */
  private enum Switch {
    ON,
    OFF
  }

  private static final Key<String> FOLDER =
      required(
          "folder",
          Scalars.FILE,
          "Where the socket is; nobody but the owner may open the folder, which is made if it is not"
              + " there. Relative to the folder of this file.",
          "control: {folder: /run/loophalt}");

  private ControlKeys() {}

  /**
   * The key of one file.
   *
   * @param folder what a relative path starts from; null where there is no file
   */
  static Key<ControlPolicy> key(@Nullable File folder) {
    return optional(
        "control",
        new ChoiceType<>(
            List.of(
                new ShortType<>(
                    Scalars.choice(List.of(Switch.ON, Switch.OFF)),
                    named ->
                        named.value() == Switch.ON ? ControlPolicy.DEFAULT : ControlPolicy.OFF),
                ObjectType.of("control", List.of(FOLDER), settings -> policy(folder, settings)))),
        "`off` leaves out the socket by which `loophalt ps`, `runs`, `halt` and others reach this"
            + " JVM; `on` by default, from the first run on.",
        "control: {folder: /run/loophalt}");
  }

  private static ControlPolicy policy(@Nullable File folder, Settings settings) {
    String path = settings.require(FOLDER);
    File named = new File(path);
    File used = named.isAbsolute() || folder == null ? named : new File(folder, path);
    return new ControlPolicy(true, used.getPath());
  }
}
