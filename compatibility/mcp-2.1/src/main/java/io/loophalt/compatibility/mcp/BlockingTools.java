package io.loophalt.compatibility.mcp;

import io.loophalt.compatibility.scenario.ToolRequest;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import java.util.ArrayList;
import java.util.List;

/** One call after the other; whatever one throws becomes a text for the model. */
final class BlockingTools implements Loop.Tools {

  private final McpSyncClient client;

  BlockingTools(McpSyncClient client) {
    this.client = client;
    client.initialize();
    client.listTools();
  }

  @Override
  public List<String> call(Loop loop, List<ToolRequest> requests) {
    List<String> results = new ArrayList<>();
    for (ToolRequest each : requests) {
      try {
        results.add(Loop.text(client.callTool(loop.request(each))));
      } catch (RuntimeException failed) {
        results.add("Error: " + failed.getMessage());
      }
    }
    return results;
  }

  @Override
  public int callsOf(String conversation) {
    return SceneServer.calls(
        client.readResource(ReadResourceRequest.builder(SceneServer.CALLS).build()), conversation);
  }
}
