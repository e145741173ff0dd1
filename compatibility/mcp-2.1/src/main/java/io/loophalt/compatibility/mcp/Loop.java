package io.loophalt.compatibility.mcp;

import io.loophalt.compatibility.scenario.Reply;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.ToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One conversation: turn after turn until the model has an answer. */
final class Loop {

  /** The tools of a server. */
  interface Tools {

    /** Has the server do what a turn asks for. */
    List<String> call(Loop loop, List<ToolRequest> requests);

    /** How many calls of a conversation the server has carried out. */
    int callsOf(String conversation);
  }

  private final Scene scene;
  private final String conversation;
  private final Llm llm;
  private final Tools tools;
  private final List<Llm.Message> said = new ArrayList<>();

  Loop(Scene scene, String conversation, Tools tools) {
    this.scene = scene;
    this.conversation = conversation;
    this.llm = new Llm(scene);
    this.tools = tools;
  }

  /** The model's answer; afterwards the scene knows what its server has done. */
  String ask() {
    try {
      return scene.isARound() ? solve() : answer();
    } finally {
      scene.toolCallsElsewhere(tools.callsOf(conversation));
    }
  }

  /** One task; the configuration makes a run of it. */
  String answer() {
    return solve();
  }

  private String solve() {
    said.add(new Llm.Message("user", "Please help.", List.of()));
    Reply reply = ask(List.of());
    // A model that only says what it will do is told to go on.
    while (!reply.calls().isEmpty() || reply.text().startsWith("Now")) {
      reply = ask(tools.call(this, reply.calls()));
    }
    return reply.text();
  }

  private Reply ask(List<String> results) {
    results.forEach(result -> said.add(new Llm.Message("tool", result, List.of())));
    Reply reply = llm.complete(new Llm.Request("scene-1", Scene.TOOLS, results, List.copyOf(said)));
    said.add(new Llm.Message("assistant", reply.text(), reply.calls()));
    return reply;
  }

  CallToolRequest request(ToolRequest asked) {
    return CallToolRequest.builder(asked.tool())
        .arguments(Map.of("input", asked.input()))
        .meta(Map.of(SceneServer.CONVERSATION, conversation))
        .build();
  }

  /** What the model is told of a result. */
  static String text(CallToolResult result) {
    StringBuilder text = new StringBuilder(Boolean.TRUE.equals(result.isError()) ? "Error: " : "");
    result.content().forEach(part -> text.append(((TextContent) part).text()).append('\n'));
    return text.toString();
  }
}
