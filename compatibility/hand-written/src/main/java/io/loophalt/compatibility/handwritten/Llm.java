package io.loophalt.compatibility.handwritten;

import io.loophalt.compatibility.scenario.Reply;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.ToolRequest;
import java.util.List;
import java.util.Optional;

/** A client for a model, as people write them: no types of any library, and some of it private. */
final class Llm {

  /**
   * What the model is sent.
   *
   * @param model its name
   * @param tools what it may ask for
   * @param results what the tools said since its last answer
   * @param messages all that was said
   */
  record Request(String model, List<String> tools, List<String> results, List<Message> messages) {}

  /** What it answers. */
  record Response(Optional<Usage> usage, List<Choice> choices) {}

  /** One of its answers; there is never more than one. */
  record Choice(Message message) {}

  /** Words, and what the model wants done if it is the one who says them. */
  record Message(String role, String content, List<ToolRequest> toolCalls) {}

  /** What was billed. */
  static final class Usage {
    private final int promptTokens;
    private final int completionTokens;

    Usage(int promptTokens, int completionTokens) {
      this.promptTokens = promptTokens;
      this.completionTokens = completionTokens;
    }

    public int getPromptTokens() {
      return promptTokens;
    }

    @Override
    public String toString() {
      return promptTokens + " + " + completionTokens;
    }
  }

  private final Scene scene;

  Llm(Scene scene) {
    this.scene = scene;
  }

  Response complete(Request request) {
    Reply reply = scene.reply(request.results(), !request.tools().isEmpty(), request.model());
    return new Response(
        Optional.of(new Usage(reply.inputTokens(), reply.outputTokens())),
        List.of(new Choice(new Message("assistant", reply.text(), reply.calls()))));
  }
}
