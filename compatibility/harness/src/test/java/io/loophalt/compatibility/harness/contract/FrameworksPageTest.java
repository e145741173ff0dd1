package io.loophalt.compatibility.harness.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
  private static final Path PAGE = ROOT.resolve("docs").resolve("frameworks.md");

  /** In tests that extend the contract. */
  private static final Pattern FRAMEWORK =
      Pattern.compile("String framework\\(\\) \\{\\s*return \"([^\"]+)\";");

  /** In tests that have cases of their own in its place. */
  private static final Pattern NO_FRAMEWORK =
      Pattern.compile("FrameworksPage\\.saysOf\\(\\s*\"([^\"]+)\"");

  /** The sources of another module that a module plays with another version. */
  private static final Pattern PLAYED_AGAIN =
      Pattern.compile("<testSourceDirectory>\\$\\{project.basedir}/\\.\\./([^/<]+)/");

  @Test
  void noRowIsLeftOfAFrameworkThatHasNoContract() throws IOException {
    Set<String> withAContract = names(FRAMEWORK, ROOT.resolve("compatibility"));
    withAContract.addAll(names(NO_FRAMEWORK, ROOT.resolve("compatibility")));

    assertThat(FrameworksPage.excuses(PAGE))
        .extracting(FrameworksPage::framework)
        .isNotEmpty()
        .isSubsetOf(withAContract);
  }

  @Test
  void whatHasCasesOfItsOwnIsExcusedFromThoseOfFrameworksAndNothingElseIs() throws IOException {
    assertThat(
            FrameworksPage.excuses(PAGE).stream()
                .filter(
                    row -> FrameworksPage.excusedFrom(row).equals(Capability.ALL_CASES.inDocs()))
                .map(FrameworksPage::framework))
        .containsExactlyInAnyOrderElementsOf(names(NO_FRAMEWORK, ROOT.resolve("compatibility")));
  }

  @Test
  void everyModuleThatIsRunWithVersionsOfAFrameworkHasItsContractOrARow() throws IOException {
    try (Stream<Path> folders = Files.list(ROOT.resolve("compatibility"))) {
      List<Path> modules = folders.filter(FrameworksPageTest::hasVersions).toList();
      assertThat(modules).isNotEmpty();
      for (Path module : modules) {
        Matcher again = PLAYED_AGAIN.matcher(Files.readString(module.resolve("pom.xml")));
        Path sources = again.find() ? module.resolveSibling(again.group(1)) : module;
        Set<String> names = names(FRAMEWORK, sources);
        names.addAll(names(NO_FRAMEWORK, sources));
        assertThat(names).as("contracts in %s", module).isNotEmpty();
      }
    }
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

  private static boolean hasVersions(Path module) {
    Path pom = module.resolve("pom.xml");
    try {
      return Files.isRegularFile(pom) && Files.readString(pom).contains("<framework.oldest>");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + pom, e);
    }
  }

  /** The names by which forked tests below a folder are in the table. */
  private static Set<String> names(Pattern pattern, Path below) throws IOException {
    Set<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.walk(below)) {
      for (Path file : files.filter(each -> each.toString().endsWith("IT.java")).toList()) {
        Matcher matcher = pattern.matcher(Files.readString(file));
        if (matcher.find()) {
          names.add(matcher.group(1));
        }
      }
    }
    return names;
  }
}
