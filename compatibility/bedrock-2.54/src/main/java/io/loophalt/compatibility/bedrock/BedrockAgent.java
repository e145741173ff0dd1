package io.loophalt.compatibility.bedrock;

import io.loophalt.compatibility.scenario.FrameworkUnderTest;
import io.loophalt.compatibility.scenario.Stage;
import io.loophalt.compatibility.scenario.WrittenLoop;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.Protocol;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.bedrockruntime.BedrockRuntimeAsyncClient;
import software.amazon.awssdk.services.bedrockruntime.BedrockRuntimeClient;

/** Plays all scripts with a loop of its own, blocking, asynchronous and streamed. */
public final class BedrockAgent {

  private BedrockAgent() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    BedrockServer server = new BedrockServer();
    StaticCredentialsProvider nobody =
        StaticCredentialsProvider.create(AwsBasicCredentials.create("none", "none"));
    BedrockRuntimeClient client =
        BedrockRuntimeClient.builder()
            .endpointOverride(URI.create(server.address()))
            .region(Region.US_EAST_1)
            .credentialsProvider(nobody)
            .build();
    BedrockRuntimeAsyncClient async =
        BedrockRuntimeAsyncClient.builder()
            .endpointOverride(URI.create(server.address()))
            .region(Region.US_EAST_1)
            .credentialsProvider(nobody)
            // What the server of the JDK speaks.
            .httpClientBuilder(NettyNioAsyncHttpClient.builder().protocol(Protocol.HTTP1_1))
            .build();
    Map<String, FrameworkUnderTest> ways = new LinkedHashMap<>();
    ways.put("blocking", way(server, client::converse));
    ways.put("blocking-in-pairs", way(server, client::converse, /* inPairs= */ true));
    ways.put(
        "async",
        way(
            server,
            request -> {
              try {
                return async.converse(request).get();
              } catch (ExecutionException e) {
                throw e.getCause() instanceof Exception cause ? cause : e;
              }
            }));
    ways.put("converse-stream", way(server, request -> ConverseStream.ask(async, request)));
    Stage.play(ways);
  }

  private static FrameworkUnderTest way(BedrockServer server, Converse.Way way) {
    return way(server, way, /* inPairs= */ false);
  }

  private static FrameworkUnderTest way(BedrockServer server, Converse.Way way, boolean inPairs) {
    return (scene, conversation, question) -> {
      server.play(conversation, scene);
      return WrittenLoop.ask(scene, new Converse(conversation, way, inPairs), question);
    };
  }
}
