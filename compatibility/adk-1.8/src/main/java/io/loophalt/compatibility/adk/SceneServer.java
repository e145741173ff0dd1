package io.loophalt.compatibility.adk;

import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Script;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.JsonSchema;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.List;
import java.util.Map;

/** A scene's tools behind MCP; it ends when its standard input does. */
public final class SceneServer {

  private SceneServer() {}

  /** Entry point. */
  public static void main(String[] args) {
    Scene scene = new Scene(Script.SAME_QUESTION);
    McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper()))
        .serverInfo("scene", "1")
        .capabilities(ServerCapabilities.builder().tools(true).build())
        .tools(Scene.TOOLS.stream().map(name -> tool(name, scene)).toList())
        // This SDK loses an answer that one thread gives while another has not returned from giving
        // one: it is woken by the first answer's arrival, and the thread that gave it waits for a
        // processor.
        .immediateExecution(true)
        .build();
  }

  private static SyncToolSpecification tool(String name, Scene scene) {
    JsonSchema input =
        new JsonSchema(
            "object",
            Map.of("input", Map.of("type", "string")),
            List.of("input"),
            false,
            null,
            null);
    return SyncToolSpecification.builder()
        .tool(
            Tool.builder().name(name).description("a tool of the scene").inputSchema(input).build())
        .callHandler(
            (exchange, request) ->
                CallToolResult.builder()
                    .addTextContent(
                        scene.tool(name, String.valueOf(request.arguments().get("input"))))
                    .build())
        .build();
  }
}
