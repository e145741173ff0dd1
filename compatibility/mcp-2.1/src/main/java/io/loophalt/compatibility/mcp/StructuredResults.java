package io.loophalt.compatibility.mcp;

import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Asks a tool the same again and again whose text never changes: what it found is in the structured
 * content alone. One such tool finds more each time, another one the same.
 */
public final class StructuredResults {

  private static final String SERVE = "serve";
  private static final int CALLS = 12;

  private StructuredResults() {}

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
        McpClient.sync(ServerProcess.of(StructuredResults.class, SERVE)).build()) {
      client.initialize();
      for (String tool : List.of("growing", "standing")) {
        AtomicInteger calls = new AtomicInteger();
        Report.fact(tool + ".outcome", outcome(client, tool, calls));
        Report.fact(tool + ".calls", calls.get());
      }
    }
  }

  private static String outcome(McpSyncClient client, String tool, AtomicInteger calls) {
    try {
      return askAgain(client, tool, calls);
    } catch (Throwable thrown) {
      return thrown.getClass().getSimpleName();
    }
  }

  /** A run. */
  private static String askAgain(McpSyncClient client, String tool, AtomicInteger calls) {
    CallToolRequest request = CallToolRequest.builder(tool).arguments(Map.of()).build();
    while (calls.get() < CALLS) {
      calls.incrementAndGet();
      client.callTool(request);
    }
    return "asked";
  }

  private static void serve() {
    AtomicInteger rows = new AtomicInteger();
    McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper()))
        .serverInfo("results", "1")
        .capabilities(ServerCapabilities.builder().tools(true).build())
        .tools(tool("growing", rows, 1), tool("standing", rows, 0))
        .build();
  }

  private static SyncToolSpecification tool(String name, AtomicInteger rows, int more) {
    return SyncToolSpecification.builder()
        .tool(Tool.builder(name, Map.of("type", "object")).description("a tool").build())
        .callHandler(
            (exchange, request) ->
                new CallToolResult(
                    List.of(TextContent.builder("Found rows attached.").build()),
                    false,
                    Map.of("rows", rows.addAndGet(more)),
                    null))
        .build();
  }
}
