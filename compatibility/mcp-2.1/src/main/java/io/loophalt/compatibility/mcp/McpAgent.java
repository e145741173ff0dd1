package io.loophalt.compatibility.mcp;

import io.loophalt.compatibility.scenario.FrameworkUnderTest;
import io.loophalt.compatibility.scenario.Stage;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import java.util.LinkedHashMap;
import java.util.Map;

/** Plays all scripts with loops of its own; all conversations of one way share a client. */
public final class McpAgent {

  private McpAgent() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    Loop.Tools blocking =
        new BlockingTools(McpClient.sync(ServerProcess.of(SceneServer.class)).build());
    Loop.Tools reactive =
        new ReactiveTools(McpClient.async(ServerProcess.of(SceneServer.class)).build());
    Loop.Tools overHttp =
        new BlockingTools(
            McpClient.sync(
                    HttpClientStreamableHttpTransport.builder(SceneServer.serveOverHttp())
                        .endpoint(SceneServer.ENDPOINT)
                        .build())
                .build());
    Map<String, FrameworkUnderTest> ways = new LinkedHashMap<>();
    ways.put(
        "blocking",
        (scene, conversation, question) -> new Loop(scene, conversation, blocking).ask());
    ways.put(
        "reactive",
        (scene, conversation, question) -> new Loop(scene, conversation, reactive).ask());
    ways.put(
        "over http",
        (scene, conversation, question) -> new Loop(scene, conversation, overHttp).ask());
    Stage.play(ways);
  }
}
