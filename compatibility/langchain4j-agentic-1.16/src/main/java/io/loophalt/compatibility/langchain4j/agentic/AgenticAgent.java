package io.loophalt.compatibility.langchain4j.agentic;

import dev.langchain4j.agentic.Agent;
import dev.langchain4j.agentic.AgenticServices;
import dev.langchain4j.agentic.UntypedAgent;
import dev.langchain4j.agentic.supervisor.SupervisorAgent;
import dev.langchain4j.agentic.supervisor.SupervisorResponseStrategy;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.service.V;
import io.loophalt.compatibility.langchain4j.SceneModel;
import io.loophalt.compatibility.langchain4j.SceneTools;
import io.loophalt.compatibility.scenario.FrameworkUnderTest;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Stage;
import java.util.LinkedHashMap;
import java.util.Map;

/** Plays all scripts with an agent that works inside another one. */
public final class AgenticAgent {

  /** The agent that does the work. */
  public interface Worker {
    /** Works on a question. */
    @UserMessage("{{question}}")
    @Agent(value = "works on a question", outputKey = "answer")
    String work(@V("question") String question);
  }

  private AgenticAgent() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    Map<String, FrameworkUnderTest> ways = new LinkedHashMap<>();
    ways.put("sequence", (scene, id, question) -> ask(sequence(worker(scene)), question));
    ways.put("loop", (scene, id, question) -> ask(loop(worker(scene)), question));
    ways.put("parallel", (scene, id, question) -> ask(parallel(worker(scene)), question));
    ways.put("supervisor", (scene, id, question) -> supervisor(worker(scene)).invoke(question));
    Stage.play(ways);
  }

  static Worker worker(Scene scene) {
    return AgenticServices.agentBuilder(Worker.class)
        .chatModel(new SceneModel(scene))
        .tools(new SceneTools(scene))
        .build();
  }

  static String ask(UntypedAgent agent, String question) {
    return String.valueOf(agent.invoke(Map.of("question", question)));
  }

  private static UntypedAgent sequence(Worker worker) {
    return AgenticServices.sequenceBuilder().subAgents(worker).outputKey("answer").build();
  }

  private static UntypedAgent loop(Worker worker) {
    return AgenticServices.loopBuilder()
        .subAgents(worker)
        .maxIterations(1)
        .outputKey("answer")
        .build();
  }

  private static UntypedAgent parallel(Worker worker) {
    return AgenticServices.parallelBuilder().subAgents(worker).outputKey("answer").build();
  }

  private static SupervisorAgent supervisor(Worker worker) {
    return AgenticServices.supervisorBuilder()
        .chatModel(new PlanOfOneStep())
        .subAgents(worker)
        .responseStrategy(SupervisorResponseStrategy.LAST)
        .build();
  }

  /** Has the worker work once, and is content. */
  private static final class PlanOfOneStep implements ChatModel {
    private boolean planned;

    @Override
    public ChatResponse doChat(ChatRequest request) {
      String plan =
          planned
              ? "{\"agentName\": \"done\", \"arguments\": {\"response\": \"done\"}}"
              : "{\"agentName\": \"work\", \"arguments\": {\"question\": \"Please help.\"}}";
      planned = true;
      return ChatResponse.builder()
          .aiMessage(AiMessage.from(plan))
          .tokenUsage(new TokenUsage(10, 10))
          .build();
    }
  }
}
