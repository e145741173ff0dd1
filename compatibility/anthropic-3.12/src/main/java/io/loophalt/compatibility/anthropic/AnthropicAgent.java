package io.loophalt.compatibility.anthropic;

import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import io.loophalt.compatibility.provider.AnthropicServer;
import io.loophalt.compatibility.scenario.FrameworkUnderTest;
import io.loophalt.compatibility.scenario.Stage;
import io.loophalt.compatibility.scenario.WrittenLoop;
import java.util.LinkedHashMap;
import java.util.Map;

/** Plays all scripts with a loop of its own and with the SDK's, all with one client. */
public final class AnthropicAgent {

  private AnthropicAgent() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    AnthropicServer server = new AnthropicServer(true);
    AnthropicClient client =
        AnthropicOkHttpClient.builder()
            .baseUrl(server.address())
            .apiKey("none")
            .maxRetries(0)
            .build();
    Map<String, FrameworkUnderTest> ways = new LinkedHashMap<>();
    ways.put("messages", messages(server, client, Messages::blocking));
    ways.put("streamed", messages(server, client, Messages::streamed));
    ways.put("async", messages(server, client, Messages::async));
    ways.put("async-streamed", messages(server, client, Messages::asyncStreamed));
    ways.put("raw-streamed", messages(server, client, Messages::rawStreamed));
    ways.put("raw-async", messages(server, client, Messages::rawAsync));
    ways.put(
        "tool-runner",
        (scene, conversation, question) -> {
          server.play(conversation, scene);
          return ToolRunner.ask(client, scene, conversation, question);
        });
    Stage.play(ways);
  }

  private static FrameworkUnderTest messages(
      AnthropicServer server, AnthropicClient client, Messages.Way way) {
    return (scene, conversation, question) -> {
      server.play(conversation, scene);
      return WrittenLoop.ask(scene, new Messages(client, conversation, way), question);
    };
  }
}
