package io.loophalt.core;

import io.loophalt.Effect;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.StepContents;
import io.loophalt.core.fingerprint.FilePaths;
import io.loophalt.core.fingerprint.JsonCallDigest;
import io.loophalt.core.fingerprint.JsonMembers;
import io.loophalt.core.fingerprint.TextDigest;
import io.loophalt.core.policy.ToolPolicy;
import io.loophalt.core.policy.VolatileParts;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A reported tool call, and the step that it is. What is known by a digest alone is equal or
 * different, and says nothing else.
 */
final class ReportedCall implements StepContents {

  private final ToolCall call;
  private final Set<String> leftOut;
  private final Set<String> fileArguments;
  private final VolatileParts leftOutParts;
  private final Step step = new Step(this);

  ReportedCall(ToolCall call, @Nullable ToolPolicy policy, long startMillis) {
    this.call = call;
    this.leftOut = policy == null ? Set.of() : policy.ignoredArguments();
    this.fileArguments = policy == null ? Set.of() : policy.fileArguments();
    this.leftOutParts = policy == null ? VolatileParts.NONE : policy.ignoredParts();
    String classOfTool = policy == null ? null : policy.actionClass();
    String actionClass = classOfTool == null ? call.actionClass() : classOfTool;
    Effect effectOfTool = policy == null ? null : policy.effect();
    Effect effect = effectOfTool == null ? call.effect() : effectOfTool;
    if (call.digest() == Step.ABSENT) {
      JsonCallDigest digest = new JsonCallDigest();
      long action = digest.of(call.tool(), leftOutParts.leaveOut(call.argumentsText()), leftOut);
      step.begin(call.tool(), actionClass, effect, action, digest.isCut(), startMillis);
    } else {
      step.begin(call.tool(), actionClass, effect, call.digest(), /* cut= */ false, startMillis);
      step.giveShape(call.digest());
    }
    step.heed(policy);
  }

  Step step() {
    return step;
  }

  /** Takes what came of the call. */
  void end(ToolResult outcome, long atMillis) {
    String text = outcome.text();
    boolean failed = outcome.failed();
    String state = outcome.state();
    step.end(
        failed,
        failed ? "" : text,
        failed ? text : "",
        state.isEmpty() ? Step.ABSENT : TextDigest.of(state),
        atMillis);
    if (outcome.digest() != Step.ABSENT) {
      step.giveOutcome(outcome.digest());
    }
  }

  @Override
  public String argumentsText() {
    return leftOutParts.leaveOut(JsonMembers.without(call.argumentsText(), leftOut));
  }

  @Override
  public long files() {
    return FilePaths.ofTexts(
        call.files().isEmpty()
            ? JsonMembers.texts(call.argumentsText(), fileArguments)
            : call.files());
  }
}
