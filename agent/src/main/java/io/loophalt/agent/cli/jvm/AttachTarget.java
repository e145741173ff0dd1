package io.loophalt.agent.cli.jvm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tells at once what the JDK finds out after more than ten seconds of waiting: that there is no JVM
 * behind a process id that could answer.
 *
 * @param processes the {@code /proc} of Linux; elsewhere it does not exist, and nothing but a
 *     missing process is known before
 * @param pid the process
 */
public record AttachTarget(Path processes, long pid) {

  /** What every JVM has in its memory, HotSpot and OpenJ9. */
  private static final String JVM_LIBRARY = "libjvm.so";

  private static final String ROOT = "0";

  /** Why no attach can succeed, in one line; null if it may. */
  public @Nullable String refusal() {
    ProcessHandle process = ProcessHandle.of(pid).orElse(null);
    if (process == null) {
      return "there is no such process";
    }
    String owner = effectiveUser(Long.toString(pid));
    String own = effectiveUser("self");
    if (owner != null && own != null && !own.equals(ROOT) && !own.equals(owner)) {
      return "it belongs to "
          + process.info().user().orElse("user " + owner)
          + "; attach as that user";
    }
    if (Boolean.FALSE.equals(hasJvmLibrary())) {
      return "it is no JVM; jps and jcmd list those that are";
    }
    return null;
  }

  /** The number of the user by whose rights a process acts; null if it is not told. */
  private @Nullable String effectiveUser(String name) {
    String line = firstLine(name, "status", each -> each.startsWith("Uid:"));
    return line == null || line.isEmpty() ? null : line.split("\\s+")[2];
  }

  /** Whether the library of a JVM is loaded; null if it is not told. */
  private @Nullable Boolean hasJvmLibrary() {
    String line = firstLine(Long.toString(pid), "maps", each -> each.contains(JVM_LIBRARY));
    return line == null ? null : !line.isEmpty();
  }

  /** The first line like this, empty if there is none; null if the file cannot be read. */
  private @Nullable String firstLine(String name, String file, Predicate<String> wanted) {
    Path path = processes.resolve(name).resolve(file);
    try (Stream<String> lines = Files.lines(path, StandardCharsets.ISO_8859_1)) {
      return lines.filter(wanted).findFirst().orElse("");
    } catch (IOException | UncheckedIOException untold) {
      return null;
    }
  }
}
