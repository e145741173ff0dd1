package io.loophalt.compatibility.springai;

import io.loophalt.compatibility.report.Report;
import java.util.List;
import java.util.Objects;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.AssistantMessage.ToolCall;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.support.ToolCallbacks;
import org.springframework.ai.tool.ToolCallback;
import reactor.core.publisher.Flux;

/**
 * A loop of one's own on a streaming model, which carries out the calls while the stream goes on: a
 * few equal ones, and then there is an answer.
 */
final class OwnStream {

  private static final int FEW = 4;

  private OwnStream() {}

  static void play() {
    Model model = new Model();
    String end;
    try {
      end = answer(model);
    } catch (RuntimeException e) {
      end = e.getClass().getSimpleName();
    }
    Report.fact("own.stream.end", end);
    Report.fact("own.stream.asked", model.asked);
  }

  private static String answer(Model model) {
    ToolCallback[] tools = ToolCallbacks.from(new KeptMemory.Shop());
    ToolCallingManager manager = SpringAi20Agent.manager();
    List<Message> said = List.of(new UserMessage("Is there any?"));
    while (true) {
      Prompt prompt =
          new Prompt(said, ToolCallingChatOptions.builder().toolCallbacks(tools).build());
      List<Message> before = said;
      for (ChatResponse piece : model.stream(prompt).toIterable()) {
        if (piece.hasToolCalls()) {
          said = manager.executeToolCalls(prompt, piece).conversationHistory();
        } else if (said == before) {
          Generation answer = Objects.requireNonNull(piece.getResult());
          return String.valueOf(answer.getOutput().getText());
        }
      }
    }
  }

  /** Asks for the same so many times, and then answers. */
  private static final class Model implements ChatModel {

    private int asked;

    @Override
    public ChatOptions getOptions() {
      return ToolCallingChatOptions.builder().model("scripted").build();
    }

    @Override
    public ChatResponse call(Prompt prompt) {
      asked++;
      AssistantMessage answer =
          asked > FEW
              ? new AssistantMessage("Hello!")
              : AssistantMessage.builder()
                  .content("")
                  .toolCalls(
                      List.of(
                          new ToolCall(
                              "call-" + asked, "function", "lookUp", "{\"name\": \"shoe\"}")))
                  .build();
      return new ChatResponse(List.of(new Generation(answer)));
    }

    @Override
    public Flux<ChatResponse> stream(Prompt prompt) {
      return Flux.defer(
          () ->
              Flux.just(
                  call(prompt),
                  new ChatResponse(List.of(new Generation(new AssistantMessage(""))))));
    }
  }
}
