package io.loophalt.compatibility.mcp;

import io.loophalt.compatibility.scenario.FrameworkUnderTest;
import io.loophalt.compatibility.scenario.Stage;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import java.util.LinkedHashMap;
import java.util.Map;

/** Plays all scripts with loops of its own; all conversations of one way share a client. */
public final class McpAgent {

  private McpAgent() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    Loop.Tools blocking = new BlockingTools(McpClient.sync(server()).build());
    Loop.Tools reactive = new ReactiveTools(McpClient.async(server()).build());
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

  private static StdioClientTransport server() {
    return new StdioClientTransport(
        ServerParameters.builder(System.getProperty("java.home") + "/bin/java")
            .args(
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                SceneServer.class.getName())
            .build(),
        McpJsonDefaults.getMapper());
  }
}
