package io.loophalt.compatibility.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The samples of {@code docs/operations.md} that tests run as they stand there. */
public final class OperationsPage {

  /** Where the agent's jar is in the samples that do not name it relative to the folder. */
  public static final String AGENT = "/opt/loophalt/loophalt-agent.jar";

  /**
   * What a variable says to a command that is run as it stands there; see {@link
   * Application#FRUGAL}.
   */
  public static final String FIRST_COMPILER_ONLY = "-XX:TieredStopAtLevel=1";

  private OperationsPage() {}

  /** The block of code that follows a title in bold letters. */
  public static String sample(String title) {
    return first("(?s)\\n\\*\\*" + Pattern.quote(title) + "\\b.*?\\n```\\w+\\n(.*?)```");
  }

  /**
   * What a regular expression finds first in the page; of it, the first group.
   *
   * @throws IllegalStateException if it finds nothing
   */
  public static String first(String regex) {
    Path page = Path.of(System.getProperty("loophalt.docs", "")).resolve("operations.md");
    try {
      Matcher found = Pattern.compile(regex).matcher(Files.readString(page));
      if (!found.find()) {
        throw new IllegalStateException(page + " has nothing like " + regex);
      }
      return found.group(1);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + page, e);
    }
  }

  /**
   * A sample of one line that starts {@code java}, with the {@code java} of a JDK.
   *
   * @return the words of the command
   */
  public static List<String> javaCommand(String title, Jdk jdk) {
    return Arrays.stream(sample(title).strip().split(" "))
        .map(word -> word.equals("java") ? jdk.command("java") : word)
        .collect(Collectors.toList());
  }

  /** The agent's jar in a folder, under the name that it has in the samples. */
  public static void putAgentInto(Path folder) {
    try {
      Files.createSymbolicLink(folder.resolve(Path.of(AGENT).getFileName()), Artifacts.agent());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write into " + folder, e);
    }
  }
}
