package io.loophalt.demo;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.service.AiServices;
import io.loophalt.LoopHaltException;
import io.loophalt.demo.RunReport.Ending;
import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;

/**
 * The application: one run of the LangChain4j agent over a workspace of its own. Nothing in it
 * knows whether Loophalt is there, but for the catch block.
 */
public final class RepairJob {

  static final String PROBLEM =
      "The payment client gives up after 30 seconds. It must wait for 60. Make the check pass.";

  private RepairJob() {}

  /**
   * Runs the agent once and writes what came of it.
   *
   * @param args the file to write the report to
   */
  public static void main(String[] args) throws IOException {
    try (Workspace workspace = Workspace.create();
        ProjectCheck check = new ProjectCheck(workspace)) {
      run(workspace, check, RepairJob::model).writeTo(new File(args[0]));
    }
  }

  /** Lets an agent with that model work in the workspace. */
  static RunReport run(
      Workspace workspace, ProjectCheck check, Function<ChatModelListener, ChatModel> model) {
    RunRecorder recorder = new RunRecorder();
    Repairer repairer =
        AiServices.builder(Repairer.class)
            .chatModel(model.apply(recorder))
            .tools(new RepairTools(workspace, check, recorder))
            .build();
    try {
      return recorder.report(Ending.ANSWERED, repairer.repair(PROBLEM), null);
    } catch (LoopHaltException halt) {
      return recorder.report(Ending.HALTED, halt.stopReason().summary(), halt.stopReason());
    } catch (RuntimeException e) {
      // LangChain4j has no type of its own for its cap.
      String message = String.valueOf(e.getMessage());
      boolean cap = message.contains("maxToolCallingRoundTrips");
      return recorder.report(cap ? Ending.FRAMEWORK_CAP : Ending.FAILED, e.toString(), null);
    }
  }

  private static ChatModel model(ChatModelListener listener) {
    if (!Setting.OPENAI_API_KEY.isSet()) {
      return new StuckModel(List.of(listener));
    }
    return OpenAiChatModel.builder()
        .apiKey(Setting.OPENAI_API_KEY.value())
        .baseUrl(Setting.OPENAI_BASE_URL.value())
        .modelName(Setting.OPENAI_MODEL.value())
        .listeners(List.of(listener))
        .build();
  }

  /** Environment variables that put a real model in the place of the scripted one. */
  enum Setting {
    OPENAI_API_KEY(""),
    OPENAI_BASE_URL("https://api.openai.com/v1"),
    OPENAI_MODEL("gpt-4o-mini");

    private final String byDefault;

    Setting(String byDefault) {
      this.byDefault = byDefault;
    }

    boolean isSet() {
      return !value().isEmpty();
    }

    String value() {
      String set = System.getenv(name());
      return set == null || set.isBlank() ? byDefault : set;
    }
  }
}
