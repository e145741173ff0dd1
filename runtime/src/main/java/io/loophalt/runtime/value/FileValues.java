package io.loophalt.runtime.value;

import io.loophalt.core.detect.Step;
import io.loophalt.core.fingerprint.FilePaths;
import io.loophalt.core.fingerprint.JsonMembers;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the paths of files in values of arguments. */
final class FileValues {

  /** Deeper collections are not read. */
  private static final int MAX_DEPTH = 8;

  /** Further values are not read. */
  private static final int MAX_VALUES = 4096;

  private final List<String> found = new ArrayList<>();
  private int valuesLeft = MAX_VALUES;

  private FileValues() {}

  /**
   * As {@link FilePaths#ofTexts}. What is not of the JDK, or cannot be read, is left out.
   *
   * @param paths texts, {@code File} or {@code Path}, or collections of the JDK and arrays of them
   */
  static long digest(Collection<?> paths) {
    FileValues collected = new FileValues();
    collected.collect(paths, 0);
    return FilePaths.ofTexts(collected.found);
  }

  /**
   * The same of arguments as a framework hands them on.
   *
   * @param arguments JSON text, or the map that the framework has made of it
   * @param names those that are paths
   */
  static long ofMembers(Object arguments, Set<String> names) {
    List<@Nullable Object> paths = new ArrayList<>();
    try {
      Object contents = KnownContents.of(arguments);
      if (contents instanceof CharSequence json) {
        return FilePaths.ofTexts(JsonMembers.texts(json.toString(), names));
      }
      if (contents instanceof Map<?, ?> map) {
        for (Map.Entry<?, ?> member : map.entrySet()) {
          if (names.contains(ArgumentText.nameOf(member.getKey()))) {
            paths.add(member.getValue());
          }
        }
      }
    } catch (RuntimeException changing) {
      return Step.ABSENT;
    }
    return digest(paths);
  }

  private void collect(@Nullable Object value, int depth) {
    if (value == null || depth > MAX_DEPTH || valuesLeft-- <= 0) {
      return;
    }
    try {
      if (value instanceof File || value instanceof Path) {
        if (ObjectShape.of(value.getClass()).reading() == Reading.TEXT) {
          found.add(value.toString());
        }
      } else if (value instanceof Object[] many) {
        for (Object one : many) {
          collect(one, depth + 1);
        }
      } else {
        Object contents = KnownContents.of(value);
        if (contents instanceof CharSequence text) {
          found.add(text.toString());
        } else if (contents instanceof Collection<?> many) {
          for (Object one : many) {
            collect(one, depth + 1);
          }
        }
      }
    } catch (RuntimeException | StackOverflowError changing) {
      valuesLeft--;
    }
  }
}
