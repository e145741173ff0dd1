package io.loophalt.compatibility.langchain4j;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import io.loophalt.compatibility.report.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A conversation with a memory in which one message leads to a loop, and the next one does not. The
 * model takes no request in which a call has no result, as providers do.
 */
final class KeptMemory {

  private static final int MESSAGES = 100;

  private KeptMemory() {}

  static void play() {
    play(1);
    play(3);
  }

  /** With so many calls in each answer. */
  private static void play(int calls) {
    Strict model = new Strict(calls);
    LangChain4jAgent.Assistant service =
        AiServices.builder(LangChain4jAgent.Assistant.class)
            .chatModel(model)
            .tools(new Shop())
            .chatMemory(MessageWindowChatMemory.withMaxMessages(MESSAGES))
            .build();
    String stuck;
    try {
      stuck = service.chat("Is there any?");
    } catch (RuntimeException e) {
      stuck = e.getClass().getSimpleName();
    }
    Report.fact("memory." + calls + ".stuck", stuck);
    int asked = model.requests;
    Report.fact("memory." + calls + ".next", service.chat("hello"));
    Report.fact("memory." + calls + ".asked", model.requests - asked);
  }

  /** What the calls are answered with. */
  static final class Shop {
    @Tool("looks something up")
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
    public ChatResponse doChat(ChatRequest request) {
      requests++;
      List<String> open = unanswered(request.messages());
      if (!open.isEmpty()) {
        throw new IllegalStateException("calls without a result: " + open);
      }
      boolean greeted =
          request.messages().stream()
              .anyMatch(
                  each -> each instanceof UserMessage user && user.singleText().equals("hello"));
      AiMessage answer =
          greeted
              ? AiMessage.from("Hello!")
              : AiMessage.from(IntStream.range(0, calls).mapToObj(this::call).toList());
      return ChatResponse.builder().aiMessage(answer).build();
    }

    private ToolExecutionRequest call(int place) {
      return ToolExecutionRequest.builder()
          .id("call-" + requests + "-" + place)
          .name("lookUp")
          .arguments("{\"name\": \"shoe " + place + "\"}")
          .build();
    }

    private static List<String> unanswered(List<ChatMessage> messages) {
      List<String> open = new ArrayList<>();
      for (ChatMessage each : messages) {
        if (each instanceof AiMessage answer && answer.hasToolExecutionRequests()) {
          answer.toolExecutionRequests().forEach(call -> open.add(call.id()));
        } else if (each instanceof ToolExecutionResultMessage result) {
          open.remove(result.id());
        }
      }
      return open;
    }
  }
}
