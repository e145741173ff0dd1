package io.loophalt.compatibility.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What agents wrote that were configured with {@value #CONFIGURATION}. */
public final class EventLog {

  /** Each process writes to a file of its own. */
  public static final String CONFIGURATION = "events: {file: events.jsonl}\n";

  private static final String FILES = "events-*.jsonl";

  private EventLog() {}

  /** The files in a folder, one for each process; without those that were rotated. */
  public static List<Path> files(Path folder) {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, FILES)) {
      found.forEach(files::add);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot look for event logs in " + folder, e);
    }
    return files;
  }

  /** The lines of all processes. */
  public static List<String> lines(Path folder) {
    List<String> lines = new ArrayList<>();
    for (Path file : files(folder)) {
      try {
        lines.addAll(Files.readAllLines(file));
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read " + file, e);
      }
    }
    return lines;
  }
}
