package io.loophalt.agent;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.loophalt.testing.ClassRings;
import io.loophalt.testing.Packages;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the direction of dependencies between the packages, and who may use which library. */
class ArchitectureTest {

  private static final String ROOT = "io.loophalt";

  /** What programs call that use the engine without the agent; in the jar, and nobody's here. */
  private static final String FACE = ROOT + ".core";

  /** The folder of all modules; tests run in that of theirs. */
  private static final Path EVERYTHING = Path.of("..").toAbsolutePath().normalize();

  /**
   * The rooms: a package and those below it that have no place of their own here. One may use those
   * that stand after it.
   */
  private static final List<String> TOP_DOWN =
      List.of(
          "agent.launch",
          "agent.startup",
          "agent.cli",
          "agent.extensions",
          "store",
          "operations",
          "recordings",
          "configuration",
          "configuration.keys",
          "configuration.settings",
          "configuration.schema",
          "instrumentation",
          "runtime",
          "runtime.executor",
          "runtime.sdk",
          "runtime.boundary",
          "runtime.model",
          "runtime.tool",
          "runtime.async",
          "runtime.correlation",
          "runtime.steering",
          "runtime.invocation",
          "runtime.runs",
          "runtime.request",
          "runtime.value",
          "runtime.safety",
          "runtime.policy",
          "frameworks",
          "extension.sdk",
          "extension.reflect",
          "extension",
          "presets",
          "presets.standard1",
          "core.run",
          "core.memory",
          "core.budget",
          "core.event",
          "core.detect.standard",
          "core.detect.news",
          "core.detect",
          "core.text",
          "core.state",
          "core.fingerprint",
          "core.failure",
          "core.policy");

  private static JavaClasses all;
  private static JavaClasses agent;

  @BeforeAll
  static void readTheClasses() {
    all =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);
    agent =
        all.that(
            not(
                resideInAnyPackage(ROOT, ROOT + ".testing..", FACE)
                    .as("are annotations, of tests only, or the library's face")));
  }

  static Stream<String> rooms() {
    return TOP_DOWN.stream();
  }

  @Test
  void everyPackageHasItsPlace() {
    assertThat(agent.stream().map(JavaClass::getPackageName).distinct())
        .allSatisfy(
            name ->
                assertThat(TOP_DOWN)
                    .as("the rooms, of which %s is in none", name)
                    .anyMatch(room -> (name + '.').startsWith(ROOT + '.' + room + '.')));
  }

  @ParameterizedTest
  @MethodSource("rooms")
  void arrowsPointDownOnly(String name) {
    String[] above =
        TOP_DOWN.subList(0, TOP_DOWN.indexOf(name)).stream()
            .map(ArchitectureTest::room)
            .toArray(String[]::new);

    noClasses()
        .that()
        .resideInAPackage(room(name))
        .should()
        .dependOnClassesThat(resideInAnyPackage(above))
        .as(name + " uses nothing that stands above it")
        .allowEmptyShould(false)
        .check(agent);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching(ROOT + ".(**)").should().beFreeOfCycles().check(agent);
  }

  @Test
  void noPackageIsCrowded() {
    assertThat(all.stream().map(JavaClass::getPackageName))
        .contains(ROOT, FACE, ROOT + ".testing", ROOT + ".extension", ROOT + ".frameworks.koog");
    assertThat(Packages.crowded(all)).isEmpty();
  }

  /** Of the modules, too, that are not on the class path of this one. */
  @Test
  void noPackageOfAnyModuleIsCrowded() throws IOException {
    assertThat(EVERYTHING.resolve("benchmarks/src/main/java/io/loophalt/benchmarks")).isDirectory();
    assertThat(Packages.crowdedSources(EVERYTHING)).isEmpty();
  }

  @Test
  void noRingOfClassesIsLarge() {
    assertThat(ClassRings.largeOf(all)).isEmpty();
  }

  @Test
  void aLargeRingIsFound() {
    JavaClasses ofTheJdk =
        new ClassFileImporter()
            .importClasses(Object.class, Class.class, String.class, Integer.class, Runnable.class);

    assertThat(ClassRings.largeOf(ofTheJdk))
        .containsExactly(
            Set.of("java.lang.Object", "java.lang.Class", "java.lang.String", "java.lang.Integer"));
  }

  @Test
  void whatTheApplicationCanSeeUsesTheJdkOnly() {
    classes()
        .that()
        .resideInAPackage(tree("agent.launch"))
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage("java..", tree("agent.launch"), "org.jspecify.."))
        .check(agent);
  }

  @Test
  void theLauncherDoesNotStartWhatTheApplicationMayConfigureFirst() {
    noClasses()
        .that()
        .resideInAPackage(tree("agent.launch"))
        // The build's; it is not in the jar.
        .and()
        .haveNameNotMatching(".*\\.IsolatedArchiveWriter(\\$.*)?")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("java.util.logging..", "java.nio..", "java.lang.invoke.."))
        .check(agent);
  }

  @Test
  void aFrameworkUsesTheExtensionApiAndNoOtherFramework() {
    classes()
        .that()
        .resideInAPackage(tree("frameworks"))
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                "java..",
                ROOT,
                tree("extension"),
                tree("frameworks"),
                "org.jspecify..",
                "com.google.auto.service.."))
        .check(agent);
    slices().matching(ROOT + ".frameworks.(*)..").should().notDependOnEachOther().check(agent);
  }

  @Test
  void nobodyKnowsAFrameworkBeforeItIsThere() {
    noClasses()
        .that()
        .resideOutsideOfPackages(tree("frameworks"), tree("agent.startup"))
        .should()
        .dependOnClassesThat(resideInAPackage(tree("frameworks")))
        .check(agent);
  }

  @Test
  void theExtensionApiIsOfTheJdkAndTheAnnotations() {
    classes()
        .that()
        .resideInAPackage(tree("extension"))
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage("java..", ROOT, tree("extension"), "org.jspecify.."))
        .check(agent);
  }

  @Test
  void byteBuddyIsKnownToWeavingOnly() {
    onlyIn("net.bytebuddy..", DescribedPredicate.alwaysTrue(), "instrumentation");
  }

  @Test
  void yamlIsKnownToTheConfigurationOnly() {
    onlyIn("org.yaml..", DescribedPredicate.alwaysTrue(), "configuration");
  }

  @Test
  void jsonIsKnownToRecordingsAndReportsOnly() {
    // And to presets, which read arguments the way their originals do.
    onlyIn(
        "com.fasterxml..",
        DescribedPredicate.alwaysTrue(),
        "recordings",
        "operations",
        "agent.cli",
        "presets");
  }

  @Test
  void theClientOfRedisIsKnownToTheStoreOnly() {
    onlyIn("redis.clients..", DescribedPredicate.alwaysTrue(), "store");
  }

  @Test
  void prometheusIsKnownToItsEndpointOnly() {
    onlyIn("io.prometheus..", DescribedPredicate.alwaysTrue(), "operations.metrics");
  }

  @Test
  void openTelemetryIsKnownToItsExporterOnly() {
    onlyIn("io.opentelemetry..", DescribedPredicate.alwaysTrue(), "operations.metrics");
  }

  @Test
  void commandLineParsingIsKnownToTheCommandLineOnly() {
    onlyIn("picocli..", DescribedPredicate.alwaysTrue(), "agent.cli");
  }

  @Test
  void detectorsReadNoClock() {
    noClasses()
        .that()
        .resideInAnyPackage(tree("core.detect"), tree("presets"))
        .should()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .dependOnClassesThat(resideInAPackage("java.time..").and(not(equivalentTo(Duration.class))))
        .check(agent);
  }

  @Test
  void detectorsDoNoInputOrOutputButOfTheirState() {
    Set<String> ofTheirState =
        Set.of("java.io.DataInput", "java.io.DataOutput", "java.io.IOException");
    noClasses()
        .that()
        .resideInAnyPackage(tree("core.detect"), tree("presets"))
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("java.io..", "java.nio..", "java.net..")
                .and(
                    DescribedPredicate.<JavaClass>describe(
                        "are not for their state",
                        each ->
                            !ofTheirState.contains(each.getName())
                                && !each.getPackageName().equals("java.nio.charset"))))
        .check(agent);
  }

  @Test
  void detectorsLeaveNothingToChanceOrToOtherThreads() {
    noClasses()
        .that()
        .resideInAnyPackage(tree("core.detect"), tree("presets"))
        .should()
        .dependOnClassesThat(
            resideInAPackage("java.util.concurrent..")
                .or(
                    DescribedPredicate.<JavaClass>describe(
                        "are random", each -> each.getSimpleName().contains("Random"))))
        .orShould()
        .callMethod(Math.class, "random")
        .check(agent);
  }

  @Test
  void everyPackageIsDescribedAndNullMarked() {
    assertThat(Packages.undescribed(agent)).isEmpty();
  }

  private static void onlyIn(
      String library, DescribedPredicate<JavaClass> part, String... packages) {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            Stream.of(packages).map(ArchitectureTest::tree).toArray(String[]::new))
        .should()
        .dependOnClassesThat(resideInAPackage(library).and(part))
        .as(library + " is used in " + List.of(packages) + " only")
        .check(agent);
  }

  private static String room(String name) {
    boolean hasRooms = TOP_DOWN.stream().anyMatch(each -> each.startsWith(name + '.'));
    return hasRooms ? ROOT + '.' + name : tree(name);
  }

  private static String tree(String name) {
    return ROOT + '.' + name + "..";
  }
}
