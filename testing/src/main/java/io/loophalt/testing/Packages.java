package io.loophalt.testing;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
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
