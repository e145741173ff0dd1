package io.loophalt.compatibility.langchain4j;

import dev.langchain4j.agent.tool.ReturnBehavior;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.Result;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.util.List;

/**
 * A program that asks an AI service again and again, one of whose tools returns directly: no model
 * is called with what it gave. Reports how many answers there were, and how the last call ended.
 */
public final class ImmediateTools {

  private static final int MOST = 12;

  /** The service. */
  interface Orders {
    Result<String> order(String what);
  }

  private int calls;
  private int answers;

  private ImmediateTools() {}

  /** Entry point. */
  public static void main(String[] args) {
    Lifeline.hold();
    new ImmediateTools().play("stuck", false);
    new ImmediateTools().play("healthy", true);
    Report.fact("done", true);
    System.exit(0);
  }

  private void play(String name, boolean changes) {
    ChatMemory memory = MessageWindowChatMemory.withMaxMessages(100);
    Orders orders =
        AiServices.builder(Orders.class)
            .chatModel(new Ordering(changes))
            .tools(new Shop())
            .chatMemory(memory)
            .build();
    try {
      goOn(orders);
    } catch (RuntimeException e) {
      Report.fact(name + " ended by", e.getClass().getSimpleName());
    }
    Report.fact(name + " answers", answers);
    Report.fact(name + " calls", calls);
    Report.fact(name + " messages", memory.messages().size());
  }

  /** One run; the configuration says so. */
  void goOn(Orders orders) {
    while (answers < MOST) {
      orders.order("the next one");
      answers++;
    }
  }

  /** The tool. */
  final class Shop {
    @Tool(name = "place_order", returnBehavior = ReturnBehavior.IMMEDIATE)
    String placeOrder(String item) {
      calls++;
      return "sold out: " + item;
    }
  }

  /** Orders at each call. */
  private static final class Ordering implements ChatModel {
    private final boolean changes;
    private int asked;

    Ordering(boolean changes) {
      this.changes = changes;
    }

    @Override
    public ChatResponse doChat(ChatRequest request) {
      asked++;
      String item = changes ? "item " + "abcdefghijklmnop".charAt(asked) : "tea";
      return ChatResponse.builder()
          .aiMessage(
              AiMessage.from(
                  List.of(
                      ToolExecutionRequest.builder()
                          .id("call-" + asked)
                          .name("place_order")
                          .arguments("{\"arg0\":\"" + item + "\"}")
                          .build())))
          .build();
    }
  }
}
