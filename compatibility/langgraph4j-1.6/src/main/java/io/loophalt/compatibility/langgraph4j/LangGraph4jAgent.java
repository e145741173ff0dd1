package io.loophalt.compatibility.langgraph4j;

import static org.bsc.langgraph4j.StateGraph.END;
import static org.bsc.langgraph4j.StateGraph.START;

import dev.langchain4j.data.message.UserMessage;
import io.loophalt.compatibility.langchain4j.SceneModel;
import io.loophalt.compatibility.langchain4j.SceneStreamingModel;
import io.loophalt.compatibility.langchain4j.SceneTools;
import io.loophalt.compatibility.scenario.FrameworkUnderTest;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Stage;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.bsc.langgraph4j.CompiledGraph;
import org.bsc.langgraph4j.GraphStateException;
import org.bsc.langgraph4j.NodeOutput;
import org.bsc.langgraph4j.RunnableConfig;
import org.bsc.langgraph4j.StateGraph;
import org.bsc.langgraph4j.agentexecutor.AgentExecutor;

/** Plays all scripts with graphs: the prebuilt agent, and some of the application's own. */
public final class LangGraph4jAgent {

  /** Where streamed answers arrive: fewer threads than conversations. */
  private static final Executor CLIENT = Executors.newFixedThreadPool(2);

  private LangGraph4jAgent() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    Map<String, FrameworkUnderTest> ways = new LinkedHashMap<>();
    ways.put("blocking", (scene, id, question) -> invoke(prebuilt(scene).build(), id, question));
    ways.put("streaming", LangGraph4jAgent::streaming);
    ways.put("own nodes", (scene, id, question) -> invoke(OwnGraph.of(scene), id, question));
    ways.put("graph in a graph", LangGraph4jAgent::graphInAGraph);
    Stage.play(ways);
  }

  private static AgentExecutor.Builder prebuilt(Scene scene) {
    return AgentExecutor.builder()
        .chatModel(new SceneModel(scene))
        .toolsFromObject(new SceneTools(scene));
  }

  /** All that an agent does is the one step of a graph around it. */
  private static String graphInAGraph(Scene scene, String conversation, String question)
      throws GraphStateException {
    StateGraph<AgentExecutor.State> outer =
        new StateGraph<>(AgentExecutor.State.SCHEMA, AgentExecutor.Serializers.STD.object())
            .addNode("agent", compiled(prebuilt(scene).build()))
            .addEdge(START, "agent")
            .addEdge("agent", END);
    return invoke(outer, conversation, question);
  }

  static String invoke(StateGraph<AgentExecutor.State> graph, String conversation, String question)
      throws GraphStateException {
    return answer(compiled(graph).invoke(said(question), config(conversation)).orElseThrow());
  }

  /** The answers come piece by piece, and the graph node by node. */
  private static String streaming(Scene scene, String conversation, String question)
      throws GraphStateException {
    CompiledGraph<AgentExecutor.State> graph =
        compiled(
            AgentExecutor.builder()
                .chatModel(new SceneStreamingModel(scene, CLIENT))
                .toolsFromObject(new SceneTools(scene))
                .build());
    String answer = "";
    for (NodeOutput<AgentExecutor.State> output :
        graph.stream(said(question), config(conversation))) {
      answer = output.isEND() ? answer(output.state()) : answer;
    }
    return answer;
  }

  private static CompiledGraph<AgentExecutor.State> compiled(StateGraph<AgentExecutor.State> graph)
      throws GraphStateException {
    CompiledGraph<AgentExecutor.State> compiled = graph.compile();
    compiled.setMaxIterations(1000);
    return compiled;
  }

  private static Map<String, Object> said(String question) {
    return Map.of("messages", UserMessage.from(question));
  }

  private static RunnableConfig config(String conversation) {
    return RunnableConfig.builder().threadId(conversation).build();
  }

  private static String answer(AgentExecutor.State state) {
    return state.finalResponse().orElseThrow();
  }
}
