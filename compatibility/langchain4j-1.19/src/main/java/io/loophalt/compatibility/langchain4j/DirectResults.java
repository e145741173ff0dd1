package io.loophalt.compatibility.langchain4j;

import dev.langchain4j.agent.tool.ReturnBehavior;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.Result;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;

/** A person who says the same again and again to a tool whose results nobody reads but them. */
public final class DirectResults {

  private static final int MESSAGES = 12;

  /** How many answers are not what the tool has said. */
  private static int unlike;

  private DirectResults() {}

  /** The service. */
  interface Home {
    Result<String> say(String words);
  }

  /** Its tool. */
  static final class Bell {
    @Tool(name = "ring", returnBehavior = ReturnBehavior.IMMEDIATE)
    String ring() {
      return "ok";
    }
  }

  private static final class Model implements ChatModel {
    private int asked;

    @Override
    public ChatResponse doChat(ChatRequest request) {
      asked++;
      ToolExecutionRequest ring =
          ToolExecutionRequest.builder().id("ring-" + asked).name("ring").arguments("{}").build();
      return ChatResponse.builder().aiMessage(AiMessage.from(ring)).build();
    }
  }

  /** Entry point. */
  public static void main(String[] args) {
    Lifeline.hold();
    Home home = AiServices.builder(Home.class).chatModel(new Model()).tools(new Bell()).build();
    try {
      talk(home);
    } catch (RuntimeException halt) {
      Report.fact("halted.by", halt.getClass().getSimpleName());
    }
    Report.fact("unlike", unlike);
    Report.fact("done", true);
  }

  /** The run. */
  private static void talk(Home home) {
    for (int i = 0; i < MESSAGES; i++) {
      String answer = home.say("Ring the bell.").toolExecutions().get(0).result();
      unlike += "ok".equals(answer) ? 0 : 1;
    }
  }
}
