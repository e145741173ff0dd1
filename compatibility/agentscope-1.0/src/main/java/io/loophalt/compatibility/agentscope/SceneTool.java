package io.loophalt.compatibility.agentscope;

import io.agentscope.core.message.ToolResultBlock;
import io.agentscope.core.tool.AgentTool;
import io.agentscope.core.tool.ToolCallParam;
import io.loophalt.compatibility.scenario.Scene;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** One of a scene's tools as an object. */
record SceneTool(String name, Scene scene) implements AgentTool {

  @Override
  public String getName() {
    return name;
  }

  @Override
  public String getDescription() {
    return name;
  }

  @Override
  public Map<String, Object> getParameters() {
    return Map.of(
        "type",
        "object",
        "properties",
        Map.of("input", Map.of("type", "string")),
        "required",
        List.of("input"));
  }

  @Override
  public Mono<ToolResultBlock> callAsync(ToolCallParam param) {
    @Nullable Object input = param.getInput().get("input");
    return Mono.fromCallable(() -> ToolResultBlock.text(scene.tool(name, String.valueOf(input))));
  }
}
