package io.loophalt.compatibility.scenario;

/**
 * A tool call that the scripted model asks for.
 *
 * @param id unique in its scene
 * @param tool one of {@link Scene#TOOLS}
 * @param input the value of the tool's only parameter, {@code input}
 */
public record ToolRequest(String id, String tool, String input) {

  /** The arguments as a model writes them. */
  public String json() {
    return "{\"input\": \"" + input.replace("\\", "\\\\").replace("\"", "\\\"") + "\"}";
  }
}
