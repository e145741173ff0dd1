package io.loophalt.core;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The engine stands on the JDK and the annotations alone, and needs nothing of a JVM that a native
 * image does not have.
 */
class CoreArchitectureTest {

  private static final String ROOT = "io.loophalt.core";

  private static JavaClasses core;

  @BeforeAll
  static void readTheClasses() {
    core =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);
  }

  @Test
  void itDependsOnTheJdkAndTheAnnotationsAlone() {
    classes()
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                "java..", "javax.crypto..", "io.loophalt", ROOT + "..", "org.jspecify.annotations"))
        .check(core);
  }

  @Test
  void whatDecidesKnowsNothingOfTheFaceThatProgramsCall() {
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT)
        .should()
        .dependOnClassesThat(resideInAPackage(ROOT))
        .check(core);
  }

  @Test
  void itUsesNoReflection() {
    noClasses()
        .should()
        .dependOnClassesThat(
            DescribedPredicate.describe("are reflection", CoreArchitectureTest::isReflection))
        .check(core);
  }

  @Test
  void nothingIsLoadedByItsNameNorReadFromAResource() {
    DescribedPredicate<JavaClass> loaders =
        DescribedPredicate.describe(
            "load services or resources",
            each ->
                List.of("java.util.ServiceLoader", "java.util.ResourceBundle")
                    .contains(each.getName()));
    noClasses()
        .should()
        .callMethod(Class.class, "forName", String.class)
        .orShould()
        .callMethod(Class.class, "forName", String.class, boolean.class, ClassLoader.class)
        .orShould()
        .callMethod(ClassLoader.class, "loadClass", String.class)
        .orShould()
        .callMethod(Class.class, "getResource", String.class)
        .orShould()
        .callMethod(Class.class, "getResourceAsStream", String.class)
        .orShould()
        .callMethodWhere(
            target(owner(assignableTo(ClassLoader.class)))
                .and(target(nameMatching("get(System)?Resource.*"))))
        .orShould()
        .dependOnClassesThat(loaders)
        .check(core);
  }

  @Test
  void itHasNoClockOfItsOwn() {
    noClasses()
        .should()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(java.time.Instant.class, "now")
        .orShould()
        .callMethod(java.time.Clock.class, "systemUTC")
        .check(core);
  }

  @Test
  void itStartsNoThread() {
    noClasses()
        .should()
        .callConstructor(Thread.class)
        .orShould()
        .callConstructor(Thread.class, Runnable.class)
        .orShould()
        .callConstructor(Thread.class, Runnable.class, String.class)
        .orShould()
        .dependOnClassesThat(
            DescribedPredicate.describe(
                "run tasks on threads",
                each ->
                    each.getPackageName().equals("java.util.concurrent")
                        && each.getSimpleName()
                            .matches("Executors|ThreadPool.*|ForkJoin.*|CompletableFuture")))
        .check(core);
  }

  private static boolean isReflection(JavaClass type) {
    return type.getPackageName().equals("java.lang.reflect")
        || Set.of(
                "java.lang.ClassValue",
                "java.lang.invoke.MethodHandle",
                "java.lang.invoke.VarHandle")
            .contains(type.getName());
  }
}
