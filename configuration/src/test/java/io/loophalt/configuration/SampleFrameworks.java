package io.loophalt.configuration;

import io.loophalt.configuration.settings.FrameworkNames;
import java.util.Map;
import java.util.TreeMap;

/** Some frameworks that a configuration can name. */
final class SampleFrameworks implements FrameworkNames {

  @Override
  public Map<String, String> titles() {
    return new TreeMap<>(
        Map.of("koog", "Koog", "langchain4j", "LangChain4j", "mcp", "MCP Java SDK"));
  }
}
