package io.loophalt.compatibility.handwritten;

import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.ToolRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One conversation: turn after turn until the model has an answer. */
final class Chat {

  private final Session session;
  private final Llm llm;
  private final Toolbox tools;
  private final boolean toolsThrow;
  private final List<Llm.Message> messages = new ArrayList<>();
  private List<String> results = new ArrayList<>();

  /** What a conversation is known by. */
  static final class Session {
    private final StringBuilder id;

    Session(String id) {
      this.id = new StringBuilder(id);
    }

    @Override
    public String toString() {
      return "session " + id;
    }
  }

  Chat(String id, Scene scene, String question) {
    this(id, scene, question, /* toolsThrow= */ false);
  }

  /** With tools that throw, or with tools that say what has gone wrong. */
  Chat(String id, Scene scene, String question, boolean toolsThrow) {
    this.session = new Session(id);
    this.llm = new Llm(scene);
    this.tools = new Toolbox(scene);
    this.toolsThrow = toolsThrow;
    messages.add(new Llm.Message("user", question, List.of()));
  }

  Session session() {
    return session;
  }

  /** One turn; the answer, or null if there is none yet. */
  @Nullable String turn() {
    Llm.Message message =
        llm.complete(new Llm.Request("scene-1", Scene.TOOLS, results, messages))
            .choices()
            .get(0)
            .message();
    messages.add(message);
    results = new ArrayList<>();
    for (ToolRequest call : message.toolCalls()) {
      String result = carriedOut(call);
      results.add(result);
      messages.add(new Llm.Message("tool", result, List.of()));
    }
    // A model that only says what it will do is asked again, with nothing more to say to it.
    return results.isEmpty() && !message.content().startsWith("Now") ? message.content() : null;
  }

  /** Whatever goes wrong is for the model to know. */
  private String carriedOut(ToolRequest call) {
    try {
      return switch (call.tool()) {
        case "search" -> tools.search(call.input());
        case "open" -> tools.open(call.input());
        case "check" -> toolsThrow ? tools.test(call.input()) : tools.check(call.input());
        case "write_file" -> tools.writeFile(call.input());
        case "edit_file" -> tools.editFile(call.input());
        case "run_tests" -> tools.runTests(call.input());
        case "job_status" -> tools.jobStatus(call.input());
        case "get_page" -> tools.getPage(call.input());
        default -> "Error: no tool " + call.tool();
      };
    } catch (Throwable anything) {
      return "Error: " + anything;
    }
  }
}
