package io.loophalt.runtime.model;

import io.loophalt.Effect;
import io.loophalt.core.policy.ToolPolicy;
import io.loophalt.core.run.Verdict;
import io.loophalt.core.text.FailureText;
import io.loophalt.extension.RequestReader;
import io.loophalt.extension.sdk.SdkModelCalls;
import io.loophalt.extension.sdk.SdkModelCalls.ToolResult;
import io.loophalt.extension.sdk.ToolExchange;
import io.loophalt.runtime.correlation.OpenCalls;
import io.loophalt.runtime.correlation.OpenCalls.Asked;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.tool.StepHandler;
import io.loophalt.runtime.value.StepReader;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Steps of which only requests tell: the calls that an answer asks for are remembered, and the
 * results of those that nobody saw where they were made are read in the request that answers them.
 * Results further back, which every request repeats, are none: each call is answered once.
 * Thread-safe.
 */
public final class ToldResults {

  private final SdkModelCalls models;
  private final RunCorrelator runs;

  /** Reads the requests and answers of one framework. */
  public ToldResults(SdkModelCalls models, RunCorrelator runs) {
    this.models = models;
    this.runs = runs;
  }

  /**
   * Takes the steps that a request tells of, before it is sent. A halt that they lead to is thrown
   * by the model call that is about to be made.
   *
   * @param woven the class in whose call it is sent
   * @return the request as it is to be sent: with what waits for the model behind the last result
   */
  public Object take(LiveRun live, Object request, Class<?> woven, InvocationStack thread) {
    OpenCalls open = runs.openCallsOf(live);
    List<ToolResult> results = open == null ? List.of() : models.toolResults(request);
    if (open == null || results.isEmpty()) {
      return request;
    }
    List<@Nullable Asked> calls =
        open.answered(results.stream().map(ToolResult::callId).toList(), lastResult(request));
    for (int i = 0; i < calls.size(); i++) {
      Asked asked = calls.get(i);
      if (asked != null) {
        step(live, asked, results.get(i), woven, thread);
      }
    }
    thread.patience = null; // What follows is the model's.
    String text = live.run().haltReason() == null ? live.takeMessage() : null;
    return text == null
        ? request
        : told(live, request, results.get(results.size() - 1), text, woven);
  }

  private @Nullable Object lastResult(Object request) {
    RequestReader reader = models.requests();
    @Nullable List<?> messages = reader == null ? null : reader.messages(request);
    int last = reader == null || messages == null ? -1 : ToolExchange.lastResult(reader, messages);
    return messages == null || last < 0 ? null : messages.get(last);
  }

  private void step(
      LiveRun live, Asked asked, ToolResult result, Class<?> woven, InvocationStack thread) {
    ToolPolicy configured = live.run().toolPolicy(asked.tool());
    if (StepHandler.isIgnored(configured)) {
      return;
    }
    thread.patience = null; // It was a call of its own.
    StepReader reader = new StepReader();
    reader.begin(
        asked.tool(),
        asked.arguments(),
        runs.namesLeftOut(asked.tool(), configured),
        thread.digest,
        Effect.UNKNOWN,
        configured,
        asked.askedMillis());
    Verdict before = live.run().beforeStep(reader.step());
    if (before.stopReason() != null) {
      return;
    }
    runs.enforce(before, live, woven);
    String text = StepHandler.whole(result.text(), result.otherParts());
    reader.end(text, isError(result), live.state(), live.millisAt(System.nanoTime()));
    Verdict after = live.run().afterStep(reader.step());
    if (after.stopReason() == null) {
      runs.enforce(after, live, woven);
    }
  }

  private static boolean isError(ToolResult result) {
    Boolean said = result.error();
    return said == null ? FailureText.beginsWithFailure(result.text()) : said;
  }

  private Object told(
      LiveRun live, Object request, ToolResult result, String text, Class<?> woven) {
    try {
      return models.withText(request, result, text);
    } catch (ReflectiveOperationException | RuntimeException drifted) {
      runs.notTold(live, woven, drifted);
      return request;
    }
  }

  /** The model has answered, and asks for these calls. */
  public void asked(LiveRun live, CallPieces pieces) {
    Map<String, Asked> calls = pieces.untold(live.millisAt(System.nanoTime()));
    if (calls.isEmpty()) {
      return;
    }
    runs.asked(live, calls);
    haltForBlocked(live, calls.values());
  }

  /** Nothing but a halt keeps a loop from calling a tool that is called where nobody sees it. */
  private void haltForBlocked(LiveRun live, Collection<Asked> calls) {
    OpenCalls open = runs.openCallsOf(live);
    if (models.refusesTools() && (open == null || !open.anyUnseen())) {
      return; // Where it is called, it is refused.
    }
    for (Asked asked : calls) {
      String tool = asked.tool();
      boolean seen = runs.knows(tool) || (open != null && open.sees(tool));
      if (!seen && runs.outside().refusal(tool) != null) {
        runs.outside().haltForBlocked(live, tool);
      }
    }
  }
}
