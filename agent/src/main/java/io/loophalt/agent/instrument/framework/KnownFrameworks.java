package io.loophalt.agent.instrument.framework;

import io.loophalt.agent.gate.Runs;
import io.loophalt.agent.instrument.Framework;
import io.loophalt.agent.instrument.FrameworkCatalog;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All frameworks of this package. A new one is added to both methods. */
public final class KnownFrameworks implements FrameworkCatalog {

  private static final String LANGCHAIN4J = "dev.langchain4j.";

  private static final String SPRING_AI = "org.springframework.ai.";

  private static final String[] FAMILIES = {LANGCHAIN4J, SPRING_AI};

  private final Runs runs;

  /** Whose handlers go to these runs. */
  public KnownFrameworks(Runs runs) {
    this.runs = runs;
  }

  @Override
  public @Nullable String familyOf(String className) {
    for (String family : FAMILIES) {
      if (className.startsWith(family)) {
        return family;
      }
    }
    return null;
  }

  @Override
  public List<Framework> frameworksOf(String family) {
    return switch (family) {
      case LANGCHAIN4J -> LangChain4j.frameworks(runs);
      case SPRING_AI -> SpringAi.frameworks(runs);
      default -> throw new IllegalArgumentException("no framework is in " + family);
    };
  }
}
