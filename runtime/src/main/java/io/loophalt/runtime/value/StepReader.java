package io.loophalt.runtime.value;

import io.loophalt.Effect;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.StepContents;
import io.loophalt.core.fingerprint.TextDigest;
import io.loophalt.core.policy.ToolPolicy;
import io.loophalt.core.policy.VolatileParts;
import io.loophalt.core.text.ToolVerbs;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a live tool call as a step. Reused from call to call.
 *
 * <p>What the detectors ask of the step, they ask while they hold the lock of the run. Exceptions
 * are code of the application, and the tool may go on changing objects, so all of them are read
 * before: the arguments when the step {@link #begin begins}, the outcome when it {@link #end ends}.
 * Texts are read when asked for, which is before the method returns to its caller; arguments that
 * are all short texts when the step ends, unless a detector decides before the body.
 */
public final class StepReader implements StepContents {

  private final Step step = new Step(this);
  private final CallArguments arguments = new CallArguments();
  private @Nullable ToolPolicy configured;
  private boolean begunByFramework;

  // What the latest call without a command does: mostly the next one is of the same tool.
  private String toolWithoutCommand = "";
  private @Nullable Effect effectWithoutCommand;
  private int natureWithoutCommand;

  private boolean innerFailed;
  private @Nullable Throwable thrown;

  /** Stands for a step that is under way on another thread, of which nothing is read here. */
  public static StepReader elsewhere(String tool) {
    StepReader reader = new StepReader();
    reader.step.begin(tool, null, Effect.UNKNOWN, Step.UNREAD, /* cut= */ false, 0);
    return reader;
  }

  /** What was read. */
  public Step step() {
    return step;
  }

  /** Lets go of everything that belongs to the application. */
  public void clear() {
    if (thrown != null) {
      thrown = null;
    }
    step.forgetTexts();
    arguments.clear();
  }

  /** Takes the action of a call of a tool method. */
  public void begin(
      ToolMethod method,
      Arguments call,
      CanonicalDigest digest,
      @Nullable ToolPolicy configured,
      long startMillis) {
    begunByFramework = false;
    long action = arguments.take(method, call, configured, digest);
    begin(
        method.tool(),
        method.actionClass(),
        method.effect(),
        action,
        action != Step.UNREAD && digest.isCut(),
        configured,
        startMillis);
    heed(method);
  }

  /**
   * Takes the action of a call that a framework makes, with the arguments as the model wrote them.
   *
   * @param arguments JSON text, or the map that the framework has made of it: both have one digest
   */
  public void begin(
      String tool,
      Object arguments,
      Set<String> namesLeftOut,
      CanonicalDigest digest,
      Effect effect,
      @Nullable ToolPolicy configured,
      long startMillis) {
    begunByFramework = true;
    long action = this.arguments.take(tool, arguments, namesLeftOut, configured, digest);
    begin(tool, null, effect, action, digest.isCut(), configured, startMillis);
    step.heed(configured);
  }

  /** Takes what the method says of itself, where the configuration says nothing else. */
  private void heed(ToolMethod method) {
    Boolean exhaustive = configured == null ? null : configured.exhaustive();
    step.triesMany(exhaustive == null ? method.exhaustive() : exhaustive);
    VolatileParts parts = configured == null ? null : configured.volatileParts();
    VolatileParts known = parts == null ? method.volatileParts() : parts;
    if (known != null) {
      step.leaveOut(known);
    }
  }

  private void begin(
      String tool,
      @Nullable String actionClass,
      Effect effect,
      long action,
      boolean cut,
      @Nullable ToolPolicy configured,
      long startMillis) {
    String configuredClass = configured == null ? null : configured.actionClass();
    Effect configuredEffect = configured == null ? null : configured.effect();
    step.begin(
        tool,
        named(configuredClass != null ? configuredClass : actionClass, tool),
        configuredEffect != null ? configuredEffect : effect,
        action,
        cut,
        startMillis);
    if (configured != null || this.configured != null) {
      this.configured = configured;
    }
    innerFailed = false;
  }

  /** An action class without a name is that of the tool. */
  private static @Nullable String named(@Nullable String actionClass, String tool) {
    return actionClass != null && actionClass.isEmpty() ? tool : actionClass;
  }

  /** Reads the arguments for detectors that compare words. */
  public void readWords() {
    if (arguments.holdObjects()) {
      arguments.text();
    }
  }

  /** Adds what a layer inside a framework's call knows of the tool. */
  public void enrich(Effect known) {
    step.enrich(null, known);
  }

  /** Adds what the annotated method knows to a step that its framework began. */
  public void enrich(ToolMethod method, Arguments call) {
    if (!begunByFramework) {
      return;
    }
    arguments.enrich(method, call, configured);
    step.enrich(named(method.actionClass(), step.tool()), method.effect());
    heed(method);
  }

  /**
   * Notes what the annotated method threw inside a framework's call, before the framework makes a
   * text of it.
   */
  public void innerThrew(Throwable inner) {
    if (begunByFramework && thrown == null) {
      thrown = inner;
    }
  }

  /**
   * Notes whether a layer inside a framework's call returned an error, before the framework makes a
   * text of it like any other. The last layer decides: a tool may have fallen back to another one.
   */
  public void innerFailed(boolean error) {
    innerFailed = error && begunByFramework;
  }

  /** Lets go of the call, which will be used for another step. */
  public void outliveCall() {
    if (arguments.belongToCall()) {
      step.readArguments();
      arguments.outliveCall();
    }
  }

  /** The same action once more, as in a retry. */
  public StepReader again(long startMillis) {
    StepReader repeated = new StepReader();
    repeated.step.beginAgain(step, startMillis);
    repeated.arguments.takeOver(arguments);
    repeated.begunByFramework = begunByFramework;
    return repeated;
  }

  /**
   * Takes the outcome.
   *
   * @param digest that of the calling thread
   */
  public void end(
      @Nullable Object returned,
      @Nullable Throwable thrown,
      CanonicalDigest digest,
      long state,
      long endMillis) {
    if (thrown != null) {
      this.thrown = thrown;
    }
    String text = returned == null ? "" : textOf(returned);
    if (returned == null || text != null) {
      end(this.thrown != null, text == null ? "" : text, "", state, endMillis);
    } else {
      endWithObject(returned, digest, state, endMillis);
    }
    readArgumentsOfFailure();
  }

  /**
   * An object says what its text says, if it has one, and is the same as another by its class and
   * value.
   */
  private void endWithObject(Object returned, CanonicalDigest digest, long state, long endMillis) {
    String text = ValueText.ofResult(returned, step.volatileParts());
    end(thrown != null, text == null ? "" : text, "", state, endMillis);
    if (text == null) {
      step.giveResult(resultOf(returned, digest));
    } else if (step.volatileParts() == null || step.resultText().equals(text)) {
      step.giveWholeResult(resultOf(returned, digest));
    }
  }

  /** Takes the outcome of a call that a framework made, as the text that goes to the model. */
  public void end(String textForModel, boolean error, long state, long endMillis) {
    boolean failed = error || innerFailed || thrown != null;
    end(failed, textForModel, failed ? textForModel : "", state, endMillis);
    readArgumentsOfFailure();
  }

  private void end(
      boolean failed, String resultText, String errorText, long state, long endMillis) {
    if (!step.isActionKnown()) {
      step.giveAction(arguments.action());
    }
    if (begunByFramework || arguments.belongToCall()) {
      // Arguments that have outlived their call have another form, and were read before.
      CharSequence command = arguments.command();
      step.giveCall(arguments.files(), natureOf(command), command);
    }
    Throwable known = thrown;
    if (known == null) {
      step.end(failed, resultText, errorText, state, endMillis);
    } else {
      String message = ExceptionReader.messageOf(known);
      step.end(failed, resultText, ExceptionReader.describe(known, message), state, endMillis);
      step.giveError(ExceptionDigest.of(known, message));
    }
  }

  /** What the call does; without a command it is the same for all calls of the tool. */
  private int natureOf(CharSequence command) {
    String tool = step.tool();
    if (command.length() > 0) {
      return ToolVerbs.natureOf(tool, command, step.effect());
    }
    if (step.effect() != effectWithoutCommand || !tool.equals(toolWithoutCommand)) {
      natureWithoutCommand = ToolVerbs.natureOf(tool, command, step.effect());
      toolWithoutCommand = tool;
      effectWithoutCommand = step.effect();
    }
    return natureWithoutCommand;
  }

  private static @Nullable String textOf(Object returned) {
    return returned instanceof String given ? given : KnownContents.text(returned);
  }

  private long resultOf(Object value, CanonicalDigest digest) {
    long read = digest.ofResult(value);
    if (digest.isCut()) {
      // What is not known whole must not be taken for a repetition.
      return TextDigest.combine(read, step.index() + 1L);
    }
    // Of what is not known by its value, only the very same object is known to be the same.
    return digest.isOpaque() ? TextDigest.combine(read, System.identityHashCode(value)) : read;
  }

  /** A failure is told by the words of the arguments, too. */
  private void readArgumentsOfFailure() {
    if (arguments.holdObjects() && step.failure() != Step.ABSENT) {
      arguments.text();
    }
  }

  @Override
  public long action() {
    return arguments.action();
  }

  @Override
  public String argumentsText() {
    return arguments.text();
  }

  @Override
  public CharSequence command() {
    return arguments.command();
  }

  @Override
  public long shape(String tool) {
    return arguments.shape(tool);
  }

  @Override
  public long question() {
    return arguments.question();
  }

  @Override
  public long files() {
    return arguments.files();
  }
}
