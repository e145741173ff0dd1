package io.loophalt.runtime.correlation;

import io.loophalt.Effect;
import io.loophalt.PrintableText;
import io.loophalt.StopReason;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.Turn.Prompt;
import io.loophalt.core.event.Intervened;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.ToolPolicy;
import io.loophalt.core.run.Run;
import io.loophalt.core.run.Verdict;
import io.loophalt.extension.RunName;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.Invocation.Kind;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.policy.JoinPolicy.TrustedIds;
import io.loophalt.runtime.request.AnswerTrace;
import io.loophalt.runtime.request.ReadRequest;
import io.loophalt.runtime.request.RunTalk;
import io.loophalt.runtime.request.TextTail;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.safety.Warnings;
import io.loophalt.runtime.steering.FromOutside;
import io.loophalt.runtime.value.ToolMethod;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds the run that a call belongs to and turns verdicts into what the gate hands back: the part
 * that all handlers share. Thread-safe.
 */
public final class RunCorrelator {

  /** More names than any application has tools; what a model makes up is bounded by it. */
  private static final int MOST_TOOLS = 10_000;

  /** Objects that frameworks call in steps of their own. */
  private final WeakIdentityMap<Boolean> owned = new WeakIdentityMap<>();

  private volatile boolean anyOwned;
  private final RunRegistry registry;
  private final HaltExceptions exceptions = new HaltExceptions();

  private final Map<String, Set<String>> leftOutByTool = new ConcurrentHashMap<>();
  private final WeakIdentityMap<LiveRun> carried = new WeakIdentityMap<>();
  private final WeakIdentityMap<OpenCalls> openCalls = new WeakIdentityMap<>();

  /** Null until a model has asked a loop of the application's own for a tool. */
  private volatile @Nullable AskedTools askedTools;

  /** Null until an answer has come in pieces to a loop of the application's own. */
  private volatile @Nullable UnendedAnswers unended;

  private final Conversations conversations;
  private final UnclaimedCalls unclaimed;
  private final Warnings warnings;

  private final FromOutside outside;

  /** Shared by all handlers of one agent. */
  public RunCorrelator(RunRegistry registry, Log log) {
    this.registry = registry;
    this.warnings = new Warnings(log);
    this.outside = new FromOutside(registry, log);
    this.conversations = new Conversations(registry);
    this.unclaimed = new UnclaimedCalls(registry, log);
    registry.warnBy(warnings);
  }

  /** What is said once. */
  public Warnings warnings() {
    return warnings;
  }

  /**
   * Remembers what a woven tool method says about its arguments, for when a framework calls the
   * tool by name; and that calls of the tool are seen before it runs.
   */
  public void know(ToolMethod method) {
    leftOutByTool.put(method.tool(), method.namesLeftOut());
  }

  /** Calls of a tool are seen before it runs, so that they can be refused. */
  public void know(String tool) {
    if (!leftOutByTool.containsKey(tool) && leftOutByTool.size() < MOST_TOOLS) {
      leftOutByTool.put(tool, Set.of());
    }
  }

  /** Whether calls of a tool are seen before it runs. */
  public boolean knows(String tool) {
    return leftOutByTool.containsKey(tool);
  }

  /**
   * The arguments of a tool that say nothing about the action, by its annotation or the
   * configuration.
   */
  public Set<String> namesLeftOut(String tool, @Nullable ToolPolicy configured) {
    Set<String> annotated = leftOutByTool.getOrDefault(tool, Set.of());
    if (configured == null || configured.ignoredArguments().isEmpty()) {
      return annotated;
    }
    Set<String> both = new HashSet<>(annotated);
    both.addAll(configured.ignoredArguments());
    return both;
  }

  /** The tool calls of a run whose results are still to come; null if it never had any. */
  public @Nullable OpenCalls openCallsOf(LiveRun live) {
    return live.hasOpenCalls() ? openCalls.get(live) : null;
  }

  /** A step is being taken that is seen where it happens, so that its result is no step again. */
  public void stepSeen(LiveRun live, String tool) {
    UnendedAnswers answers = unended;
    if (answers != null) {
      answers.beforeStep(live);
    }
    OpenCalls open = openCallsOf(live);
    if (open != null) {
      open.stepSeen(tool);
    }
  }

  /** The model has asked a loop of the application's own for tool calls. */
  public void asked(LiveRun live, Map<String, OpenCalls.Asked> calls) {
    OpenCalls open = openCalls.get(live);
    if (open == null) {
      open = openCalls.putIfAbsent(live, new OpenCalls());
      live.hasOpenCallsNow();
    }
    open.ask(calls);
    if (!calls.isEmpty()) {
      askedTools().asked(live, open, calls.values());
    }
  }

  /** All of a streamed answer has come, as far as its text and its calls go. */
  public void isWhole(UnendedAnswers.Unended answer) {
    UnendedAnswers known = unended;
    if (known == null) {
      synchronized (this) {
        known = unended;
        if (known == null) {
          known = new UnendedAnswers();
          unended = known;
        }
      }
    }
    known.add(answer);
  }

  /** More of a streamed answer comes, or it has ended. */
  public void isWholeNoMore(UnendedAnswers.Unended answer) {
    UnendedAnswers known = unended;
    if (known != null) {
      known.remove(answer);
    }
  }

  /** A model is about to be called: streamed answers may have been left without a word. */
  public void endWhatIsLeft(@Nullable ReadRequest request) {
    UnendedAnswers known = unended;
    if (known != null) {
      known.beforeRequest(request);
    }
  }

  private AskedTools askedTools() {
    AskedTools known = askedTools;
    if (known == null) {
      synchronized (this) {
        known = askedTools;
        if (known == null) {
          known = new AskedTools();
          askedTools = known;
        }
      }
    }
    return known;
  }

  /**
   * Whether the model of some run has asked for a call, and this one is it for all that is known:
   * it is made on a thread that no model was called on, such as one of a pool for tools, by which
   * calls of many runs would be one. Nobody judges it here; a request of its run tells what came of
   * it. Tools that are called inside are a detail of it as ever, while the call is under way.
   */
  public boolean isAskedElsewhere(Invocation call, String tool) {
    AskedTools asked = askedTools;
    boolean isAsked =
        asked != null
            && around(call) == null
            && unclaimed.hasNoModel(call.thread(), call.declaring())
            && outside.mayGoUnseen(tool)
            && (call.thread().isInside(asked) || asked.isWaitedFor(tool));
    if (isAsked) {
      call.attach(asked);
    }
    return isAsked;
  }

  /** The runs of conversations that the configuration can tell apart. */
  public Conversations conversations() {
    return conversations;
  }

  /** What persons and the application's listeners say about runs. */
  public FromOutside outside() {
    return outside;
  }

  /**
   * Holds a call of a run for as long as a person says.
   *
   * @param effect what the call may change; null of a model call
   * @return null if it may go on; else what to throw, this once
   */
  public @Nullable Throwable hold(LiveRun live, @Nullable Effect effect, Class<?> woven) {
    StopReason stopped = outside.hold(live, effect);
    return stopped == null ? null : thrown(woven, live, stopped);
  }

  /** The live runs. */
  public RunRegistry registry() {
    return registry;
  }

  /**
   * The run a call belongs to: of a framework's id, else of the scope the thread is in, else of the
   * request it works for, else of the trace it works in, else the thread's own.
   *
   * @param frameworkId what the framework calls the run, null if it says nothing here
   * @param task the task of a run that has to be opened
   */
  public LiveRun of(
      Invocation call, @Nullable String frameworkId, @Nullable String task, long nowNanos) {
    LiveRun live = frameworkId == null ? null : registry.find(frameworkId);
    if (live == null) {
      return ofThread(call, task, nowNanos);
    }
    live.touch(nowNanos);
    return live;
  }

  /**
   * The run around whatever begins with a call: that of the scope which the thread is in, else the
   * joined one that trusted baggage names; null if neither is there.
   */
  public @Nullable LiveRun around(Invocation call) {
    LiveRun live = call.thread().scopedRun();
    if (live != null) {
      return live;
    }
    LiveRun joined = call.joined();
    if (joined == null || joined.isOver()) {
      joined = ofBaggage(call.declaring());
      call.joined(joined);
    }
    return joined;
  }

  /**
   * The run in which a call opens another one; null if there is none. What a program begins while
   * it works on a streamed answer stands beside the run of that answer, which is over with it, and
   * may be halted: unless the application has drawn that run itself.
   */
  public @Nullable LiveRun aroundAnother(Invocation call) {
    LiveRun around = around(call);
    if (around == null || !around.boundary().isOfOneQuestion() || !call.thread().isInReaction()) {
      return around;
    }
    return outside(around);
  }

  private static @Nullable LiveRun outside(LiveRun around) {
    LiveRun outer = around.parent();
    return outer == null || outer.isClosed() ? null : outer;
  }

  private @Nullable LiveRun around(InvocationStack thread, Class<?> woven) {
    LiveRun live = thread.scopedRun();
    return live == null ? ofBaggage(woven) : live;
  }

  private @Nullable LiveRun ofBaggage(Class<?> woven) {
    TrustedIds trusted = registry.policy().joins().trusted();
    String key = trusted == null ? null : trusted.baggage();
    String id = trusted == null || key == null ? null : CurrentBaggage.valueSeenBy(woven, key);
    return trusted == null || id == null || id.isBlank()
        ? null
        : registry.join(trusted.task(), id, null, System.nanoTime());
  }

  /** The run of one execution that many take part in, see {@link RunRegistry#join}. */
  public LiveRun join(Invocation call, String task, String id, long nowNanos) {
    return registry.join(task, id, aroundAnother(call), nowNanos);
  }

  /** The run of the scope that the calling thread is in, else of what it works for. */
  private LiveRun ofThread(Invocation call, @Nullable String task, long nowNanos) {
    LiveRun live = around(call);
    if (live == null) {
      live = unclaimed.ofTool(call.thread(), call.declaring(), task, nowNanos);
      if (live.run().haltReason() != null && live == call.thread().ownRun()) {
        return live; // The calls that it refuses do not keep it alive, nor do those of others.
      }
    }
    live.touch(nowNanos);
    return live;
  }

  /**
   * Whether a run that {@link #of} has given is halted, and a call has nothing to do with it: only
   * the thread says that it is of the run, and the program goes on with something else by now.
   *
   * @param call whose step has been read
   */
  public boolean isOver(LiveRun live, Invocation call) {
    return live.run().haltReason() != null
        && around(call) == null
        && UnclaimedCalls.isOver(call.thread(), live, call.step());
  }

  /** The run of such a call. */
  public LiveRun besideHalted(Invocation call, @Nullable String task, long nowNanos) {
    LiveRun live = unclaimed.besideHalted(call.thread(), call.step(), task, nowNanos);
    live.touch(nowNanos);
    return live;
  }

  /**
   * The halt of a run is thrown out of a step, or in its place.
   *
   * @param made whether the step was taken
   */
  public void haltedIn(LiveRun live, Step step, boolean made) {
    boolean named = !live.boundary().isDrawnByRequests() || live.talk().asksForTool(step.tool());
    live.interventions().haltedIn(step.action(), made, named);
  }

  /**
   * The same for a model call.
   *
   * @param request what the request says; null if it is not seen
   */
  public LiveRun ofModelCall(
      InvocationStack thread, Class<?> woven, @Nullable ReadRequest request, long nowNanos) {
    return ofModelCall(around(thread, woven), thread, woven, request, nowNanos);
  }

  private LiveRun ofModelCall(
      @Nullable LiveRun around,
      InvocationStack thread,
      Class<?> woven,
      @Nullable ReadRequest request,
      long nowNanos) {
    LiveRun live = around;
    boolean isNamed = live != null;
    if (live == null) {
      live = unclaimed.ofModelCall(thread, woven, request, nowNanos);
    } else if (request != null && isAskedBeside(live, request) && thread.isInReaction()) {
      LiveRun outer = live.boundary().isDrawnByRequests() ? null : outside(live);
      isNamed = outer != null;
      live =
          outer == null ? unclaimed.ofModelCallInReaction(thread, live, request, nowNanos) : outer;
    }
    if (isNamed || live.run().haltReason() == null) {
      // The calls that a halted run refuses do not keep it alive where nothing names it.
      live.touch(nowNanos);
    }
    return live;
  }

  /**
   * Whether a model that is asked in the work on an answer may be asked beside the run of that: its
   * requests tell so; where a method has drawn it, it is over with a halt, and only what goes on
   * with nothing is not the method's own.
   */
  private static boolean isAskedBeside(LiveRun live, ReadRequest request) {
    return live.boundary().isDrawnByRequests()
        || (live.boundary().isOfOneQuestion()
            && live.run().haltReason() != null
            && request.begins());
  }

  /** The run that the calling thread is in, if there is one. */
  public @Nullable LiveRun existingRun(Invocation call) {
    LiveRun live = around(call);
    return live == null ? unclaimed.latest(call.thread(), call.declaring()) : live;
  }

  /**
   * Why the run that the calling thread is in was stopped, or outside any, the one that ended here
   * last; null if it was not.
   */
  public @Nullable StopReason stopReason(Invocation call) {
    if (around(call) == null && call.thread().oneEnded()) {
      return call.thread().stopOfEnded();
    }
    LiveRun live = existingRun(call);
    return live == null ? null : live.run().haltReason();
  }

  /**
   * The run of a tool call of a framework: of the framework's id, else of the answer that asked for
   * it, else of the scope that the thread is in, else the one in which the thread has called a
   * model.
   *
   * @param name what the framework calls the run, null if it says nothing here
   * @param request what came with a model's answer, null if nothing did
   * @return null if nothing says that an agent makes the call
   */
  public @Nullable LiveRun ofTool(
      Invocation call, @Nullable RunName name, @Nullable Object request, long nowNanos) {
    LiveRun live = name == null ? null : ofNamedTool(call, name, nowNanos);
    if (live == null) {
      live = carriedBy(request);
    }
    if (live == null) {
      boolean isNamed = name != null && name.task() != null;
      LiveRun around = isNamed ? null : around(call);
      LiveRun known =
          isNamed || around != null ? around : unclaimed.existing(call.thread(), call.declaring());
      boolean isAgents =
          known != null && known.boundary().isAgents() && !known.boundary().hasAnswered();
      return isAgents ? of(call, null, null, nowNanos) : null;
    }
    live.touch(nowNanos);
    return live;
  }

  /** A tool opens the run of its name only as a part of another: its model was called before. */
  private @Nullable LiveRun ofNamedTool(Invocation call, RunName name, long nowNanos) {
    LiveRun known = registry.find(name.id());
    if (known != null) {
      return known.boundary().isAgents() || known.run().haltReason() != null ? known : null;
    }
    RunName parent = name.parent();
    LiveRun around = parent == null ? around(call) : registry.find(parent.id());
    return around != null && around.boundary().isAgents() ? named(call, name, nowNanos) : null;
  }

  /**
   * The run of a model call: inside a tool call it begins the run of a sub-agent, whose tokens also
   * count against the runs above it; elsewhere it is the run of the scope the thread is in, else
   * what {@link UnclaimedCalls#ofModelCall} finds.
   *
   * @param request what the request says; null if it is not seen
   */
  public LiveRun ofModelCall(Invocation call, @Nullable ReadRequest request, long nowNanos) {
    Invocation tool = call.thread().enclosingStep(call);
    if (tool == null) {
      return ofModelCall(around(call), call.thread(), call.declaring(), request, nowNanos);
    }
    LiveRun parent = tool.run();
    LiveRun child = openChild(null, tool.step().tool() + " (sub-agent)", parent, nowNanos);
    tool.childRun(child);
    return child;
  }

  /**
   * The run that a framework names, opened if need be within the runs that it is a part of; null if
   * it is not known and not to be opened here.
   */
  public @Nullable LiveRun named(Invocation call, RunName name, long nowNanos) {
    String task = name.task();
    RunName parent = name.parent();
    if (task != null && parent == null) {
      LiveRun live = named(call, name.id(), task, nowNanos);
      if (name.isConversation() && live.run().id().equals(name.id())) {
        live.becomeConversation();
      }
      return live;
    }
    LiveRun known = registry.find(name.id());
    if (known != null) {
      known.touch(nowNanos);
      return known;
    }
    return task == null || parent == null
        ? null
        : registry.open(name.id(), task, named(call, parent, nowNanos), nowNanos);
  }

  /**
   * The run that a method of a framework executes from beginning to end: a new one, or one that a
   * call below the method has opened before.
   *
   * @return the run, which the caller has to end; null if another such method has it
   */
  public @Nullable LiveRun entered(Invocation call, RunName name, long nowNanos) {
    boolean opens = registry.find(name.id()) == null;
    LiveRun live = named(call, name, nowNanos);
    if (live == null) {
      return null;
    }
    boolean isPart = !live.run().id().equals(name.id());
    return (isPart ? opens : live.boundary().adopt()) ? live : null;
  }

  /** Whether a method that executes the run with this id, or a scope around it, has it. */
  public boolean isEntered(String id) {
    LiveRun live = registry.find(id);
    return live != null && !live.boundary().isAdoptable();
  }

  /**
   * The run that a framework's own id names. If there is none yet, it is opened: inside a tool call
   * below the tool's run, as that of a sub-agent; inside a scope that the application opened itself
   * it is a part of the run there.
   *
   * <p>Nobody may ever enter and end it: until somebody does, it is over with an answer of the
   * model that asks for no tool, and what follows under its id is another run.
   */
  public LiveRun named(Invocation call, String id, String task, long nowNanos) {
    LiveRun known = registry.find(id);
    if (known != null && known.boundary().hasAnswered() && known.run().id().equals(id)) {
      registry.close(known);
      known = registry.find(id);
    }
    if (known != null) {
      known.touch(nowNanos);
      return known;
    }
    LiveRun around = aroundAnother(call);
    Invocation tool = call.thread().enclosingStep(call);
    if (around != null && tool == null) {
      registry.alias(id, around);
      return around;
    }
    LiveRun opened = openChild(id, task, around, nowNanos);
    opened.boundary().awaitAdoption();
    if (tool != null) {
      tool.childRun(opened);
    }
    return opened;
  }

  /** Ends the run of a sub-agent with the tool call it worked in. */
  public void endChild(@Nullable LiveRun child) {
    if (child != null) {
      registry.close(child);
    }
  }

  /**
   * Enters a boundary that a framework draws. Inside a scope that the application opened itself it
   * is a part of that run; inside a tool call it is a run of its own, below the tool's. Where a
   * program works on the answer of another such run, it is a run {@linkplain #aroundAnother beside}
   * that one.
   *
   * @param whole the run that this one is a part of and no more than that, so that it is a run of
   *     its own below it, on whatever thread; null if there is none
   */
  public LiveRun enterBoundary(
      Invocation call, String task, @Nullable LiveRun whole, long nowNanos) {
    InvocationStack thread = call.thread();
    LiveRun around = whole == null ? aroundAnother(call) : around(call);
    if (around != null && around != whole && thread.enclosingStep(call) == null) {
      call.becomeScopeOf(around, false);
      around.talk().enteredAnew(around.run().usage().steps());
      return around;
    }
    LiveRun opened = openChild(null, task, around == null ? whole : around, nowNanos);
    opened.boundary().becomeThatOfMethod();
    call.becomeScopeOf(opened, true);
    return opened;
  }

  /** Ends the run of a method of the application. */
  public void end(LiveRun live) {
    registry.close(live);
    unclaimed.ended(live, System.nanoTime());
  }

  /** A request of a run is about to be sent. */
  public void hear(LiveRun live, ReadRequest request) {
    Run run = live.run();
    RunTalk talk = live.talk();
    boolean shared = run.isShared();
    if (shared) {
      talk.latestAnswerEndsWith(TextTail.of(run.latestAnswer()));
    }
    Prompt prompt = talk.hear(request, run.usage().steps());
    if (shared) {
      run.usersSaidInRequest(talk.said(), talk.isTranscript());
    } else if (prompt == Prompt.NEW) {
      live.forgetMessage();
    }
    personSaid(live);
  }

  /** A user has spoken in a run, by the word of the application. */
  public void told(LiveRun live, String words) {
    if (live.run().isShared()) {
      live.run().userSaid(live.talk().toldToAll(words));
    } else if (live.talk().told(words)) {
      live.forgetMessage();
    }
    personSaid(live);
  }

  /** A chat is not over with a halt: what a person says next begins it anew. */
  private void personSaid(LiveRun live) {
    RunTalk talk = live.talk();
    long words = talk.latestWords();
    if (words != 0 && talk.isByPerson()) {
      registry.personSaid(live, words, talk.saysNew(), System.nanoTime());
    } else if (words != 0) {
      registry.programSaid(live, words);
    }
  }

  /** The model of a run has answered; a request that holds the answer goes on with the run. */
  public void answered(LiveRun live, AnswerTrace answer) {
    live.talk().answered(answer, live.run().usage().steps());
    unclaimed.answered(live, answer);
  }

  /** In place of the answer that has just come a halt is thrown: who tries again has not got it. */
  public void answerIsLost(LiveRun live) {
    live.talk().lastIsLost();
    unclaimed.answerIsLost(live);
  }

  /**
   * What a verdict means for the call: the exception of a halt, or null. A halt for which a person
   * is asked first is waited for here; null means then that the run goes on after all. The texts of
   * nudges and escalations are left with the run, to go with the next tool result.
   */
  public @Nullable Throwable enforce(Verdict verdict, LiveRun live, @Nullable Invocation call) {
    Throwable halt = enforce(verdict, live, call == null ? null : call.declaring());
    if (halt != null && call != null && call.kind() == Kind.STEP) {
      live.talk().stepRefused();
    }
    return halt;
  }

  /** As the other one, where the call may have ended; {@code woven} is the class it was in. */
  public @Nullable Throwable enforce(Verdict verdict, LiveRun live, @Nullable Class<?> woven) {
    Throwable halt = enforceAtResult(verdict, live, woven);
    live.tellNudges();
    return halt;
  }

  /**
   * As {@link #enforce(Verdict, LiveRun, Class)} where the result of a tool is at hand: what it
   * cannot carry the others are to be {@linkplain LiveRun#tellNudges told}.
   */
  public @Nullable Throwable enforceAtResult(
      Verdict verdict, LiveRun live, @Nullable Class<?> woven) {
    if (verdict.intervention() == Intervention.NONE) {
      return null;
    }
    StopReason reason = verdict.stopReason();
    if (reason != null) {
      return outside.letsGoOn(live, reason) ? null : thrown(woven, live, reason);
    }
    live.interventions().leaveMessage(verdict.message());
    if (verdict.intervention() == Intervention.ESCALATE) {
      outside.tellOfEscalation(live);
    } else {
      live.nudged();
    }
    return null;
  }

  /**
   * Asks whether a call may be made, and asks anew where a person lets the halted run go on.
   *
   * @return what to throw; null if it may be made
   */
  public @Nullable Throwable ask(LiveRun live, Class<?> woven, Supplier<Verdict> question) {
    Verdict verdict = question.get();
    Throwable halt = enforce(verdict, live, woven);
    while (halt == null && verdict.stopReason() != null) {
      verdict = question.get();
      halt = enforce(verdict, live, woven);
    }
    return halt;
  }

  /**
   * Whether what was thrown is the halt that a verdict asks for; a sub-agent's halt is another one.
   */
  public static boolean isHaltOf(@Nullable Throwable thrown, Verdict verdict) {
    StopReason reason = verdict.stopReason();
    return thrown != null
        && reason != null
        && isHalt(thrown)
        && reason.summary().equals(thrown.getMessage());
  }

  /**
   * The halt of the run that a step belongs to, for calls inside the step; null while it goes on.
   */
  public @Nullable Throwable haltOf(Invocation step, Invocation inside) {
    LiveRun live = step.run();
    return live == null ? null : haltOf(live, inside.declaring());
  }

  /** The halt of a run, in the type of a woven class; null while it goes on. */
  public @Nullable Throwable haltOf(LiveRun live, Class<?> woven) {
    StopReason reason = live.run().haltReason();
    return reason == null ? null : thrown(woven, live, reason);
  }

  /** The exception; what was decided where no call was under way is told where it takes effect. */
  private Throwable thrown(@Nullable Class<?> woven, LiveRun live, StopReason reason) {
    live.interventions().haltIsThrown();
    LiveRun halted = live.halted();
    Intervened unseen = halted == null ? null : halted.takeUnseenHalt();
    if (unseen != null) {
      registry.tellUnseen(unseen);
    }
    if (halted != null) {
      outside.tellOfOrderedHalt(halted, reason);
    }
    return exceptions.create(woven, live, reason);
  }

  /** Says once that an escalation does not change the model. */
  public void sameModel(LiveRun live, String model, Throwable cause) {
    warnings.once(
        "model " + model,
        "task '"
            + PrintableText.name(live.run().task())
            + "' is escalated to model '"
            + model
            + "', but goes on with its own: "
            + cause);
  }

  /** Says once that nudges cannot be told. */
  public void notTold(LiveRun live, Class<?> woven, Throwable cause) {
    warnings.once(
        "text in " + woven.getName(),
        "task '"
            + PrintableText.name(live.run().task())
            + "' was to be told that it is stuck, but its requests to the model cannot be changed"
            + " in "
            + woven.getName()
            + "; it is still halted in time: "
            + cause);
  }

  /**
   * Says once for each tool that its results carry no text to the model.
   *
   * @param what it does instead, such as "returns a java.util.Map"
   */
  public void waitsForText(LiveRun live, String tool, String what) {
    warnings.hintOnce(
        "results of tool " + tool,
        "task '"
            + PrintableText.name(live.run().task())
            + "' was to be told that it is stuck, but its tool '"
            + PrintableText.name(tool)
            + "' "
            + what
            + ", and no text can be appended to that: it is told with the next result that is a"
            + " String, if one comes. Have the tool return a String, or tell the model yourself"
            + " when AgentRuns.nudges() grows; it is still halted in time");
  }

  /** Whether a throwable already is the halt of a run, whatever loader its type is from. */
  public static boolean isHalt(Throwable thrown) {
    return thrown.getClass().getName().equals("io.loophalt.LoopHaltException");
  }

  /** From now on a framework calls the object in steps of its own. */
  public void own(Object object) {
    owned.put(object, true);
    anyOwned = true;
  }

  /** Whether a framework calls the object in steps of its own. */
  public boolean isOwned(@Nullable Object object) {
    return anyOwned && object != null && owned.get(object) != null;
  }

  /** Lets an object of the framework carry a run, for as long as the object is in use. */
  public void attach(Object carrier, LiveRun live) {
    carried.put(carrier, live);
  }

  /** Takes from an object the run that it carries. */
  public void detach(Object carrier) {
    carried.remove(carrier);
  }

  /** The run that an object carries, or null. */
  public @Nullable LiveRun carriedBy(@Nullable Object carrier) {
    return carrier == null ? null : carried.get(carrier);
  }

  /**
   * Calls what depends on a future in the run that it belongs to, on whatever thread that is.
   *
   * @param live null for none, whatever run the thread is in
   */
  public void goOnIn(@Nullable LiveRun live, Runnable onwards) {
    InvocationStack thread = InvocationStack.current();
    if (thread.inside || (live == null && !thread.isInRun())) {
      onwards.run();
      return;
    }
    Object scope = thread.enterHandedOver(live, null, onwards);
    try {
      onwards.run();
    } finally {
      thread.leaveScope(scope, registry);
    }
  }

  /** Opens a run inside the one the thread is in. */
  public LiveRun openChild(
      @Nullable String id, String task, @Nullable LiveRun parent, long nowNanos) {
    return registry.open(id, task, parent, nowNanos);
  }
}
