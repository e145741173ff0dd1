package io.loophalt.compatibility.onecall;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Which files a part of a call enters, and how often it goes from one to another.
 *
 * @param files their classes, in the order in which they are entered first
 * @param packages how many packages these are in
 * @param fileChanges methods that are entered after one of another file
 * @param packageChanges methods that are entered after one of another package
 * @param down calls from a module to one further in
 * @param back calls from a module to one further out that are no news of an event
 * @param told calls by which those outside are told of events
 */
record CallPath(
    List<String> files,
    int packages,
    int fileChanges,
    int packageChanges,
    int down,
    List<Entry> back,
    int told) {

  /** From here the agent's sinks hear of events. */
  private static final String TELLS = "io.loophalt.core.event.EventSinks";

  /** Whoever keeps runs hears from here that one has answered a call with a halt. */
  private static final String KEEPER = "io.loophalt.runtime.runs.AwakeRuns";

  private static final String APPLICATION = OneCall.class.getPackageName() + '.';

  /** The path of the methods that were entered one after the other. */
  static CallPath of(List<Entry> entries, SourceTree sources) {
    Set<String> files = new LinkedHashSet<>();
    int fileChanges = 0;
    int packageChanges = 0;
    int down = 0;
    List<Entry> back = new ArrayList<>();
    int told = 0;
    String before = entries.get(0).file();
    for (Entry entry : entries) {
      String file = entry.file();
      files.add(file);
      fileChanges += file.equals(before) ? 0 : 1;
      packageChanges += packageOf(file).equals(packageOf(before)) ? 0 : 1;
      before = file;
      int deeper = deeper(entry, sources);
      if (deeper > 0) {
        down++;
      } else if (deeper < 0 && tells(entry)) {
        told++;
      } else if (deeper < 0) {
        back.add(entry);
      }
    }
    return new CallPath(
        List.copyOf(files),
        (int) files.stream().map(CallPath::packageOf).distinct().count(),
        fileChanges,
        packageChanges,
        down,
        List.copyOf(back),
        told);
  }

  private static boolean tells(Entry entry) {
    return entry.callerFile().equals(TELLS) || entry.file().equals(KEEPER);
  }

  private static int deeper(Entry entry, SourceTree sources) {
    return entry.caller().startsWith(APPLICATION)
        ? 0
        : SourceTree.depthOf(sources.moduleOf(entry.file()))
            - SourceTree.depthOf(sources.moduleOf(entry.callerFile()));
  }

  private static String packageOf(String type) {
    return type.substring(0, type.lastIndexOf('.'));
  }

  /** The figures, as a row of a table. */
  String row(String name) {
    return "| %s | %d | %d | %d | %d | %d | %d | %d |"
        .formatted(
            name, files.size(), packages, fileChanges, packageChanges, down, back.size(), told);
  }
}
