package io.loophalt.compatibility.harness.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The table of excuses as a whole; each contract compares its own rows. */
class FrameworksPageTest {

  private static final Path ROOT = Path.of("..", "..");
  private static final Pattern FRAMEWORK =
      Pattern.compile("String framework\\(\\) \\{\\s*return \"([^\"]+)\";");

  @Test
  void noRowIsLeftOfAFrameworkThatHasNoContract() throws IOException {
    assertThat(FrameworksPage.excuses(ROOT.resolve("docs").resolve("frameworks.md")))
        .extracting(FrameworksPage::framework)
        .isNotEmpty()
        .isSubsetOf(frameworksWithAContract());
  }

  @Test
  void aPageWithoutTheTableIsNotTakenForOneWithoutExcuses(@TempDir Path folder) throws IOException {
    Path page = Files.writeString(folder.resolve("frameworks.md"), "# Frameworks\n");

    assertThatThrownBy(() -> FrameworksPage.excuses(page))
        .hasMessageContaining("should have a table between");
  }

  @Test
  void anExcuseWithoutAReasonIsNone() {
    assertThatThrownBy(() -> Excuse.from(Capability.FINISH, " "))
        .hasMessageContaining("needs a reason");
  }

  private static Set<String> frameworksWithAContract() throws IOException {
    Set<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.walk(ROOT.resolve("compatibility"))) {
      for (Path file : files.filter(each -> each.toString().endsWith("IT.java")).toList()) {
        Matcher matcher = FRAMEWORK.matcher(Files.readString(file));
        if (matcher.find()) {
          names.add(matcher.group(1));
        }
      }
    }
    return names;
  }
}
