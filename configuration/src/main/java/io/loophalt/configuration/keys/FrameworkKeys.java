package io.loophalt.configuration.keys;

import static io.loophalt.configuration.schema.Key.optional;

import io.loophalt.configuration.schema.ChoiceType;
import io.loophalt.configuration.schema.Key;
import io.loophalt.configuration.schema.Located;
import io.loophalt.configuration.schema.MapType;
import io.loophalt.configuration.schema.ObjectType;
import io.loophalt.configuration.schema.Scalars;
import io.loophalt.configuration.schema.Settings;
import io.loophalt.configuration.schema.ShortType;
import io.loophalt.configuration.schema.Type;
import io.loophalt.runtime.policy.FrameworkSwitches;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The keys that switch known frameworks on and off, all of them or single ones by name. */
public final class FrameworkKeys {

  private static final List<Key<Boolean>> SWITCHES =
      List.of(
          single("langchain4j", "LangChain4j"),
          single("quarkus-langchain4j", "LangChain4j as Quarkus has it"),
          single("spring-ai", "Spring AI"),
          single("google-adk", "Google ADK"),
          single("mcp", "The MCP Java SDK"),
          single("koog", "Koog"),
          single("embabel", "Embabel"),
          single("spring-ai-alibaba", "Spring AI Alibaba"),
          single("langgraph4j", "LangGraph4j"),
          single("agentscope", "AgentScope"),
          single("openai", "The OpenAI SDK"),
          single("anthropic", "The Anthropic SDK"),
          single("bedrock", "Amazon Bedrock"),
          single("google-genai", "Google's Gen AI SDK"),
          single("azure-openai", "Azure's SDK for OpenAI"),
          single("ollama4j", "Ollama4j"));

  /** The key under which all this stands. */
  static final Key<FrameworkSwitches> FRAMEWORKS =
      frameworks(
          new ObjectType<>(
              "frameworks", "framework", List.copyOf(SWITCHES), FrameworkKeys::switches));

  /** The same where extensions bring frameworks whose names are not known here. */
  static final Key<FrameworkSwitches> WITH_EXTENSIONS =
      frameworks(new MapType<>(Scalars.FRAMEWORK, Scalars.TRUTH, FrameworkKeys::switches));

  private FrameworkKeys() {}

  /** The names of frameworks that can be switched off. */
  public static List<String> names() {
    List<String> names = new ArrayList<>();
    for (Key<Boolean> each : SWITCHES) {
      names.add(each.name());
    }
    return names;
  }

  private static Key<FrameworkSwitches> frameworks(Type<FrameworkSwitches> byName) {
    return optional(
        "frameworks",
        new ChoiceType<>(
            List.of(
                new ShortType<>(
                    Scalars.TRUTH,
                    all -> all.value() ? FrameworkSwitches.ALL : FrameworkSwitches.NONE),
                byName)),
        "Whether known agent frameworks are woven: all or none, or single ones by name; true by"
            + " default.",
        "weave: {frameworks: {langchain4j: false}}");
  }

  private static Key<Boolean> single(String name, String title) {
    return optional(
        name,
        Scalars.TRUTH,
        title + "; true by default.",
        "weave: {frameworks: {" + name + ": false}}");
  }

  private static FrameworkSwitches switches(Settings settings) {
    Set<String> off = new HashSet<>();
    for (Key<Boolean> each : SWITCHES) {
      if (!settings.get(each, true)) {
        off.add(each.name());
      }
    }
    return new FrameworkSwitches(true, off);
  }

  private static FrameworkSwitches switches(Map<String, Located<Boolean>> byName) {
    Set<String> off = new HashSet<>();
    byName.forEach(
        (name, isOn) -> {
          if (!isOn.value()) {
            off.add(name);
          }
        });
    return new FrameworkSwitches(true, off);
  }
}
