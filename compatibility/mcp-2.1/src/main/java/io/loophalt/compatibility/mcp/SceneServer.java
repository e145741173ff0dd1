package io.loophalt.compatibility.mcp;

import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Script;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;

/** The tools of all scenes behind MCP, in a process of their own or over HTTP. */
public final class SceneServer {

  /** Where a request says which conversation it is for; the server keeps them apart. */
  static final String CONVERSATION = "conversation";

  /** A resource: for each conversation a line with the number of calls carried out. */
  static final String CALLS = "scenes://calls";

  /** The path at which it is found over HTTP. */
  static final String ENDPOINT = "/mcp";

  private static final Map<String, Scene> SCENES = new ConcurrentHashMap<>();

  private SceneServer() {}

  /** Entry point. */
  public static void main(String[] args) {
    serve(McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper())));
  }

  /** Serves them from this process, over streamable HTTP; says where. */
  static String serveOverHttp() throws LifecycleException {
    HttpServletStreamableServerTransportProvider transport =
        HttpServletStreamableServerTransportProvider.builder().mcpEndpoint(ENDPOINT).build();
    serve(McpServer.sync(transport));
    Tomcat tomcat = new Tomcat();
    tomcat.setPort(0);
    Context context = tomcat.addContext("", null);
    Tomcat.addServlet(context, "mcp", transport).setAsyncSupported(true);
    context.addServletMappingDecoded(ENDPOINT, "mcp");
    tomcat.start();
    return "http://localhost:" + tomcat.getConnector().getLocalPort();
  }

  private static void serve(McpServer.SyncSpecification<?> server) {
    server
        .serverInfo("scenes", "1")
        .capabilities(ServerCapabilities.builder().tools(true).resources(false, false).build())
        .tools(Scene.TOOLS.stream().map(SceneServer::tool).toList())
        .resources(
            new SyncResourceSpecification(
                Resource.builder(CALLS, "calls").build(), (exchange, request) -> calls()))
        .build();
  }

  private static SyncToolSpecification tool(String name) {
    Map<String, Object> input =
        Map.of(
            "type",
            "object",
            "properties",
            Map.of("input", Map.of("type", "string")),
            "required",
            List.of("input"));
    boolean writes = name.equals("write_file") || name.equals("edit_file");
    return SyncToolSpecification.builder()
        .tool(
            Tool.builder(name, input)
                .description("a tool of the scene")
                .annotations(ToolAnnotations.builder().readOnlyHint(!writes).build())
                .build())
        .callHandler((exchange, request) -> carriedOut(name, request))
        .build();
  }

  private static CallToolResult carriedOut(String tool, CallToolRequest request) {
    Scene scene =
        SCENES.computeIfAbsent(
            String.valueOf(request.meta().get(CONVERSATION)),
            conversation -> new Scene(Script.SAME_QUESTION));
    try {
      return result(scene.tool(tool, String.valueOf(request.arguments().get("input"))), false);
    } catch (IllegalStateException failed) {
      return result(String.valueOf(failed.getMessage()), true);
    }
  }

  private static CallToolResult result(String text, boolean error) {
    return CallToolResult.builder(List.of(TextContent.builder(text).build()))
        .isError(error)
        .build();
  }

  private static ReadResourceResult calls() {
    StringBuilder lines = new StringBuilder();
    SCENES.forEach(
        (conversation, scene) ->
            lines.append(conversation).append('=').append(scene.toolCalls()).append('\n'));
    return ReadResourceResult.builder(
            List.of(TextResourceContents.builder(CALLS, lines.toString()).build()))
        .build();
  }

  /** Reads what {@link #CALLS} says of a conversation. */
  static int calls(ReadResourceResult result, String conversation) {
    return ((TextResourceContents) result.contents().get(0))
        .text()
        .lines()
        .filter(line -> line.startsWith(conversation + '='))
        .mapToInt(line -> Integer.parseInt(line.substring(conversation.length() + 1)))
        .sum();
  }
}
