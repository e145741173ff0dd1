package io.loophalt.recordings.format;

import com.fasterxml.jackson.databind.JsonNode;
import io.loophalt.recordings.RunSink;
import java.util.Set;

/**
 * Chat messages as they go to a model's API: an array of messages, an object that holds one under
 * {@code messages}, {@code input} or {@code contents}, or one message a line.
 */
final class ChatFormat implements RecordingFormat {

  private static final Set<String> ARRAYS = Set.of("messages", "input", "contents");

  private static final ListReading.Elements MESSAGES =
      new ListReading.Elements(
          "a chat message",
          ARRAYS,
          MessageReader::recognizes,
          (run, unknown) -> new MessageReader(run, unknown)::take);

  @Override
  public String name() {
    return "messages of OpenAI, Anthropic, Gemini or LangChain";
  }

  @Override
  public boolean recognizes(JsonNode value) {
    return MessageReader.recognizes(value)
        || MessageReader.recognizes(value.path(0))
        || ARRAYS.stream().anyMatch(array -> MessageReader.recognizes(value.path(array).path(0)));
  }

  @Override
  public Reading open(Source source, RunSink sink) {
    return new ListReading(source, sink, MESSAGES);
  }
}
