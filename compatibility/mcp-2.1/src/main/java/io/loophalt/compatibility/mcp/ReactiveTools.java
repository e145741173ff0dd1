package io.loophalt.compatibility.mcp;

import static java.util.Objects.requireNonNull;

import io.loophalt.compatibility.scenario.ToolRequest;
import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** All calls of a turn at once; whatever one fails with becomes a text for the model. */
final class ReactiveTools implements Loop.Tools {

  private final McpAsyncClient client;

  ReactiveTools(McpAsyncClient client) {
    this.client = client;
    client.initialize().block();
    client.listTools().block();
  }

  @Override
  public List<String> call(Loop loop, List<ToolRequest> requests) {
    return requireNonNull(
        Flux.fromIterable(requests)
            .flatMapSequential(
                each ->
                    client
                        .callTool(loop.request(each))
                        .map(Loop::text)
                        .onErrorResume(failed -> Mono.just("Error: " + failed.getMessage())))
            .collectList()
            .block());
  }

  @Override
  public int callsOf(String conversation) {
    return SceneServer.calls(
        requireNonNull(
            client.readResource(ReadResourceRequest.builder(SceneServer.CALLS).build()).block()),
        conversation);
  }
}
