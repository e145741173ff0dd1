package io.loophalt.fleet;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.loophalt.extension.Extension;
import io.loophalt.runtime.runs.JoinedName;
import io.loophalt.runtime.safety.Log;
import io.loophalt.testing.ClassRings;
import io.loophalt.testing.Packages;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What the agent's ArchitectureTest holds of its own packages, for those of the job: they are not
 * in the agent, whose build comes before.
 */
class FleetArchitectureTest {

  private static final String ROOT = "io.loophalt.";

  /** The rooms of others that it uses. Of a live agent it has the settings, names and the log. */
  private static final String[] USED = {
    ROOT + "core..",
    ROOT + "presets..",
    ROOT + "configuration..",
    ROOT + "recordings..",
    ROOT + "operations.notify..",
    ROOT + "store",
    ROOT + "runtime.policy..",
  };

  private static JavaClasses fleet;

  @BeforeAll
  static void readTheClasses() {
    fleet =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT + "fleet");
  }

  @Test
  void noPackageIsCrowded() {
    assertThat(fleet).isNotEmpty();
    assertThat(Packages.crowded(fleet)).isEmpty();
  }

  @Test
  void noRingOfClassesIsLarge() {
    assertThat(ClassRings.largeOf(fleet)).isEmpty();
  }

  @Test
  void whatIsFoundIsDeliveredByWhoKnowsNothingOfTheJob() {
    slices().matching(ROOT + "(**)").should().beFreeOfCycles().check(fleet);
    noClasses()
        .that()
        .resideInAPackage(ROOT + "fleet.delivery")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(ROOT + "fleet")
        .check(fleet);
  }

  @Test
  void theJobUsesTheEngineAndNothingOfALiveAgent() {
    String[] allowed =
        Stream.of(
                Stream.of(USED),
                Stream.of(ROOT + "fleet..", "io.loophalt"),
                Stream.of("java..", "org.jspecify..", "org.slf4j..", "picocli.."),
                Stream.of("org.apache.flink..", "org.apache.kafka..", "com.fasterxml.jackson.."),
                Stream.of("com.google.protobuf..", "io.opentelemetry.proto.."))
            .flatMap(each -> each)
            .toArray(String[]::new);
    classes()
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(allowed)
                .or(belongToAnyOf(Extension.class, JoinedName.class, Log.class)))
        .check(fleet);
  }

  @Test
  void protobufIsKnownToTheReadersOfSpansOnly() {
    noClasses()
        .that()
        .doNotBelongToAnyOf(OtlpSpans.class, SpanReader.class)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("com.google.protobuf..", "io.opentelemetry..")
        .check(fleet);
  }

  @Test
  void kafkaIsKnownToItsSourceAndItsSinkOnly() {
    noClasses()
        .that()
        .doNotBelongToAnyOf(FleetJob.class, KafkaSpans.class, Destination.class)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.apache.kafka..", "org.apache.flink.connector.kafka..")
        .check(fleet);
  }

  @Test
  void everyPackageIsDescribedAndNullMarked() {
    assertThat(Packages.undescribed(fleet)).isEmpty();
  }
}
