package io.loophalt.configuration.keys;

import static io.loophalt.configuration.schema.Key.optional;

import io.loophalt.configuration.schema.Key;
import io.loophalt.configuration.schema.ListType;
import io.loophalt.configuration.schema.Located;
import io.loophalt.configuration.schema.Quote;
import io.loophalt.configuration.schema.Scalars;
import io.loophalt.configuration.schema.SettingContext;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The key that names the jars of users' extensions. */
final class ExtensionKeys {

  private final Key<List<File>> key;

  /**
   * The key of one file.
   *
   * @param folder what relative paths start from; null where no file is there, and jars are not
   *     looked for
   */
  ExtensionKeys(@Nullable File folder) {
    this.key =
        optional(
            FileKeys.EXTENSIONS,
            new ListType<>(
                "a list of jars", Scalars.FILE, (items, where) -> jars(folder, items, where)),
            "Jars with support for frameworks that Loophalt does not know; none by default."
                + " Relative to the folder of this file.",
            "extensions: [lib/my-framework.jar]");
  }

  Key<List<File>> key() {
    return key;
  }

  private static List<File> jars(
      @Nullable File folder, List<Located<String>> items, SettingContext where) {
    List<File> jars = new ArrayList<>();
    for (Located<String> item : items) {
      File named = new File(item.value());
      File jar = named.isAbsolute() || folder == null ? named : new File(folder, item.value());
      if (folder != null && !jar.isFile()) {
        String problem =
            !jar.exists()
                ? " does not exist"
                : jar.isDirectory() ? " is a directory" : " is no file";
        throw where.mistake(item.place(), "the extension " + Quote.of(item.value()) + problem);
      }
      jars.add(jar);
    }
    return jars;
  }
}
