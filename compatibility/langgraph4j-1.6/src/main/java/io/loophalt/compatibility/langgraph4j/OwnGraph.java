package io.loophalt.compatibility.langgraph4j;

import static org.bsc.langgraph4j.StateGraph.END;
import static org.bsc.langgraph4j.StateGraph.START;
import static org.bsc.langgraph4j.action.AsyncEdgeAction.edge_async;
import static org.bsc.langgraph4j.action.AsyncNodeAction.node_async;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import io.loophalt.compatibility.langchain4j.SceneModel;
import io.loophalt.compatibility.scenario.Scene;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bsc.langgraph4j.GraphStateException;
import org.bsc.langgraph4j.StateGraph;
import org.bsc.langgraph4j.action.NodeAction;
import org.bsc.langgraph4j.agentexecutor.AgentExecutor;
import org.bsc.langgraph4j.langchain4j.serializer.std.LC4jStateSerializer;
import org.bsc.langgraph4j.langchain4j.tool.LC4jToolService;

/** A graph of two nodes that are lambdas: one asks the model, the other calls tools. */
final class OwnGraph {

  private final ChatModel model;
  private final LC4jToolService tools;

  private OwnGraph(Scene scene) {
    this.model = new SceneModel(scene);
    LC4jToolService.Builder builder = LC4jToolService.builder();
    for (String name : Scene.TOOLS) {
      builder.tool(
          ToolSpecification.builder()
              .name(name)
              .parameters(JsonObjectSchema.builder().addStringProperty("input").build())
              .build(),
          (request, memory) -> result(scene, name, request.arguments()));
    }
    this.tools = builder.build();
  }

  static StateGraph<AgentExecutor.State> of(Scene scene) throws GraphStateException {
    OwnGraph graph = new OwnGraph(scene);
    return graph(graph::askModel, graph::callTools);
  }

  /** Makes an answer of whatever is thrown in its nodes. */
  static StateGraph<AgentExecutor.State> forgiving(Scene scene) throws GraphStateException {
    OwnGraph graph = new OwnGraph(scene);
    return graph(forgiving(graph::askModel), forgiving(graph::callTools));
  }

  private static NodeAction<AgentExecutor.State> forgiving(NodeAction<AgentExecutor.State> node) {
    return state -> {
      try {
        return node.apply(state);
      } catch (RuntimeException thrown) {
        return Map.of(AgentExecutor.State.FINAL_RESPONSE, "it did not work");
      }
    };
  }

  private static StateGraph<AgentExecutor.State> graph(
      NodeAction<AgentExecutor.State> model, NodeAction<AgentExecutor.State> tools)
      throws GraphStateException {
    return new StateGraph<>(
            AgentExecutor.State.SCHEMA, new LC4jStateSerializer<>(AgentExecutor.State::new))
        .addNode("model", node_async(model))
        .addNode("tools", node_async(tools))
        .addEdge(START, "model")
        .addConditionalEdges(
            "model",
            edge_async(state -> state.finalResponse().isPresent() ? END : "tools"),
            Map.of("tools", "tools", END, END))
        .addEdge("tools", "model");
  }

  private Map<String, Object> askModel(AgentExecutor.State state) {
    AiMessage answer =
        model
            .chat(
                ChatRequest.builder()
                    .messages(state.messages())
                    .toolSpecifications(tools.toolSpecifications())
                    .build())
            .aiMessage();
    return answer.hasToolExecutionRequests()
        ? Map.of("messages", answer)
        : Map.of("messages", answer, AgentExecutor.State.FINAL_RESPONSE, answer.text());
  }

  private Map<String, Object> callTools(AgentExecutor.State state) {
    List<ToolExecutionResultMessage> results =
        asked(state).toolExecutionRequests().stream()
            .map(tools::execute)
            .flatMap(Optional::stream)
            .toList();
    return Map.of("messages", results);
  }

  private static AiMessage asked(AgentExecutor.State state) {
    return (AiMessage) state.lastMessage().orElseThrow();
  }

  private static String result(Scene scene, String tool, String json) {
    try {
      return scene.tool(tool, json.substring(json.indexOf(": \"") + 3, json.lastIndexOf('"')));
    } catch (IllegalStateException failed) {
      return "Error: " + failed.getMessage();
    }
  }
}
