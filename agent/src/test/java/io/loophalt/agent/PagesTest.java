package io.loophalt.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pages name only what is there, and have lines that can be read. */
class PagesTest {

  private static final Path ROOT = Path.of("..");

  /** A class with its package, or with the part of it that stands below {@code io.loophalt}. */
  private static final Pattern CLASS =
      Pattern.compile(
          "(?<![\\w./-])(?:io\\.loophalt\\.)?((?:agent|configuration|core|extension|fleet|frameworks"
              + "|instrumentation|operations|presets|recordings|runtime|store|testing)"
              + "(?:\\.[a-z]\\w*)*\\.[A-Z]\\w*)");

  /** The simple name of a class, of two words at least, in code. */
  private static final Pattern SIMPLE_NAME = Pattern.compile("`([A-Z]\\w*?[a-z0-9][A-Z]\\w*)`");

  private static final Pattern FILE = Pattern.compile("`((?:[\\w.-]+/)+src/[\\w./-]+)`");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(?:#[^)]*)?\\)");

  private static final Pattern COLUMN_END = Pattern.compile(" *(?<!\\\\)\\| *");
  private static final int LONGEST_LINE = 180;
  private static final int LONGEST_CELL = 200;

  private static final Set<String> CLASSES = new HashSet<>();
  private static final Set<String> SIMPLE_NAMES = new HashSet<>();
  private static final List<Path> PACKAGES = new ArrayList<>();

  @BeforeAll
  static void findTheSources() throws IOException {
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes is) {
            String name = folder.getFileName().toString();
            boolean leftOut = name.equals("target") || (name.length() > 2 && name.startsWith("."));
            return leftOut ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes is) {
            note(file);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static void note(Path file) {
    String path = file.toString().replace('\\', '/');
    int name = path.indexOf("/java/");
    if (path.endsWith("/package-info.java")) {
      PACKAGES.add(file);
    } else if (path.endsWith(".java") && name > 0) {
      String type = path.substring(name + "/java/".length(), path.length() - ".java".length());
      CLASSES.add(type.replace('/', '.'));
      SIMPLE_NAMES.add(type.substring(type.lastIndexOf('/') + 1));
    }
  }

  static Stream<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (Path folder : List.of(ROOT, ROOT.resolve("docs"))) {
      try (Stream<Path> files = Files.list(folder)) {
        files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
      }
    }
    return pages.stream();
  }

  /** Also those that lie beside what they are about. */
  static Stream<Path> everyPage() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      List<Path> pages =
          files
              .filter(file -> file.toString().endsWith(".md"))
              .filter(file -> !file.toString().contains("/target/"))
              .sorted()
              .toList();
      return pages.stream();
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyClassIsThere(Path page) throws IOException {
    Set<String> classes = classesBelowTheRoot();

    assertThat(found(CLASS, page))
        .as("classes in %s that are not there", page)
        .filteredOn(type -> !classes.contains(type))
        .isEmpty();
  }

  @Test
  void everyClassInTheDescriptionsOfPackagesIsThere() throws IOException {
    Set<String> classes = classesBelowTheRoot();

    assertThat(PACKAGES).isNotEmpty();
    for (Path description : PACKAGES) {
      assertThat(found(CLASS, description))
          .as("classes in %s that are not there", description)
          .filteredOn(type -> !classes.contains(type))
          .isEmpty();
    }
  }

  @Test
  void everyClassThatContributorsAreShownIsThere() throws IOException {
    assertThat(found(SIMPLE_NAME, ROOT.resolve("CONTRIBUTING.md")))
        .isNotEmpty()
        .as("classes in CONTRIBUTING.md that are not there")
        .filteredOn(type -> !SIMPLE_NAMES.contains(type))
        .isEmpty();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyFileIsThere(Path page) throws IOException {
    assertThat(found(FILE, page))
        .as("files and folders in %s", page)
        .allSatisfy(file -> assertThat(ROOT.resolve(file)).exists());
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyLinkLeadsSomewhere(Path page) throws IOException {
    assertThat(found(LINK, page))
        .as("links in %s", page)
        .allSatisfy(link -> assertThat(page.resolveSibling(link)).exists());
  }

  @ParameterizedTest
  @MethodSource("everyPage")
  void noLineIsLongAndNoCellIsAParagraph(Path page) throws IOException {
    List<String> tooLong = new ArrayList<>();
    for (String line : Files.readAllLines(page)) {
      if (line.startsWith("|")) {
        COLUMN_END
            .splitAsStream(line)
            .filter(each -> each.length() > LONGEST_CELL)
            .forEach(tooLong::add);
      } else if (line.length() > LONGEST_LINE) {
        tooLong.add(line);
      }
    }

    assertThat(tooLong).as("lines and cells of %s", page).isEmpty();
  }

  /** What {@code TemporalIT}, {@code KafkaIT} and {@code ReplicasIT} run. */
  @Test
  void theExamplesForManyJvmsAreThoseThatAreTried() throws IOException {
    Path examples =
        ROOT.resolve("compatibility/store/src/main/java/io/loophalt/compatibility/handedon");
    String page = Files.readString(ROOT.resolve("docs/many-jvms.md"));

    for (String name : List.of("JoinedActivities", "OrderConsumer", "OrderController")) {
      String source = Files.readString(examples.resolve(name + ".java"));
      String code = source.substring(source.indexOf("import "));
      assertThat(page).as(name).contains("```java\n" + code + "```\n");
    }
  }

  private static Set<String> classesBelowTheRoot() {
    Set<String> below = new HashSet<>();
    for (String type : CLASSES) {
      if (type.startsWith("io.loophalt.")) {
        below.add(type.substring("io.loophalt.".length()));
      }
    }
    return below;
  }

  private static List<String> found(Pattern pattern, Path page) throws IOException {
    return pattern
        .matcher(Files.readString(page))
        .results()
        .map((MatchResult each) -> each.group(1))
        .toList();
  }
}
