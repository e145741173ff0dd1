package io.loophalt.compatibility.anthropic;

import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import io.loophalt.compatibility.anthropic.Messages.Results;
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
    ways.put("messages", messages(server, client, Messages::blocking, Results.TOGETHER));
    ways.put("streamed", messages(server, client, Messages::streamed, Results.TOGETHER));
    ways.put("async", messages(server, client, Messages::async, Results.TOGETHER));
    ways.put("async-streamed", messages(server, client, Messages::asyncStreamed, Results.TOGETHER));
    ways.put("raw-streamed", messages(server, client, Messages::rawStreamed, Results.TOGETHER));
    ways.put("raw-async", messages(server, client, Messages::rawAsync, Results.TOGETHER));
    ways.put("results-apart", messages(server, client, Messages::blocking, Results.APART));
    ways.put("results-in-pairs", messages(server, client, Messages::blocking, Results.IN_PAIRS));
    ways.put(
        "tool-runner",
        (scene, conversation, question) -> {
          server.play(conversation, scene);
          return ToolRunner.ask(client, scene, conversation, question);
        });
    Stage.play(ways);
  }

  private static FrameworkUnderTest messages(
      AnthropicServer server, AnthropicClient client, Messages.Way way, Results order) {
    return (scene, conversation, question) -> {
      server.play(conversation, scene);
      return WrittenLoop.ask(scene, new Messages(client, conversation, way, order), question);
    };
  }
}
