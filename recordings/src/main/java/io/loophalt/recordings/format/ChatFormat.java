package io.loophalt.recordings.format;

import com.fasterxml.jackson.databind.JsonNode;
import io.loophalt.recordings.RunSink;
import java.util.Set;

/**
 * Chat messages as they go to a model's API: an array of messages, an object that holds one under
 * {@code messages} or {@code input}, or one message a line.
 */
final class ChatFormat implements RecordingFormat {

  private static final ListReading.Elements MESSAGES =
      new ListReading.Elements(
          "a chat message",
          Set.of("messages", "input"),
          MessageReader::recognizes,
          (run, unknown) -> new MessageReader(run, unknown)::take);

  @Override
  public String name() {
    return "OpenAI or Anthropic messages";
  }

  @Override
  public boolean recognizes(JsonNode value) {
    return MessageReader.recognizes(value)
        || MessageReader.recognizes(value.path(0))
        || MessageReader.recognizes(value.path("messages").path(0))
        || MessageReader.recognizes(value.path("input").path(0));
  }

  @Override
  public Reading open(Source source, RunSink sink) {
    return new ListReading(source, sink, MESSAGES);
  }
}
