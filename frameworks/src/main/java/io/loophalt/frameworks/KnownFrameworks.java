package io.loophalt.frameworks;

import io.loophalt.core.policy.FrameworkSwitches;
import io.loophalt.instrumentation.Framework;
import io.loophalt.instrumentation.FrameworkCatalog;
import io.loophalt.runtime.correlation.RunCorrelator;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All frameworks of this package. A new one is added to each method. */
public final class KnownFrameworks implements FrameworkCatalog {

  private static final String LANGCHAIN4J = "dev.langchain4j.";
  private static final String GOOGLE_ADK = "com.google.adk.";
  private static final String MCP = "io.modelcontextprotocol.";
  private static final String SPRING_AI = "org.springframework.ai.";
  private static final String SERVLETS = "jakarta.servlet.http.";
  private static final String OLD_SERVLETS = "javax.servlet.http.";
  private static final String OPENAI = "com.openai.";
  private static final String ANTHROPIC = "com.anthropic.";
  private static final String BEDROCK = "software.amazon.awssdk.services.bedrockruntime.";

  private static final String KOOG = "ai.koog.";
  private static final String EMBABEL = "com.embabel.agent.";
  private static final String QUARKUS_LANGCHAIN4J = "io.quarkiverse.langchain4j.";

  private static final String[] FRAMEWORKS = {
    LANGCHAIN4J,
    SPRING_AI,
    GOOGLE_ADK,
    MCP,
    OPENAI,
    ANTHROPIC,
    BEDROCK,
    KOOG,
    EMBABEL,
    QUARKUS_LANGCHAIN4J
  };
  private static final String[] BOUNDARIES = {SERVLETS, OLD_SERVLETS};
  private static final String[] NONE = {};

  private final RunCorrelator runs;
  private final String[] frameworks;
  private final String[] boundaries;

  /**
   * Whose handlers go to these runs.
   *
   * @param switches which frameworks for agents are among them
   * @param servletRequests whether servlet requests are boundaries of runs
   */
  public KnownFrameworks(RunCorrelator runs, FrameworkSwitches switches, boolean servletRequests) {
    this.runs = runs;
    List<String> on = new ArrayList<>();
    for (String family : FRAMEWORKS) {
      if (switches.isOn(nameOf(family))) {
        on.add(family);
      }
    }
    this.frameworks = on.toArray(NONE);
    this.boundaries = servletRequests ? BOUNDARIES : NONE;
  }

  /** The names by which a configuration switches frameworks off. */
  public static List<String> names() {
    List<String> names = new ArrayList<>();
    for (String family : FRAMEWORKS) {
      names.add(nameOf(family));
    }
    return names;
  }

  private static String nameOf(String family) {
    return switch (family) {
      case LANGCHAIN4J -> "langchain4j";
      case SPRING_AI -> "spring-ai";
      case GOOGLE_ADK -> "google-adk";
      case MCP -> "mcp";
      case OPENAI -> "openai";
      case ANTHROPIC -> "anthropic";
      case BEDROCK -> "bedrock";
      case KOOG -> "koog";
      case EMBABEL -> "embabel";
      case QUARKUS_LANGCHAIN4J -> "quarkus-langchain4j";
      default -> throw new IllegalArgumentException("no framework is in " + family);
    };
  }

  @Override
  public @Nullable String titleOf(String family) {
    return switch (family) {
      case LANGCHAIN4J -> "LangChain4j";
      case SPRING_AI -> "Spring AI";
      case GOOGLE_ADK -> "Google ADK";
      case MCP -> "MCP Java SDK";
      case OPENAI -> "OpenAI SDK";
      case ANTHROPIC -> "Anthropic SDK";
      case BEDROCK -> "Amazon Bedrock";
      case KOOG -> "Koog";
      case EMBABEL -> "Embabel";
      case QUARKUS_LANGCHAIN4J -> "Quarkus LangChain4j";
      default -> null; // boundaries of runs, in which nothing need ever call a model
    };
  }

  @Override
  public @Nullable String familyOf(String className) {
    String family = familyOf(className, frameworks);
    return family != null ? family : familyOf(className, boundaries);
  }

  private static @Nullable String familyOf(String className, String[] families) {
    for (String family : families) {
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
      case GOOGLE_ADK -> List.of(GoogleAdk.framework(runs));
      case MCP -> List.of(McpClient.framework(runs));
      case SERVLETS -> Servlets.frameworks("jakarta", runs);
      case OLD_SERVLETS -> Servlets.frameworks("javax", runs);
      case OPENAI -> List.of(OpenAiSdk.framework(runs));
      case ANTHROPIC -> List.of(AnthropicSdk.framework(runs));
      case BEDROCK -> List.of(Bedrock.framework(runs));
      case QUARKUS_LANGCHAIN4J -> List.of(QuarkusLangChain4j.framework(runs));
      case EMBABEL -> List.of(Embabel.framework(runs));
      case KOOG -> List.of(Koog.framework(runs));
      default -> throw new IllegalArgumentException("no framework is in " + family);
    };
  }
}
