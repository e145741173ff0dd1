package io.loophalt.agent.startup;

import io.loophalt.agent.cli.Version;
import io.loophalt.agent.extensions.ExtensionJar;
import io.loophalt.agent.extensions.KnownExtension;
import io.loophalt.configuration.settings.Defaults;
import io.loophalt.configuration.settings.PresetCatalog;
import io.loophalt.core.event.EventSinks;
import io.loophalt.core.memory.LoopMemory;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.run.RunEvents;
import io.loophalt.instrumentation.Interception;
import io.loophalt.instrumentation.WeavingPlan;
import io.loophalt.instrumentation.WeavingTransformer;
import io.loophalt.instrumentation.executor.ExecutorStart;
import io.loophalt.operations.JsonLinesSink;
import io.loophalt.operations.memory.FileLoopMemory;
import io.loophalt.operations.notify.PostQueue;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.AgentGate;
import io.loophalt.runtime.boundary.AgentRunsBridge;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.CallSiteTable;
import io.loophalt.runtime.policy.AgentPolicy;
import io.loophalt.runtime.policy.FrameworkSwitches;
import io.loophalt.runtime.policy.MemoryPolicy;
import io.loophalt.runtime.policy.MetricsPolicy;
import io.loophalt.runtime.policy.NotifyPolicy;
import io.loophalt.runtime.policy.StorePolicy;
import io.loophalt.runtime.policy.WeavingPolicy;
import io.loophalt.runtime.runs.RunBounds;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.safety.StandardError;
import io.loophalt.runtime.value.FieldAccess;
import io.loophalt.store.SharedRuns;
import java.io.File;
import java.lang.instrument.Instrumentation;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds the agent from its parts and puts it behind the gate. */
final class Agent {

  private Agent() {}

  /** What the agent does to itself after too many errors of its own. */
  private static final class TurnOff implements Runnable {
    @Override
    public void run() {
      AgentGate.shut();
    }
  }

  /**
   * Starts it.
   *
   * @param jars with users' extensions
   * @param remembered the memory of past loops; null for none
   * @param steering how a person reaches it; null if nobody does
   * @param measured where metrics go; null for the application's own library, if it has one
   * @param traces whether the application's spans hear of runs
   * @param notified to whom it is posted what happens; null for nobody
   * @param store the server in which joined runs are shared; null for none
   * @param modeBy what has overridden the file's mode; null if nothing has
   */
  static @Nullable String start(
      Instrumentation instrumentation,
      AgentPolicy policy,
      List<File> jars,
      @Nullable MemoryPolicy remembered,
      @Nullable String modeBy,
      @Nullable ControlSettings steering,
      @Nullable MetricsPolicy measured,
      boolean traces,
      @Nullable NotifyPolicy notified,
      @Nullable StorePolicy store,
      PresetCatalog presets) {
    FieldAccess.openWith(new PackageOpening(instrumentation));
    StandardError standardError = new StandardError();
    Log log = new Log(standardError);
    PresetDetectors detectors = new PresetDetectors();
    CallSiteTable sites = new CallSiteTable();
    InternalErrorBreaker failures = new InternalErrorBreaker(log, new TurnOff());
    AgentGate gate = new AgentGate(sites, failures);
    gate.open();

    FileLoopMemory memory =
        remembered == null ? null : PastLoopsMemory.open(remembered, store, log);

    String selfTest =
        SelfTest.run(
            sites,
            new RunCorrelator(
                new RunRegistry(
                    SelfTest.policy(Defaults.policy(presets)), detectors, RunEvents.NONE),
                log));
    if (selfTest != null) {
      AgentGate.shut();
      return "[loophalt] self-test failed: " + selfTest;
    }

    EventSinks sinks = new EventSinks();
    RunSummary summary = new RunSummary();
    sinks.add(summary);
    sinks.add(
        new BreakableSink(
            new ConsoleSink(log),
            "telling of runs on standard error",
            "nothing more is said there about runs, which go on being watched",
            failures));
    JsonLinesSink eventLog = EventLog.open(policy.eventLog(), log);
    if (eventLog != null) {
      sinks.add(
          new BreakableSink(
              eventLog,
              "the event log",
              "no more events are written, but runs go on being watched",
              failures));
    }
    LoopMemory pastLoops = memory == null ? null : PastLoopsMemory.seenByRuns(memory);
    if (pastLoops != null) {
      sinks.add(
          new BreakableSink(
              pastLoops,
              "the memory of past loops",
              "no more loops are remembered, but runs go on being watched",
              failures));
    }
    RunBounds bounds = RunBounds.of(policy.maxRuns(), Runtime.getRuntime().maxMemory());
    boolean steps = eventLog != null && policy.eventLog().steps();
    RunEvents events =
        new RunEvents(
            sinks, Clock.systemUTC(), steps, steps ? EventLog.capture(policy.eventLog()) : null);
    RunCorrelator runs =
        new RunCorrelator(new RunRegistry(policy, bounds, detectors, events, pastLoops), log);
    if (store != null) {
      SharedRuns.begin(store, runs.registry(), runs.outside(), log);
    }
    MetricsOpening metrics = null;
    if (measured != null) {
      metrics = new MetricsOpening(measured, sinks, runs, gate, failures, eventLog, log);
      metrics.beginAtStart();
    }
    PostQueue posts =
        notified == null ? null : Notifying.begin(notified, sinks, runs.registry(), failures, log);
    sinks.add(
        new FirstRun(
            sinks,
            runs,
            steering == null ? null : steering.of(gate),
            metrics,
            traces,
            gate,
            eventLog,
            memory,
            posts,
            summary,
            failures,
            log));
    List<Interception> points = new ArrayList<>();
    points.add(
        new Interception(
            "io.loophalt.AgentRuns", "agent", 3, null, new AgentRunsBridge(runs, sinks)));
    WeavingPolicy weaving = policy.weaving();
    Extensions extensions =
        new Extensions(
            extensions(jars, weaving.frameworks(), log),
            weaving.frameworks(),
            weaving.frameworkRuns(),
            weaving.servletRequests(),
            runs,
            log);
    WeavingPlan plan = new WeavingPlan(weaving, points, extensions, extensions);
    WeavingTransformer transformer =
        new WeavingTransformer(plan, runs, sites, usesOtherPresets(policy), log, failures);
    if (weaving.executors()) {
      transformer.whenFirstIsWoven(new ExecutorStart(instrumentation, gate, runs, failures, log));
    }
    instrumentation.addTransformer(transformer, true);
    try {
      transformer.weaveLoaded(instrumentation);
    } catch (RuntimeException | Error halfWay) {
      // An agent that is half there is worse than none.
      instrumentation.removeTransformer(transformer);
      AgentGate.shut();
      throw halfWay;
    }
    log.info(
        Version.current()
            + " | JDK "
            + System.getProperty("java.version")
            + " | config: "
            + policy.source()
            + " | mode: "
            + (policy.mode() == Mode.OBSERVE ? "observe" : "act")
            + (modeBy == null ? "" : " (" + modeBy + ')')
            + " | preset: "
            + policy.presets()
            + " | self-test passed | "
            + whatIsWatched(transformer.wovenMethods(), weaving)
            + (weaving.executors() ? " | runs go with tasks of executors" : ""));
    if (memory != null) {
      memory.awaitBegun();
    }
    transformer.report();
    standardError.handOver();
    return null;
  }

  private static boolean usesOtherPresets(AgentPolicy policy) {
    boolean others = Presets.anyOfOthers(policy.defaults().detectors());
    for (TaskPolicy task : policy.tasks().values()) {
      others |= Presets.anyOfOthers(task.detectors());
    }
    return others;
  }

  /** Our own, and users' where there are any: what cannot be loaded is said and left out. */
  private static List<KnownExtension> extensions(
      List<File> jars, FrameworkSwitches switches, Log log) {
    List<KnownExtension> all = KnownExtension.ofTheAgent();
    if (jars.isEmpty()) {
      return all;
    }
    ExtensionJar.Found found = ExtensionJar.read(jars, all, switches);
    all.addAll(found.extensions());
    for (String refusal : found.refusals()) {
      log.warn(refusal);
    }
    for (String unknown : KnownExtension.unknown(switches, all)) {
      log.warn(
          "'weave.frameworks' names " + unknown + ", which no framework or extension is called");
    }
    return all;
  }

  /** Nothing yet is no news: classes are woven when the application loads them. */
  private static String whatIsWatched(int wovenMethods, WeavingPolicy weaving) {
    if (wovenMethods > 0) {
      return "watching " + wovenMethods + (wovenMethods == 1 ? " method" : " methods");
    }
    boolean configured =
        !weaving.toolAnnotations().isEmpty()
            || !weaving.tools().isEmpty()
            || !weaving.runs().isEmpty()
            || !weaving.models().isEmpty();
    return "waiting for "
        + (weaving.frameworks().any() ? "an agent framework, " : "")
        + (configured ? "what 'weave' names, " : "")
        + "@AgentTool or @AgentRun";
  }
}
