package io.loophalt.core.detect;

import io.loophalt.Effect;
import io.loophalt.core.fingerprint.FilePaths;
import io.loophalt.core.fingerprint.JsonCallDigest;
import io.loophalt.core.fingerprint.JsonMembers;
import io.loophalt.core.fingerprint.TextDigest;
import io.loophalt.core.policy.ToolPolicy;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A tool call of which all texts are at hand, as a recording has it. The digests of its step are
 * those that the live agent would have computed.
 *
 * @param tool the tool's name
 * @param actionClass the coarse category, null for the tool's name
 * @param effect whether the tool reads or changes something
 * @param argumentsText compact JSON in the given key order, or the plain text
 * @param resultText the output, empty if none
 * @param wholeResult digest of the whole result where {@code resultText} was cut, else null
 * @param error the error text, null if the call did not fail at tool level
 * @param paths files touched
 * @param state what the caller reported as its environment, or null
 * @param text the model's text beside the call
 * @param startMillis when the call began, since the run began
 * @param endMillis when its outcome was there, since the run began
 */
public record RecordedCall(
    String tool,
    @Nullable String actionClass,
    Effect effect,
    String argumentsText,
    String resultText,
    @Nullable Long wholeResult,
    @Nullable String error,
    List<String> paths,
    @Nullable String state,
    String text,
    long startMillis,
    long endMillis)
    implements StepContents {

  /** Copies the paths. */
  public RecordedCall {
    paths = List.copyOf(paths);
  }

  /** The step that it is, with its outcome, where the settings say nothing of its tool. */
  public Step step() {
    return step(argumentsText, Set.of(), null);
  }

  /**
   * The step that it is by the settings of its tool, which come before what the recording says of
   * it. Whether calls of the tool are ignored is for whoever plays the recording.
   */
  public Step step(ToolPolicy settings) {
    String ofSettings = settings.actionClass();
    Effect declared = settings.effect();
    String written = settings.ignoredParts().leaveOut(argumentsText);
    RecordedCall contents =
        new RecordedCall(
            tool,
            ofSettings == null ? actionClass : ofSettings,
            declared == null ? effect : declared,
            JsonMembers.without(written, settings.ignoredArguments()),
            resultText,
            wholeResult,
            error,
            paths.isEmpty() ? JsonMembers.texts(argumentsText, settings.fileArguments()) : paths,
            state,
            text,
            startMillis,
            endMillis);
    return contents.step(written, settings.ignoredArguments(), settings);
  }

  /**
   * @param written all of the arguments: of those that are no JSON, none is left out
   */
  private Step step(String written, Set<String> namesLeftOut, @Nullable ToolPolicy settings) {
    Step step = new Step(this);
    JsonCallDigest digest = new JsonCallDigest();
    long action = digest.of(tool, written, namesLeftOut);
    step.begin(tool, actionClass, effect, action, digest.isCut(), startMillis);
    step.heed(settings);
    step.end(
        error != null,
        resultText,
        error == null ? "" : error,
        state == null ? Step.ABSENT : TextDigest.of(state),
        endMillis);
    if (wholeResult != null) {
      step.giveWholeResult(wholeResult);
    }
    return step;
  }

  @Override
  public long files() {
    return FilePaths.ofTexts(paths);
  }
}
