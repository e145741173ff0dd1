package io.loophalt.runtime.value;

import static io.loophalt.runtime.value.CallArguments.NOT_YET;

import io.loophalt.Effect;
import io.loophalt.core.fingerprint.TextDigest;
import io.loophalt.core.policy.ToolPolicy;
import io.loophalt.core.run.RunStep;
import io.loophalt.core.text.ErrorNormalizer;
import io.loophalt.core.text.ToolVerbs;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The step that a live tool call is. Reused from call to call; digests of the outcome are computed
 * when first asked for, which is before the method returns to its caller.
 *
 * <p>What the detectors ask for, they ask while they hold the lock of the run. Exceptions are code
 * of the application, and the tool may go on changing objects, so all of them are read before: the
 * arguments when the step {@link #begin begins}, the outcome when it {@link #end ends}. Texts are
 * read when asked for.
 */
public final class LiveStep implements RunStep {

  private static final int UNKNOWN_NATURE = -1;

  private String tool = "";
  private @Nullable String actionClass;
  private Effect effect = Effect.UNKNOWN;
  private long action;
  private boolean actionIsCut;
  private long state;
  private long startMillis;
  private long endMillis;
  private int index;
  private int turn;

  private boolean failed;
  private boolean innerFailed;
  private @Nullable Object returned;
  private @Nullable Throwable thrown;
  private @Nullable String errorText;
  private long error;
  private long exactError;
  private long result;
  private long normalizedResult;
  private long failure;
  private long shape;
  private int nature;

  private final CallArguments arguments = new CallArguments();
  private @Nullable ToolPolicy configured;
  private boolean begunByFramework;

  /** Lets go of everything that belongs to the application. */
  public void clear() {
    returned = null;
    thrown = null;
    errorText = null;
    arguments.clear();
  }

  /** Takes the action of a call of a tool method. */
  public void begin(
      ToolMethod method,
      Arguments call,
      CanonicalDigest digest,
      @Nullable ToolPolicy configured,
      long startMillis) {
    describe(method.tool(), method.actionClass(), method.effect(), configured, startMillis);
    begunByFramework = false;
    action = arguments.take(method, call, configured, digest);
    actionIsCut = digest.isCut();
  }

  /** Reads the arguments for detectors that compare words. */
  public void readWords() {
    if (arguments.holdObjects()) {
      arguments.text();
    }
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
    describe(tool, null, effect, configured, startMillis);
    begunByFramework = true;
    action = this.arguments.take(tool, arguments, namesLeftOut, digest);
    actionIsCut = digest.isCut();
  }

  /** Adds what a layer inside a framework's call knows of the tool. */
  public void enrich(Effect known) {
    if (effect == Effect.UNKNOWN) {
      effect = known;
    }
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

  /** Adds what the annotated method knows to a step that its framework began. */
  public void enrich(ToolMethod method, Arguments call) {
    if (!begunByFramework) {
      return;
    }
    if (actionClass == null) {
      actionClass = method.actionClass();
    }
    if (effect == Effect.UNKNOWN) {
      effect = method.effect();
    }
    arguments.enrich(method, call, configured);
  }

  private void describe(
      String tool,
      @Nullable String actionClass,
      Effect effect,
      @Nullable ToolPolicy configured,
      long startMillis) {
    this.tool = tool;
    this.configured = configured;
    this.actionClass = actionClass;
    this.effect = effect;
    this.startMillis = startMillis;
    this.endMillis = startMillis;
    state = ABSENT;
    shape = NOT_YET;
    nature = UNKNOWN_NATURE;
    failed = false;
    innerFailed = false;
    forgetOutcome();
    if (configured != null) {
      String configuredClass = configured.actionClass();
      this.actionClass = configuredClass != null ? configuredClass : actionClass;
      Effect configuredEffect = configured.effect();
      this.effect = configuredEffect != null ? configuredEffect : effect;
    }
  }

  /** Lets go of the call, which will be used for another step. */
  public void outliveCall() {
    if (arguments.belongToCall()) {
      shape();
      nature();
      arguments.outliveCall();
    }
  }

  /** The same action once more, as in a retry. */
  public LiveStep again(long startMillis) {
    LiveStep repeated = new LiveStep();
    repeated.describe(tool, actionClass, effect, null, startMillis);
    repeated.action = action;
    repeated.actionIsCut = actionIsCut;
    repeated.shape = shape();
    repeated.nature = nature();
    repeated.arguments.takeOver(arguments);
    repeated.begunByFramework = begunByFramework;
    return repeated;
  }

  /** What was read of the outcome while there was none: a finding before the call asks for it. */
  private void forgetOutcome() {
    errorText = null;
    error = NOT_YET;
    exactError = NOT_YET;
    result = NOT_YET;
    normalizedResult = NOT_YET;
    failure = NOT_YET;
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
    forgetOutcome();
    this.returned = returned;
    if (thrown != null) {
      this.thrown = thrown;
    }
    this.failed = this.thrown != null;
    this.state = state;
    this.endMillis = endMillis;
    readResult(digest);
    readFailure();
  }

  private void readResult(CanonicalDigest digest) {
    Object value = returned;
    if (value != null && !(value instanceof String)) {
      String text = KnownContents.text(value);
      returned = text == null ? value : text;
      result = text == null ? resultOf(value, digest) : TextDigest.of(text);
    }
  }

  private void readFailure() {
    if (thrown != null) {
      String message = ExceptionReader.messageOf(thrown);
      errorText = ExceptionReader.describe(thrown, message);
      error = ExceptionDigest.of(thrown, message);
    }
    if (arguments.holdObjects() && failure() != ABSENT) {
      arguments.text();
    }
  }

  /** Takes the outcome of a call that a framework made, as the text that goes to the model. */
  public void end(String textForModel, boolean error, long state, long endMillis) {
    forgetOutcome();
    this.returned = textForModel;
    this.failed = error || innerFailed || thrown != null;
    this.errorText = failed && thrown == null ? textForModel : null;
    this.state = state;
    this.endMillis = endMillis;
    readFailure();
  }

  @Override
  public void placedAt(int index, int turn) {
    this.index = index;
    this.turn = turn;
    action = actionIsCut ? unlikeAnyOther(action) : action;
  }

  /** What is not known whole must not be taken for a repetition. */
  private long unlikeAnyOther(long digest) {
    return TextDigest.combine(digest, index + 1L);
  }

  @Override
  public int index() {
    return index;
  }

  @Override
  public int turn() {
    return turn;
  }

  @Override
  public String tool() {
    return tool;
  }

  @Override
  public String actionClass() {
    String given = actionClass;
    return given == null || given.isEmpty() ? tool : given;
  }

  @Override
  public Effect effect() {
    return effect;
  }

  @Override
  public long action() {
    return action;
  }

  @Override
  public long files() {
    return arguments.files();
  }

  @Override
  public long state() {
    return state;
  }

  @Override
  public boolean failed() {
    return failed;
  }

  @Override
  public long error() {
    if (error == NOT_YET) {
      error = failed ? ErrorNormalizer.digest(errorText()) : ABSENT;
    }
    return error;
  }

  @Override
  public long exactError() {
    if (exactError == NOT_YET) {
      exactError = failed ? TextDigest.of(errorText()) : ABSENT;
    }
    return exactError;
  }

  @Override
  public long result() {
    if (result == NOT_YET) {
      result = TextDigest.of((String) returned); // what is no text was read when it came
    }
    return result;
  }

  private long resultOf(Object value, CanonicalDigest digest) {
    long read = digest.ofValue(value);
    if (digest.isCut()) {
      return unlikeAnyOther(read);
    }
    // Of what is not known by its value, only the very same object is known to be the same.
    return digest.isOpaque() ? TextDigest.combine(read, System.identityHashCode(value)) : read;
  }

  @Override
  public long normalizedResult() {
    if (normalizedResult == NOT_YET) {
      normalizedResult = returned instanceof String text ? ErrorNormalizer.digest(text) : result();
    }
    return normalizedResult;
  }

  @Override
  public long failure() {
    if (failure == NOT_YET) {
      failure = RunStep.super.failure();
    }
    return failure;
  }

  @Override
  public long shape() {
    if (shape == NOT_YET) {
      shape = arguments.shape(tool);
    }
    return shape;
  }

  @Override
  public long question() {
    return arguments.question();
  }

  @Override
  public boolean onlyRemarks() {
    return (nature() & ToolVerbs.REMARK) != 0;
  }

  @Override
  public boolean edits() {
    return (nature() & ToolVerbs.EDITING_CALL) != 0;
  }

  @Override
  public boolean looksOnly() {
    return (nature() & ToolVerbs.LOOKING_CALL) != 0;
  }

  @Override
  public boolean endsAsASearch() {
    return ToolVerbs.endsAsASearch(arguments.command(), looksOnly());
  }

  @Override
  public boolean sleeps() {
    return (nature() & ToolVerbs.SLEEPING_CALL) != 0;
  }

  @Override
  public boolean reads() {
    return (nature() & ToolVerbs.READING_TOOL) != 0;
  }

  private int nature() {
    if (nature == UNKNOWN_NATURE) {
      nature = ToolVerbs.natureOf(tool, arguments.command(), effect);
    }
    return nature;
  }

  @Override
  public long startMillis() {
    return startMillis;
  }

  @Override
  public long endMillis() {
    return endMillis;
  }

  @Override
  public String text() {
    return "";
  }

  @Override
  public String argumentsText() {
    return arguments.text();
  }

  @Override
  public String resultText() {
    return returned instanceof String text ? text : "";
  }

  @Override
  public String errorText() {
    String known = errorText;
    return known == null ? "" : known;
  }
}
