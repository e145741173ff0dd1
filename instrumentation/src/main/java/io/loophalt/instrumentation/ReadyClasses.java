package io.loophalt.instrumentation;

import io.loophalt.runtime.safety.InternalErrorBreaker;
import java.util.List;
import java.util.stream.Stream;

/**
 * Initialises the classes that guarded calls use, before there is such a call.
 *
 * <p>A class whose static initialiser breaks off can never be used again. On a thread of the
 * application that may happen at any moment: {@code Thread.stop()} ends it, or its stack does. So
 * it is done on a thread that nobody knows, when the first class is woven: an application without
 * agents pays nothing.
 */
public final class ReadyClasses {

  /**
   * Far more than it takes. A class loader of the application that only one thread may be in, and
   * that another class is woven for just now, might keep the thread waiting.
   */
  private static final long MOST_WAITED_MILLIS = 2_000;

  /** Where the detectors are that only presets other than {@code standard} have. */
  private static final String OTHER_PRESETS = "io.loophalt.presets.";

  /** Those of a guarded call that have something to initialise. */
  private static final List<String> NAMES =
      List.of(
          "io.loophalt.core.detect.Counted$At",
          "io.loophalt.core.detect.OutcomeText",
          "io.loophalt.core.detect.StepNews",
          "io.loophalt.core.detect.Turn$Prompt",
          "io.loophalt.core.detect.news.NewsAccount",
          "io.loophalt.core.detect.news.Worth",
          "io.loophalt.core.detect.standard.StandardPreset",
          "io.loophalt.core.event.EventSink",
          "io.loophalt.core.fingerprint.CanonicalForm",
          "io.loophalt.core.fingerprint.CanonicalNumber",
          "io.loophalt.core.fingerprint.Characters",
          "io.loophalt.core.fingerprint.Contents",
          "io.loophalt.core.fingerprint.DigestList",
          "io.loophalt.core.fingerprint.FilePaths",
          "io.loophalt.core.fingerprint.JsonCallDigest",
          "io.loophalt.core.fingerprint.JsonDigest",
          "io.loophalt.core.fingerprint.KomihashStream",
          "io.loophalt.core.fingerprint.TextDigest",
          "io.loophalt.core.policy.Ceilings",
          "io.loophalt.core.policy.DetectorPolicy$Mode",
          "io.loophalt.core.policy.Intervention",
          "io.loophalt.core.policy.Ladder",
          "io.loophalt.core.policy.Messages",
          "io.loophalt.core.policy.ModelPrice",
          "io.loophalt.core.policy.TaskPolicy$OnHalt",
          "io.loophalt.core.policy.VolatileParts",
          "io.loophalt.core.policy.WellKnownTools",
          "io.loophalt.core.run.Halt$LastCall",
          "io.loophalt.core.run.Limits",
          "io.loophalt.core.run.RunEvents",
          "io.loophalt.core.run.RunKeeper",
          "io.loophalt.core.run.RunOrders$Order",
          "io.loophalt.core.run.RunPosition",
          "io.loophalt.core.run.RunPosition$Coming",
          "io.loophalt.core.run.Verdict",
          "io.loophalt.core.text.ArgumentShape",
          "io.loophalt.core.text.AskedValues",
          "io.loophalt.core.text.EmptyText",
          "io.loophalt.core.text.FailureDigest",
          "io.loophalt.core.text.FailureText",
          "io.loophalt.core.text.FailureWords",
          "io.loophalt.core.text.Glance",
          "io.loophalt.core.text.LineDigests",
          "io.loophalt.core.text.Measures",
          "io.loophalt.core.text.NumberMeaning",
          "io.loophalt.core.text.ObjectMembers",
          "io.loophalt.core.text.PathScanner",
          "io.loophalt.core.text.Placeholder",
          "io.loophalt.core.text.Retried",
          "io.loophalt.core.text.TimestampScanner",
          "io.loophalt.core.text.ToolVerbs",
          "io.loophalt.core.text.UserText",
          "io.loophalt.core.text.VariableTokenScanner",
          "io.loophalt.core.text.WaitText",
          "io.loophalt.presets.AgentStudioArguments",
          "io.loophalt.presets.GptmeCall",
          "io.loophalt.presets.KarimoError",
          "io.loophalt.presets.Markup",
          "io.loophalt.presets.Presets",
          "io.loophalt.presets.SemanticFingerprint",
          "io.loophalt.presets.V0Event",
          "io.loophalt.presets.WordSet",
          "io.loophalt.runtime.async.AsyncResultFollower",
          "io.loophalt.runtime.async.Coroutines",
          "io.loophalt.runtime.async.FollowedFuture",
          "io.loophalt.runtime.async.GuardedWork",
          "io.loophalt.runtime.async.MutinyStreams",
          "io.loophalt.runtime.async.Publishers",
          "io.loophalt.runtime.async.ReactorContext",
          "io.loophalt.runtime.async.StreamHandlerType",
          "io.loophalt.runtime.async.SuspendingInvocations",
          "io.loophalt.runtime.async.Suspension",
          "io.loophalt.runtime.async.VertxFutures",
          "io.loophalt.runtime.boundary.OpeningPlace",
          "io.loophalt.runtime.correlation.CurrentBaggage",
          "io.loophalt.runtime.correlation.CurrentTrace",
          "io.loophalt.runtime.correlation.HaltExceptions",
          "io.loophalt.runtime.invocation.Invocation$Kind",
          "io.loophalt.runtime.invocation.InvocationStack",
          "io.loophalt.runtime.invocation.PathReader",
          "io.loophalt.runtime.invocation.PathReader$1",
          "io.loophalt.runtime.model.KotlinFlowModelHandler$Types",
          "io.loophalt.runtime.model.ModelCallHandler",
          "io.loophalt.runtime.model.SplitTurnHandler$1",
          "io.loophalt.runtime.model.WrittenMessages",
          "io.loophalt.runtime.policy.FrameworkSwitches",
          "io.loophalt.runtime.policy.MetricsPolicy",
          "io.loophalt.runtime.policy.ValuePath$1",
          "io.loophalt.runtime.policy.ValuePath$Root",
          "io.loophalt.runtime.policy.WeavingPolicy",
          "io.loophalt.runtime.request.AnswerTrace",
          "io.loophalt.runtime.request.PlainText",
          "io.loophalt.runtime.request.ReadRequest$1",
          "io.loophalt.runtime.runs.LastUse",
          "io.loophalt.runtime.runs.LiveRun",
          "io.loophalt.runtime.runs.Remains",
          "io.loophalt.runtime.runs.Tombstones",
          "io.loophalt.runtime.safety.StandardError",
          "io.loophalt.runtime.safety.StandardError$Encoding",
          "io.loophalt.runtime.sdk.RawResponse",
          "io.loophalt.runtime.value.ArgumentText$1",
          "io.loophalt.runtime.value.CallArguments",
          "io.loophalt.runtime.value.CanonicalDigest",
          "io.loophalt.runtime.value.ExceptionReader",
          "io.loophalt.runtime.value.KnownContents$1",
          "io.loophalt.runtime.value.KnownValues",
          "io.loophalt.runtime.value.MemberReader",
          "io.loophalt.runtime.value.ObjectShape",
          "io.loophalt.runtime.value.ParameterRole",
          "io.loophalt.runtime.value.Reading",
          "io.loophalt.runtime.value.ValueDigest",
          "io.loophalt.runtime.value.ValueDigest$1",
          "io.loophalt.runtime.value.ValueText$1");

  /** To be used as those of guarded calls are. */
  private static final ClassValue<Long> MODIFIERS =
      new ClassValue<>() {
        @Override
        protected Long computeValue(Class<?> type) {
          return Long.valueOf(type.getModifiers());
        }
      };

  /** Those of a task that is handed over, where runs go with tasks. */
  private static final List<String> OF_TASKS =
      List.of(
          "io.loophalt.runtime.executor.CoroutineJobs",
          "io.loophalt.runtime.executor.TaskCarrier",
          "io.loophalt.runtime.executor.TaskKinds");

  private ReadyClasses() {}

  /** The names of the classes, but for those of the JDK. */
  public static List<String> names() {
    return Stream.concat(NAMES.stream(), OF_TASKS.stream()).toList();
  }

  /** Initialises those of tasks, on the calling thread, which must be one of ours. */
  public static void initialiseOfTasks() throws ClassNotFoundException {
    for (String name : OF_TASKS) {
      Class.forName(name, true, ReadyClasses.class.getClassLoader());
    }
  }

  /**
   * Initialises them; does nothing for those that are ready.
   *
   * @param otherPresets whether any run has detectors that the {@code standard} preset has not:
   *     theirs bring a JSON library and regular expressions along
   */
  static void initialise(boolean otherPresets, InternalErrorBreaker failures) {
    Thread worker =
        new Thread(null, null, "loophalt-ready-classes", 0, false) {
          @Override
          public void run() {
            try {
              initialiseOfTheJdk();
              for (String name : NAMES) {
                if (otherPresets || !name.startsWith(OTHER_PRESETS)) {
                  Class.forName(name, true, ReadyClasses.class.getClassLoader());
                }
              }
            } catch (ClassNotFoundException | LinkageError broken) {
              failures.note("while making the agent's classes ready", broken);
            }
          }
        };
    worker.setDaemon(true);
    worker.start();
    try {
      worker.join(MOST_WAITED_MILLIS);
    } catch (InterruptedException meantForTheApplication) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * What guarded calls use of the JDK, and an application may not have used yet: its class values,
   * its boxed numbers, its hooks. Broken, they would be so for the whole JVM.
   */
  private static void initialiseOfTheJdk() throws ClassNotFoundException {
    MODIFIERS.get(ReadyClasses.class);
    Class.forName("java.lang.ApplicationShutdownHooks", true, null);
  }
}
