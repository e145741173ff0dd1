package io.loophalt.runtime.policy;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The event log.
 *
 * @param file where JSON lines are appended, each process to a file of its own: {@link #JVM} in the
 *     path stands for the process, and is put before the extension where it is left out; null for
 *     no log
 * @param maxBytes size at which the file is rotated to {@code FILE.1}; 0 for none
 * @param maxFiles how many rotated files are kept, {@code FILE.1} to {@code FILE.N}
 * @param maxAge how long a rotated file is kept after its latest line, and how long lines are added
 *     to a file; zero for any time
 * @param queueLength events that may wait to be written before further ones are counted and dropped
 *     (halts are never)
 * @param steps whether every turn and step is written too, as digests, so that the log can be
 *     judged anew
 * @param capture what steps hold beside digests; null for nothing
 */
public record EventLogPolicy(
    @Nullable Path file,
    long maxBytes,
    int maxFiles,
    Duration maxAge,
    int queueLength,
    boolean steps,
    @Nullable CapturePolicy capture) {

  /** Without any contents. */
  public EventLogPolicy(
      @Nullable Path file,
      long maxBytes,
      int maxFiles,
      Duration maxAge,
      int queueLength,
      boolean steps) {
    this(file, maxBytes, maxFiles, maxAge, queueLength, steps, null);
  }

  /** The same with contents in its steps. */
  public EventLogPolicy capturing(CapturePolicy contents) {
    return new EventLogPolicy(file, maxBytes, maxFiles, maxAge, queueLength, steps, contents);
  }

  /** Stands in the path for what the events have in their field {@code jvm}. */
  public static final String JVM = "{jvm}";

  /**
   * The file of one process. Two that rotate one file would delete each other's lines.
   *
   * @param configured the path as it is configured
   * @param jvm what no other process has, now or later
   */
  public static Path fileOf(Path configured, String jvm) {
    String path = configured.toString();
    if (!path.contains(JVM)) {
      Path last = configured.getFileName();
      String name = last == null ? "" : last.toString();
      int dot = name.lastIndexOf('.');
      int extension = path.length() - (dot > 0 ? name.length() - dot : 0);
      path = path.substring(0, extension) + '-' + JVM + path.substring(extension);
    }
    return Path.of(path.replace(JVM, jvm));
  }
}
