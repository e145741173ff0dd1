package io.loophalt.compatibility.harness;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a JVM did, from its start to its end.
 *
 * @param command how it was started
 * @param exit its exit status
 * @param out the lines of its standard output
 * @param err the lines of its standard error
 */
public record Outcome(List<String> command, int exit, List<String> out, List<String> err) {

  /** Copies the lists. */
  public Outcome {
    command = List.copyOf(command);
    out = List.copyOf(out);
    err = List.copyOf(err);
  }

  /** The facts that the application reported, in order. */
  public Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    for (String line : out) {
      int equals = line.indexOf('=');
      if (equals > 0) {
        facts.put(line.substring(0, equals), line.substring(equals + 1));
      }
    }
    return facts;
  }

  /** Everything there is to know, for the message of a failed test. */
  public String describe() {
    return "%nthe JVM started as%n  %s%nended with status %d%nstandard output:%n%s%nstandard error:%n%s%n"
        .formatted(String.join(" ", command), exit, indented(out), indented(err));
  }

  private static String indented(List<String> lines) {
    return lines.isEmpty() ? "  (nothing)" : "  " + String.join("\n  ", lines);
  }
}
