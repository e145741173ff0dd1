package io.loophalt.compatibility.ownextension;

import com.acme.agents.Agent;
import com.acme.agents.ChatAnswer;
import com.acme.agents.ChatModel;
import com.acme.agents.ChatRequest;
import com.acme.agents.ToolCall;
import com.acme.agents.ToolRegistry;
import io.loophalt.compatibility.scenario.FrameworkUnderTest;
import io.loophalt.compatibility.scenario.Reply;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Stage;
import io.loophalt.compatibility.scenario.ToolRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Plays all scripts with the framework of the project {@code own-extension}. */
public final class AcmeApplication {

  private AcmeApplication() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    Map<String, FrameworkUnderTest> ways = new LinkedHashMap<>();
    ways.put("agent", (scene, conversation, question) -> ask(scene, question));
    Stage.play(ways);
  }

  private static String ask(Scene scene, String question) {
    ToolRegistry tools = new ToolRegistry();
    for (String tool : Scene.TOOLS) {
      tools.add(tool, arguments -> scene.tool(tool, input(arguments)));
    }
    return new Agent(new SceneModel(scene), tools).run(question);
  }

  /** The value of the only parameter. */
  private static String input(String json) {
    String value = json.substring("{\"input\": \"".length(), json.length() - "\"}".length());
    return value.replace("\\\"", "\"").replace("\\\\", "\\");
  }

  /** The scripted model. */
  private static final class SceneModel extends ChatModel {

    private final Scene scene;

    SceneModel(Scene scene) {
      this.scene = scene;
    }

    @Override
    protected ChatAnswer answer(ChatRequest request) {
      List<String> since = new ArrayList<>();
      for (String message : request.messages()) {
        if (message.startsWith("model: ")) {
          since.clear();
        } else if (!message.startsWith("calls: ")) {
          since.add(message);
        }
      }
      Reply reply = scene.reply(since, !request.tools().isEmpty(), request.model());
      List<ToolCall> calls = new ArrayList<>();
      for (ToolRequest call : reply.calls()) {
        calls.add(new ToolCall(call.tool(), call.json()));
      }
      return new ChatAnswer(reply.text(), calls, reply.inputTokens(), reply.outputTokens());
    }
  }
}
