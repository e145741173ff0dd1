package io.loophalt.runtime.value;

import static io.loophalt.core.detect.Step.ABSENT;
import static io.loophalt.core.detect.Step.UNREAD;

import io.loophalt.core.fingerprint.CanonicalForm;
import io.loophalt.core.fingerprint.JsonMembers;
import io.loophalt.core.policy.ToolPolicy;
import io.loophalt.core.text.ArgumentShape;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of one tool call as detectors compare them: those of a woven method, or those that
 * a framework hands on as the model wrote them. Reused from call to call.
 *
 * <p>Objects are read when the arguments are taken, because the tool may change them (see {@link
 * StepReader}); texts when somebody asks.
 */
final class CallArguments {

  /** Far less than what a digest reads of a text. Characters. */
  private static final int LONGEST_SHORT_TEXT = 1 << 16;

  private static final long[] NO_DIGESTS = {};

  /** The call of a woven method that they belong to, under way or over; null if there is none. */
  private @Nullable Arguments call;

  /** That of the thread on which the call is under way. */
  private @Nullable CanonicalDigest digest;

  private @Nullable ToolMethod method;
  private @Nullable ToolPolicy configured;

  /** JSON text or a map, where there is no such call. */
  private @Nullable Object written;

  private Set<String> namesLeftOut = Set.of();

  private long files;
  private @Nullable String text;

  /** Whether some argument is an object, and the digests of those that are, by position. */
  private boolean anyObjects;

  private long[] objectDigests = NO_DIGESTS;

  /**
   * Lets go of everything that belongs to the application. The call, which does so itself, stays:
   * it is mostly that of the next arguments, too.
   */
  void clear() {
    if (written != null) {
      written = null;
    }
    if (text != null) {
      text = null;
    }
  }

  /**
   * Takes those of a woven method.
   *
   * @return the digest of tool and arguments; {@code digest} knows whether it is cut. {@link
   *     Step#UNREAD} if all are short texts, which nobody can change: then {@link #action} reads
   *     them when it is needed, which mostly is after the body
   */
  @SuppressWarnings("ReferenceEquality") // each method has one description
  long take(
      ToolMethod method, Arguments call, @Nullable ToolPolicy configured, CanonicalDigest digest) {
    if (configured != null && !configured.ignoredParts().isEmpty()) {
      String left = withoutParts(method, call, configured);
      if (left != null) {
        takeWritten(left, Set.of(), filesOf(method, call, configured));
        return digest.ofCall(method.tool(), left, Set.of());
      }
    }
    if (this.call != call) {
      this.call = call;
      this.digest = digest;
    }
    if (this.method != method) {
      this.method = method;
    }
    if (configured != null || this.configured != null) {
      this.configured = configured;
    }
    clear();
    anyObjects = false;
    List<ToolMethod.Parameter> parameters = method.parameters();
    boolean touchesFiles = false;
    boolean shortTexts = true;
    for (int i = 0; i < parameters.size(); i++) {
      ParameterRole role = roleOf(parameters.get(i));
      if (role == ParameterRole.LEFT_OUT) {
        continue;
      }
      Object argument = call.argument(i);
      shortTexts &= argument == null || isShortText(argument);
      touchesFiles |= role == ParameterRole.FILE && argument != null;
    }
    files = touchesFiles ? UNREAD : ABSENT;
    if (shortTexts) {
      return UNREAD;
    }
    long action = digestAll(method, parameters, call, digest);
    if (anyObjects) {
      files();
    }
    return action;
  }

  private static boolean isShortText(Object argument) {
    return argument instanceof String given && given.length() <= LONGEST_SHORT_TEXT;
  }

  private long digestAll(
      ToolMethod method,
      List<ToolMethod.Parameter> parameters,
      Arguments call,
      CanonicalDigest digest) {
    digest.begin(method.toolDigest());
    for (int i = 0; i < parameters.size(); i++) {
      ToolMethod.Parameter parameter = parameters.get(i);
      if (roleOf(parameter) == ParameterRole.LEFT_OUT) {
        continue;
      }
      Object argument = call.argument(i);
      long value = digest.add(parameter.nameDigest(), argument);
      if (isObject(argument)) {
        anyObjects = true;
        keepDigest(i, value);
      }
    }
    return digest.finish();
  }

  /**
   * The digest of tool and arguments where all are short texts of a call that is under way: what
   * {@link CanonicalDigest} gives, without its care for what is large, deep or of the application.
   */
  long action() {
    ToolMethod described = method;
    Arguments under = call;
    if (described == null || under == null) {
      return ABSENT;
    }
    long sum = 0;
    int size = 0;
    List<ToolMethod.Parameter> parameters = described.parameters();
    for (int i = 0; i < parameters.size(); i++) {
      ToolMethod.Parameter parameter = parameters.get(i);
      if (roleOf(parameter) != ParameterRole.LEFT_OUT) {
        long value =
            under.argument(i) instanceof String given
                ? CanonicalForm.text(given)
                : CanonicalForm.NULL;
        sum += CanonicalForm.entry(parameter.nameDigest(), value);
        size++;
      }
    }
    return CanonicalDigest.ofCall(described.toolDigest(), sum, size);
  }

  /**
   * Takes those that a framework hands on.
   *
   * @param written JSON text, or the map that the framework has made of it: both have one digest
   * @param configured what the configuration says of the tool
   * @return the digest of tool and arguments
   */
  long take(
      String tool,
      Object written,
      Set<String> namesLeftOut,
      @Nullable ToolPolicy configured,
      CanonicalDigest digest) {
    Set<String> paths = configured == null ? Set.of() : configured.fileArguments();
    long touched = paths.isEmpty() ? ABSENT : FileValues.ofMembers(written, paths);
    if (configured != null && !configured.ignoredParts().isEmpty()) {
      String left = withoutParts(written, namesLeftOut, configured);
      if (left != null) {
        takeWritten(left, Set.of(), touched);
        return digest.ofCall(tool, left, Set.of());
      }
    }
    takeWritten(written, namesLeftOut, touched);
    long action = digest.ofCall(tool, written, namesLeftOut);
    if (!(written instanceof String)) {
      text();
    }
    return action;
  }

  /**
   * Those of a call as JSON without the parts that the configuration ignores; null if there are
   * none, or if they cannot be written down whole.
   */
  private static @Nullable String withoutParts(
      ToolMethod method, Arguments call, ToolPolicy configured) {
    StringBuilder json = new StringBuilder("{");
    List<ToolMethod.Parameter> parameters = method.parameters();
    for (int i = 0; i < parameters.size(); i++) {
      ToolMethod.Parameter parameter = parameters.get(i);
      if (roleOf(parameter, configured) != ParameterRole.LEFT_OUT
          && !ValueText.appendMember(json, parameter.name(), call.argument(i))) {
        return null;
      }
    }
    return withoutParts(json.append('}').toString(), configured);
  }

  /** The same of those that a framework hands on. */
  private static @Nullable String withoutParts(
      Object written, Set<String> namesLeftOut, ToolPolicy configured) {
    String json = written instanceof String given ? given : ValueText.of(written);
    return json == null ? null : withoutParts(JsonMembers.without(json, namesLeftOut), configured);
  }

  private static @Nullable String withoutParts(String json, ToolPolicy configured) {
    String left = configured.ignoredParts().leaveOut(json);
    return left.equals(json) ? null : left;
  }

  /** Takes over what others hold that have {@linkplain #outliveCall outlived} their call. */
  void takeOver(CallArguments others) {
    takeWritten(others.text(), Set.of(), others.files());
  }

  private void takeWritten(@Nullable Object written, Set<String> namesLeftOut, long files) {
    call = null;
    digest = null;
    method = null;
    configured = null;
    this.written = written;
    this.namesLeftOut = namesLeftOut;
    this.files = files;
    text = null;
    anyObjects = false;
  }

  /** Whether they are those of a woven method whose call is under way. */
  boolean belongToCall() {
    return call != null;
  }

  /** Lets go of the call, which will be used for another step. */
  void outliveCall() {
    takeWritten(text(), Set.of(), files());
  }

  /** Adds the files that an annotated method knows of, inside a call that its framework began. */
  void enrich(ToolMethod inner, Arguments innerCall, @Nullable ToolPolicy innerPolicy) {
    if (files == ABSENT) {
      files = filesOf(inner, innerCall, innerPolicy);
    }
  }

  /** Whether some are objects, which are not to be read under a lock. */
  boolean holdObjects() {
    return anyObjects;
  }

  /** The digest of the files among them, {@code ABSENT} if there are none. */
  long files() {
    if (files == UNREAD) {
      files = method == null || call == null ? ABSENT : filesOf(method, call, configured);
    }
    return files;
  }

  private static long filesOf(ToolMethod method, Arguments call, @Nullable ToolPolicy configured) {
    List<Object> paths = new ArrayList<>(1);
    List<ToolMethod.Parameter> parameters = method.parameters();
    for (int i = 0; i < parameters.size(); i++) {
      Object argument = call.argument(i);
      if (argument != null && roleOf(parameters.get(i), configured) == ParameterRole.FILE) {
        paths.add(argument);
      }
    }
    return paths.isEmpty() ? ABSENT : FileValues.digest(paths);
  }

  /** See {@link io.loophalt.core.detect.Step#shape}. */
  long shape(String tool) {
    return call == null
        ? ArgumentShape.of(tool, text())
        : ArgumentShape.of(tool, bagOfArguments(call));
  }

  private long bagOfArguments(Arguments under) {
    long bag = 0;
    long marks = 0;
    boolean asks = false;
    for (int i = 0; i < parameters().size(); i++) {
      ToolMethod.Parameter parameter = parameters().get(i);
      ArgumentShape.Name name = parameter.shape();
      if (roleOf(parameter) == ParameterRole.LEFT_OUT || name.place()) {
        continue;
      }
      Object argument = under.argument(i);
      long value = name.bag() + bagOf(argument, i);
      if (name.mark() || (name.time() && isTimeOfAsking(parameter.name(), argument))) {
        marks += value;
      } else {
        bag += value;
        asks |= argument != null;
      }
    }
    // A request id beside nothing else is what the call is about.
    return asks ? bag : bag + marks;
  }

  private static boolean isTimeOfAsking(String name, @Nullable Object argument) {
    if (argument instanceof String text) {
      return ArgumentShape.isTimeOfAsking(name, text);
    }
    // What a class of the application says of itself is not asked for.
    return (argument instanceof Temporal || argument instanceof Number)
        && ArgumentText.isKnown(argument)
        && ArgumentShape.isTimeOfAsking(name, argument.toString());
  }

  private long bagOf(@Nullable Object argument, int position) {
    if (argument instanceof String text) {
      return ArgumentShape.bagOf(text);
    }
    if (isObject(argument)) {
      return objectDigests[position];
    }
    return argument == null || digest == null ? 0 : digest.ofValue(argument);
  }

  /** See {@link io.loophalt.core.detect.Step#question}. */
  long question() {
    if (call == null) {
      return ArgumentShape.question(text());
    }
    long question = 0;
    for (int i = 0; i < parameters().size(); i++) {
      CharSequence given = textAt(i, call);
      if (given != null) {
        question |= ArgumentShape.question(given);
      }
    }
    return question;
  }

  /** What may be a shell's command: the arguments as JSON, or the only text among them. */
  CharSequence command() {
    if (call == null) {
      return text();
    }
    CharSequence only = "";
    for (int i = 0; i < parameters().size(); i++) {
      CharSequence given = textAt(i, call);
      if (given != null) {
        if (only.length() > 0) {
          return "";
        }
        only = given;
      }
    }
    return only;
  }

  /** An argument that is a text and counts, else null. */
  private @Nullable String textAt(int position, Arguments under) {
    return under.argument(position) instanceof String given
            && roleOf(parameters().get(position)) != ParameterRole.LEFT_OUT
        ? given
        : null;
  }

  /** All that count, see {@link io.loophalt.core.detect.Step#argumentsText}. */
  String text() {
    String known = text;
    if (known == null) {
      known = read();
      text = known;
    }
    return known;
  }

  private String read() {
    if (written instanceof String json) {
      return namesLeftOut.isEmpty() ? json : JsonMembers.without(json, namesLeftOut);
    }
    if (written != null) {
      return ArgumentText.of(written, namesLeftOut);
    }
    if (call == null) {
      return "";
    }
    StringBuilder json = new StringBuilder("{");
    for (int i = 0; i < parameters().size(); i++) {
      ToolMethod.Parameter parameter = parameters().get(i);
      if (roleOf(parameter) != ParameterRole.LEFT_OUT) {
        ArgumentText.appendMember(json, parameter.name(), call.argument(i));
      }
    }
    return json.append('}').toString();
  }

  private List<ToolMethod.Parameter> parameters() {
    ToolMethod described = method;
    return described == null ? List.of() : described.parameters();
  }

  private ParameterRole roleOf(ToolMethod.Parameter parameter) {
    return roleOf(parameter, configured);
  }

  private static ParameterRole roleOf(
      ToolMethod.Parameter parameter, @Nullable ToolPolicy configured) {
    if (configured != null) {
      if (configured.ignoredArguments().contains(parameter.name())) {
        return ParameterRole.LEFT_OUT;
      }
      if (configured.fileArguments().contains(parameter.name())) {
        return ParameterRole.FILE;
      }
    }
    return parameter.role();
  }

  /** Whether it may be of a class of the application, or hold something that is. */
  private static boolean isObject(@Nullable Object argument) {
    return argument != null
        && !(argument instanceof String)
        && !(argument instanceof Boolean)
        && !(argument instanceof Character)
        && !(argument instanceof Enum<?>)
        && !isNumberOfTheJdk(argument)
        && !(argument.getClass().isArray() && argument.getClass().componentType().isPrimitive());
  }

  private static boolean isNumberOfTheJdk(Object argument) {
    return argument instanceof Number && ArgumentText.isKnown(argument);
  }

  private void keepDigest(int position, long digest) {
    if (position >= objectDigests.length) {
      objectDigests = Arrays.copyOf(objectDigests, Math.max(4, 2 * position));
    }
    objectDigests[position] = digest;
  }
}
