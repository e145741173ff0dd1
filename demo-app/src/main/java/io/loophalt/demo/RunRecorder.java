package io.loophalt.demo;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.listener.ChatModelRequestContext;
import dev.langchain4j.model.chat.listener.ChatModelResponseContext;
import dev.langchain4j.model.output.TokenUsage;
import io.loophalt.StopReason;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts model calls and tokens and notes every attempt of one run, as any application could: by
 * LangChain4j's own listener and from inside its tools. For one thread.
 */
final class RunRecorder implements ChatModelListener {

  private final List<Attempt> attempts = new ArrayList<>();
  private String lastResult = "";
  private String lastText = "";
  private int modelCalls;
  private long inputTokens;
  private long outputTokens;

  /** The check has run, with this for a result. */
  void checked(String outcome, String result) {
    attempts.add(new Attempt(lastText, outcome, ""));
    lastResult = result;
  }

  /** Whatever the model is sent beyond the check's own result was put there by somebody else. */
  @Override
  public void onRequest(ChatModelRequestContext context) {
    List<ChatMessage> history = context.chatRequest().messages();
    if (!attempts.isEmpty()
        && history.get(history.size() - 1) instanceof ToolExecutionResultMessage sent
        && sent.toolName().equals("run_check")) {
      sent(sent.text());
    }
  }

  /** The model is sent this for the result of the last check, or will be. */
  void sent(String text) {
    if (text.startsWith(lastResult)) {
      Attempt last = attempts.remove(attempts.size() - 1);
      String told = text.substring(lastResult.length()).strip();
      attempts.add(new Attempt(last.says(), last.outcome(), told));
    }
  }

  /** Whether a check has run. */
  boolean hasChecked() {
    return !attempts.isEmpty();
  }

  @Override
  public void onResponse(ChatModelResponseContext context) {
    modelCalls++;
    String text = context.chatResponse().aiMessage().text();
    lastText = text == null ? "" : text;
    TokenUsage usage = context.chatResponse().tokenUsage();
    if (usage != null) {
      inputTokens += count(usage.inputTokenCount());
      outputTokens += count(usage.outputTokenCount());
    }
  }

  RunReport report(RunReport.Ending ending, String message, @Nullable StopReason stopReason) {
    return new RunReport(
        ending, message, modelCalls, inputTokens, outputTokens, attempts, stopReason);
  }

  private static int count(@Nullable Integer tokens) {
    return tokens == null ? 0 : tokens;
  }
}
