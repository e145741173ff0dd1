package io.loophalt.instrumentation;

import io.loophalt.extension.Artifact;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The frameworks that are known, by the packages of their classes: nothing of a framework is looked
 * at, our own code for it included, before the first of its classes is loaded. Thread-safe.
 */
public interface FrameworkCatalog {

  /** No framework. */
  FrameworkCatalog NONE =
      new FrameworkCatalog() {
        @Override
        public @Nullable String familyOf(String className) {
          return null;
        }

        @Override
        public List<Artifact> frameworksOf(String family) {
          return List.of();
        }

        @Override
        public @Nullable String titleOf(String family) {
          return null;
        }
      };

  /** The family of frameworks that a class belongs to, or null. Asked for every class. */
  @Nullable String familyOf(String className);

  /** The frameworks of a family, each with a marker class of its own. Asked once. */
  List<Artifact> frameworksOf(String family);

  /** What people call a family, when they are told that it is watched; null to tell nobody. */
  @Nullable String titleOf(String family);
}
