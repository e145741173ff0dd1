package io.loophalt.testing;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

/** What holds of each package of the house. */
public final class Packages {

  private static final int MOST_CLASSES = 30;

  private Packages() {}

  /** Those that have more than {@value #MOST_CLASSES} classes, nested ones not counted. */
  public static List<String> crowded(JavaClasses classes) {
    Map<String, Long> sizes =
        classes.stream()
            .filter(each -> each.isTopLevelClass() && !each.getSimpleName().equals("package-info"))
            .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));
    return sizes.entrySet().stream()
        .filter(each -> each.getValue() > MOST_CLASSES)
        .map(Map.Entry::getKey)
        .toList();
  }

  /**
   * Those that have more than {@value #MOST_CLASSES} files of sources, of all modules below a
   * folder, built or not; tests are not counted. As a folder each.
   */
  public static List<String> crowdedSources(Path root) throws IOException {
    List<String> crowded = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            if (isOfNoModule(folder)) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            if (sourcesIn(folder) > MOST_CLASSES) {
              crowded.add(root.relativize(folder).toString());
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return crowded;
  }

  /** What the build writes, what is hidden, and tests. */
  private static boolean isOfNoModule(Path folder) {
    String name = String.valueOf(folder.getFileName());
    return name.equals("target") || name.startsWith(".") || folder.endsWith(Path.of("src", "test"));
  }

  private static long sourcesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(each -> each.getFileName().toString())
          .filter(each -> each.endsWith(".java") || each.endsWith(".kt"))
          .filter(each -> !each.equals("package-info.java"))
          .count();
    }
  }

  /** Those without a {@code package-info} that says {@link NullMarked}. */
  public static List<String> undescribed(JavaClasses classes) {
    return classes.stream()
        .map(JavaClass::getPackage)
        .distinct()
        .filter(
            each ->
                each.tryGetPackageInfo()
                    .filter(info -> info.isAnnotatedWith(NullMarked.class))
                    .isEmpty())
        .map(JavaPackage::getName)
        .toList();
  }
}
