package io.loophalt.compatibility.springai;

import io.loophalt.compatibility.report.Report;
import io.loophalt.compatibility.scenario.Scene;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.ChatClient.ChatClientRequestSpec;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.client.advisor.ToolCallingAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.AssistantMessage.ToolCall;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.core.Ordered;
import reactor.core.publisher.Flux;

/**
 * A conversation with a memory that has the calls of tools, too, in which one message leads to a
 * loop, and the next one does not. The model takes no request in which a call has no result, as
 * providers do.
 */
final class KeptMemory {

  /** Behind the advisor that calls the tools. */
  private static final int INSIDE_THE_LOOP = Ordered.HIGHEST_PRECEDENCE + 1_000;

  private static final int MESSAGES = 100;

  private KeptMemory() {}

  static void play() {
    play("blocking.1", 1, request -> request.call().content());
    play("blocking.3", 3, request -> request.call().content());
    play("streaming.1", 1, KeptMemory::stream);
  }

  private static String stream(ChatClientRequestSpec request) {
    return String.join(
        "", Objects.requireNonNull(request.stream().content().collectList().block()));
  }

  /** With so many calls in each answer. */
  private static void play(String way, int calls, Function<ChatClientRequestSpec, String> asking) {
    Strict model = new Strict(calls);
    MessageWindowChatMemory memory =
        MessageWindowChatMemory.builder().maxMessages(MESSAGES).build();
    ChatClient client =
        ChatClient.builder(model)
            .defaultAdvisors(
                ToolCallingAdvisor.builder()
                    .toolCallingManager(SpringAi20Agent.manager())
                    .disableInternalConversationHistory()
                    .build(),
                MessageChatMemoryAdvisor.builder(memory).order(INSIDE_THE_LOOP).build())
            .build();
    String stuck;
    try {
      stuck = asking.apply(request(client, "Is there any?"));
    } catch (RuntimeException e) {
      stuck = e.getClass().getSimpleName();
    }
    Report.fact("memory." + way + ".stuck", stuck);
    int asked = model.requests;
    Report.fact("memory." + way + ".next", asking.apply(request(client, "hello")));
    Report.fact("memory." + way + ".asked", model.requests - asked);
  }

  private static ChatClientRequestSpec request(ChatClient client, String words) {
    return client
        .prompt()
        .advisors(advisors -> advisors.param(ChatMemory.CONVERSATION_ID, "somebody"))
        .user(words)
        .tools(new Shop());
  }

  /** What the calls are answered with. */
  static final class Shop {
    @Tool(name = "lookUp", description = "looks something up")
    String lookUp(String name) {
      return "nothing about " + name;
    }
  }

  private static final class Strict implements ChatModel {

    private final int calls;
    private int requests;

    Strict(int calls) {
      this.calls = calls;
    }

    @Override
    public ChatOptions getOptions() {
      return ToolCallingChatOptions.builder().model("strict").build();
    }

    @Override
    public Flux<ChatResponse> stream(Prompt prompt) {
      return Flux.defer(() -> Flux.just(call(prompt)));
    }

    @Override
    public ChatResponse call(Prompt prompt) {
      requests++;
      List<String> open = unanswered(prompt.getInstructions());
      if (!open.isEmpty()) {
        throw new IllegalStateException("calls without a result: " + open);
      }
      boolean greeted =
          prompt.getInstructions().stream()
              .anyMatch(each -> each instanceof UserMessage user && "hello".equals(user.getText()));
      AssistantMessage answer =
          greeted || requests > Scene.CAP // who is not guarded ends, too
              ? new AssistantMessage("Hello!")
              : AssistantMessage.builder()
                  .content("")
                  .toolCalls(IntStream.range(0, calls).mapToObj(this::call).toList())
                  .build();
      return new ChatResponse(List.of(new Generation(answer)));
    }

    private ToolCall call(int place) {
      return new ToolCall(
          "call-" + requests + "-" + place,
          "function",
          "lookUp",
          "{\"name\": \"shoe " + place + "\"}");
    }

    private static List<String> unanswered(List<Message> messages) {
      List<String> open = new ArrayList<>();
      for (Message each : messages) {
        if (each instanceof AssistantMessage answer) {
          answer.getToolCalls().forEach(call -> open.add(call.id()));
        } else if (each instanceof ToolResponseMessage results) {
          results.getResponses().forEach(result -> open.remove(result.id()));
        }
      }
      return open;
    }
  }
}
