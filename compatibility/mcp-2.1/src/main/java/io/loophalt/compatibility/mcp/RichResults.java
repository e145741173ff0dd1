package io.loophalt.compatibility.mcp;

import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.Annotations;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Content;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Asks a tool the same until its result is another one, and reports in what the two differ. The
 * result has all that MCP knows, and does not say whether it is an error.
 */
public final class RichResults {

  private static final String SERVE = "serve";
  private static final String TOOL = "look_up";
  private static final int CAP = 4;

  private RichResults() {}

  /** Entry point, of the client and of its server. */
  public static void main(String[] args) {
    if (args.length > 0 && args[0].equals(SERVE)) {
      serve();
    } else {
      Lifeline.hold();
      ask();
      Report.fact("done", true);
    }
  }

  private static void ask() {
    try (McpSyncClient client =
        McpClient.sync(ServerProcess.of(RichResults.class, SERVE)).build()) {
      client.initialize();
      compareResults(client);
    }
  }

  /** The run. */
  private static void compareResults(McpSyncClient client) {
    CallToolRequest request = CallToolRequest.builder(TOOL).arguments(Map.of()).build();
    CallToolResult first = client.callTool(request);
    Report.fact("is.error", first.isError());
    Report.fact("structured", first.structuredContent());
    Report.fact("meta", first.meta());
    for (int call = 2; call <= CAP; call++) {
      CallToolResult other = client.callTool(request);
      if (!other.equals(first)) {
        compare(first, other);
        return;
      }
    }
  }

  private static void compare(CallToolResult first, CallToolResult nudged) {
    int before = first.content().size();
    List<Content> contents = nudged.content();
    Report.fact("nudged.is.error", nudged.isError());
    Report.fact("nudged.structured", nudged.structuredContent());
    Report.fact("nudged.meta", nudged.meta());
    Report.fact("contents.kept", contents.subList(0, before).equals(first.content()));
    Report.fact("contents.added", contents.size() - before);
    Report.fact("added", ((TextContent) contents.get(before)).text());
  }

  private static void serve() {
    McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper()))
        .serverInfo("results", "1")
        .capabilities(ServerCapabilities.builder().tools(true).build())
        .tools(
            SyncToolSpecification.builder()
                .tool(Tool.builder(TOOL, Map.of("type", "object")).description("a tool").build())
                .callHandler((exchange, request) -> result())
                .build())
        .build();
  }

  private static CallToolResult result() {
    Map<String, @Nullable Object> structured = new HashMap<>();
    structured.put("found", List.of());
    structured.put("next", null);
    return new CallToolResult(
        List.of(
            new TextContent(
                new Annotations(List.of(Role.USER), 0.5, "2026-11-22T02:00:00Z"),
                "nothing",
                Map.of("part", 1))),
        null,
        structured,
        Map.of("trace", "t-1"));
  }
}
