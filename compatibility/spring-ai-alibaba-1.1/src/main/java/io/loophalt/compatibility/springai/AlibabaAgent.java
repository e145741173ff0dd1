package io.loophalt.compatibility.springai;

import com.alibaba.cloud.ai.graph.NodeOutput;
import com.alibaba.cloud.ai.graph.RunnableConfig;
import com.alibaba.cloud.ai.graph.agent.Builder;
import com.alibaba.cloud.ai.graph.agent.ReactAgent;
import com.alibaba.cloud.ai.graph.checkpoint.savers.MemorySaver;
import com.alibaba.cloud.ai.graph.exception.GraphRunnerException;
import com.alibaba.cloud.ai.graph.serializer.StateSerializer;
import com.alibaba.cloud.ai.graph.serializer.std.SpringAIStateSerializer;
import io.loophalt.compatibility.scenario.FrameworkUnderTest;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Stage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.function.FunctionToolCallback;

/** Plays all scripts with Spring AI Alibaba's agents. */
public final class AlibabaAgent {

  /** The default one makes JSON of all messages for each step, which takes its time. */
  static final StateSerializer STATES = new SpringAIStateSerializer();

  /** The arguments of all tools. */
  record Arguments(String input) {}

  private AlibabaAgent() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    if (Stage.playsAll()) {
      KeptCheckpoints.play();
    }
    Map<String, FrameworkUnderTest> ways = new LinkedHashMap<>();
    ways.put("blocking", AlibabaAgent::blocking);
    ways.put("streaming", AlibabaAgent::streaming);
    ways.put("callbacks", AlibabaAgent::callbacks);
    Stage.play(ways);
  }

  /** Annotated methods, all on the caller's thread. */
  private static String blocking(Scene scene, String conversation, String question)
      throws GraphRunnerException {
    return agent(scene, conversation)
        .methodTools(new SceneTools(scene))
        .build()
        .call(question, config(conversation))
        .getText();
  }

  /** Annotated methods; model and tools on threads of Reactor's. */
  private static String streaming(Scene scene, String conversation, String question)
      throws GraphRunnerException {
    NodeOutput last =
        agent(scene, conversation).methodTools(new SceneTools(scene)).build().stream(
                question, config(conversation))
            .blockLast();
    List<Message> messages =
        Objects.requireNonNull(last).state().<List<Message>>value("messages").orElseThrow();
    return messages.get(messages.size() - 1).getText();
  }

  /** Lambdas. */
  private static String callbacks(Scene scene, String conversation, String question)
      throws GraphRunnerException {
    return agent(scene, conversation)
        .tools(lambdas(scene))
        .build()
        .call(question, config(conversation))
        .getText();
  }

  private static List<ToolCallback> lambdas(Scene scene) {
    return Scene.TOOLS.stream()
        .<ToolCallback>map(
            tool ->
                FunctionToolCallback.<Arguments, String>builder(
                        tool, arguments -> scene.tool(tool, arguments.input()))
                    .description(tool)
                    .inputType(Arguments.class)
                    .build())
        .toList();
  }

  static Builder agent(Scene scene, String name) {
    return ReactAgent.builder()
        .name(name)
        .model(new AlibabaModel(scene))
        .saver(new MemorySaver())
        .stateSerializer(STATES);
  }

  static RunnableConfig config(String conversation) {
    return RunnableConfig.builder().threadId(conversation).build();
  }
}
