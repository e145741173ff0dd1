package io.loophalt.compatibility.springai;

import io.loophalt.compatibility.report.Report;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Script;
import java.util.List;
import java.util.function.Function;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.annotation.ToolParam;

/** An agent one of whose tools is another agent, which is stuck. */
final class SubAgents {

  private final Function<Scene, ChatClient> clients;

  /** With a client for each scene. */
  SubAgents(Function<Scene, ChatClient> clients) {
    this.clients = clients;
  }

  /** Plays both ways and reports. */
  void play() {
    for (boolean streaming : new boolean[] {false, true}) {
      Scene parent = new Scene(Script.SAME_QUESTION);
      Scene child = new Scene(Script.IDENTICAL_CALLS);
      String answer =
          ask(clients.apply(parent), new Delegate(clients.apply(child), child), streaming);
      String way = streaming ? "sub-agent.streaming" : "sub-agent.blocking";
      Report.fact(way + ".answer", answer);
      Report.fact(way + ".parent.model.calls", parent.modelCalls());
      Report.fact(way + ".child.model.calls", child.modelCalls());
      Report.fact(way + ".child.tool.calls", child.toolCalls());
    }
  }

  private static String ask(ChatClient client, Object tools, boolean streaming) {
    ChatClient.ChatClientRequestSpec request = client.prompt().user("Please help.").tools(tools);
    if (!streaming) {
      return String.valueOf(request.call().content());
    }
    List<String> pieces = request.stream().content().collectList().block();
    return pieces == null ? "" : String.join("", pieces);
  }

  /**
   * The tool. It waits for the other agent's whole answer: sixty turns of a stream inside a stream
   * need more of Reactor's threads than there are.
   */
  static final class Delegate {
    private final ChatClient client;
    private final Scene scene;

    Delegate(ChatClient client, Scene scene) {
      this.client = client;
      this.scene = scene;
    }

    @Tool(name = "search", description = "asks the librarian")
    String search(@ToolParam(description = "what it is about") String input) {
      return ask(client, new SceneTools(scene), false);
    }
  }
}
