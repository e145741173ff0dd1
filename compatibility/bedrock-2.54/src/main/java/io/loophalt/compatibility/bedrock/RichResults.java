package io.loophalt.compatibility.bedrock;

import io.loophalt.compatibility.scenario.Pictures;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.bedrockruntime.BedrockRuntimeClient;
import software.amazon.awssdk.services.bedrockruntime.model.ContentBlock;
import software.amazon.awssdk.services.bedrockruntime.model.ConversationRole;
import software.amazon.awssdk.services.bedrockruntime.model.ConverseRequest;
import software.amazon.awssdk.services.bedrockruntime.model.DocumentBlock;
import software.amazon.awssdk.services.bedrockruntime.model.DocumentFormat;
import software.amazon.awssdk.services.bedrockruntime.model.DocumentSource;
import software.amazon.awssdk.services.bedrockruntime.model.ImageBlock;
import software.amazon.awssdk.services.bedrockruntime.model.ImageFormat;
import software.amazon.awssdk.services.bedrockruntime.model.ImageSource;
import software.amazon.awssdk.services.bedrockruntime.model.Message;
import software.amazon.awssdk.services.bedrockruntime.model.ToolResultContentBlock;

/** Gives a model pictures and documents, as its tools' results and beside them. */
public final class RichResults {

  private static final String ANSWER =
      """
      {"output": {"message": {"role": "assistant", "content": [
        {"toolUse": {"toolUseId": "look-%1$d", "name": "look", "input": {}}}]}},
       "stopReason": "tool_use", "usage": {"inputTokens": 9, "outputTokens": 1, "totalTokens": 10},
       "metrics": {"latencyMs": 1}}
      """;

  private RichResults() {}

  /** Entry point. */
  public static void main(String[] args) throws IOException {
    BedrockRuntimeClient client =
        BedrockRuntimeClient.builder()
            .endpointOverride(URI.create(Pictures.provider(ANSWER)))
            .region(Region.US_EAST_1)
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create("none", "none")))
            .build();
    ToolResultContentBlock text = ToolResultContentBlock.fromText("what there is to see");
    Map<String, Pictures.Viewer> viewers = new LinkedHashMap<>();
    viewers.put(
        "picture",
        picture ->
            watch(
                client,
                picture,
                (id, data) -> List.of(result(id, ToolResultContentBlock.fromImage(image(data))))));
    viewers.put(
        "text",
        picture ->
            watch(
                client,
                picture,
                (id, data) ->
                    List.of(result(id, text, ToolResultContentBlock.fromImage(image(data))))));
    viewers.put(
        "document",
        picture ->
            watch(
                client,
                picture,
                (id, data) ->
                    List.of(result(id, ToolResultContentBlock.fromDocument(document(data))))));
    viewers.put(
        "beside",
        picture ->
            watch(
                client,
                picture,
                (id, data) -> List.of(result(id, text), ContentBlock.fromImage(image(data)))));
    Pictures.play(viewers);
  }

  /** What is sent for a call. */
  private interface Results {
    List<ContentBlock> of(String id, byte[] data);
  }

  private static void watch(
      BedrockRuntimeClient client, Supplier<byte[]> picture, Results results) {
    List<Message> messages = new ArrayList<>();
    messages.add(said(List.of(ContentBlock.fromText("Watch."))));
    for (int look = 0; look < Pictures.LOOKS; look++) {
      Message answer =
          client
              .converse(ConverseRequest.builder().modelId("model-test").messages(messages).build())
              .output()
              .message();
      messages.add(answer);
      String id = answer.content().get(0).toolUse().toolUseId();
      messages.add(said(results.of(id, picture.get())));
    }
  }

  private static Message said(List<ContentBlock> blocks) {
    return Message.builder().role(ConversationRole.USER).content(blocks).build();
  }

  private static ContentBlock result(String id, ToolResultContentBlock... parts) {
    return ContentBlock.fromToolResult(result -> result.toolUseId(id).content(parts));
  }

  private static ImageBlock image(byte[] data) {
    return ImageBlock.builder()
        .format(ImageFormat.PNG)
        .source(ImageSource.fromBytes(SdkBytes.fromByteArray(data)))
        .build();
  }

  private static DocumentBlock document(byte[] data) {
    return DocumentBlock.builder()
        .format(DocumentFormat.PDF)
        .name("page")
        .source(DocumentSource.fromBytes(SdkBytes.fromByteArray(data)))
        .build();
  }
}
