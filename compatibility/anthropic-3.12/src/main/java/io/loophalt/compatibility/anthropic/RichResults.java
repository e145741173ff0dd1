package io.loophalt.compatibility.anthropic;

import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.models.messages.Base64ImageSource;
import com.anthropic.models.messages.ContentBlockParam;
import com.anthropic.models.messages.DocumentBlockParam;
import com.anthropic.models.messages.ImageBlockParam;
import com.anthropic.models.messages.Message;
import com.anthropic.models.messages.MessageCreateParams;
import com.anthropic.models.messages.MessageParam;
import com.anthropic.models.messages.PlainTextSource;
import com.anthropic.models.messages.SearchResultBlockParam;
import com.anthropic.models.messages.TextBlockParam;
import com.anthropic.models.messages.ToolResultBlockParam;
import com.anthropic.models.messages.ToolResultBlockParam.Content.Block;
import io.loophalt.compatibility.scenario.Pictures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/** Gives a model pictures and documents, as its tools' results and beside them. */
public final class RichResults {

  private static final String ANSWER =
      """
      {"id":"m","type":"message","role":"assistant","model":"claude-test","stop_reason":"tool_use",
       "stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":1},"content":[
       {"type":"tool_use","id":"look-%1$d","name":"look","input":{}}]}
      """;

  private RichResults() {}

  /** Entry point. */
  public static void main(String[] args) throws IOException {
    AnthropicClient client =
        AnthropicOkHttpClient.builder()
            .baseUrl(Pictures.provider(ANSWER))
            .apiKey("none")
            .maxRetries(0)
            .build();
    Map<String, Pictures.Viewer> viewers = new LinkedHashMap<>();
    viewers.put("picture", within(client, data -> List.of(Block.ofImage(image(data)))));
    viewers.put("text", within(client, data -> List.of(text(), Block.ofImage(image(data)))));
    viewers.put("document", within(client, data -> List.of(Block.ofDocument(document(data)))));
    viewers.put("search", within(client, data -> List.of(Block.ofSearchResult(found(data)))));
    viewers.put("beside", picture -> watch(client, picture, RichResults::beside));
    Pictures.play(viewers);
  }

  private static Pictures.Viewer within(
      AnthropicClient client, Function<String, List<Block>> blocks) {
    return picture -> watch(client, picture, (id, data) -> List.of(result(id, blocks.apply(data))));
  }

  /** What is sent for a call. */
  private interface Results {
    List<ContentBlockParam> of(String id, String data);
  }

  private static void watch(AnthropicClient client, Supplier<byte[]> picture, Results results) {
    List<MessageParam> messages = new ArrayList<>();
    messages.add(MessageParam.ofUser("Watch."));
    for (int look = 0; look < Pictures.LOOKS; look++) {
      Message answer =
          client
              .messages()
              .create(
                  MessageCreateParams.builder()
                      .model("claude-test")
                      .maxTokens(100)
                      .messages(messages)
                      .build());
      messages.add(answer.toParam());
      String id = answer.content().get(0).asToolUse().id();
      messages.add(
          MessageParam.ofUserOfContentBlockParams(results.of(id, Pictures.base64(picture.get()))));
    }
  }

  private static List<ContentBlockParam> beside(String id, String data) {
    return List.of(result(id, List.of(text())), ContentBlockParam.ofImage(image(data)));
  }

  private static ContentBlockParam result(String id, List<Block> blocks) {
    return ContentBlockParam.ofToolResult(
        ToolResultBlockParam.builder().toolUseId(id).contentOfBlocks(blocks).build());
  }

  private static Block text() {
    return Block.ofText(TextBlockParam.builder().text("what there is to see").build());
  }

  private static ImageBlockParam image(String data) {
    return ImageBlockParam.builder()
        .source(
            Base64ImageSource.builder()
                .mediaType(Base64ImageSource.MediaType.IMAGE_PNG)
                .data(data)
                .build())
        .build();
  }

  private static DocumentBlockParam document(String data) {
    return DocumentBlockParam.builder()
        .source(PlainTextSource.builder().data(data).build())
        .build();
  }

  private static SearchResultBlockParam found(String data) {
    return SearchResultBlockParam.builder()
        .title("found")
        .source("https://example.org")
        .addContent(TextBlockParam.builder().text(data).build())
        .build();
  }
}
