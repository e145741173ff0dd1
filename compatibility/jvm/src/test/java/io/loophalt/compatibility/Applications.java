package io.loophalt.compatibility;

import io.loophalt.compatibility.broken.BrokenObjects;
import io.loophalt.compatibility.crowd.Crowd;
import io.loophalt.compatibility.crowd.DroppedSession;
import io.loophalt.compatibility.crowd.ForgottenScopes;
import io.loophalt.compatibility.crowd.JoinedWorkers;
import io.loophalt.compatibility.crowd.ManyHalts;
import io.loophalt.compatibility.crowd.SharedRun;
import io.loophalt.compatibility.crowd.ShortThreads;
import io.loophalt.compatibility.curious.LooksAround;
import io.loophalt.compatibility.declared.DeclaredTools;
import io.loophalt.compatibility.deep.DeepLoading;
import io.loophalt.compatibility.ending.WorksAtTheEnd;
import io.loophalt.compatibility.errors.HeldErrors;
import io.loophalt.compatibility.eventloop.EventLoop;
import io.loophalt.compatibility.eventloop.SteeredLoop;
import io.loophalt.compatibility.forged.ForgedNames;
import io.loophalt.compatibility.forged.HostileNames;
import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.JarBuilder;
import io.loophalt.compatibility.launcher.LoaderKind;
import io.loophalt.compatibility.metered.MeteredAgent;
import io.loophalt.compatibility.objects.ObjectResults;
import io.loophalt.compatibility.plain.PlainAgent;
import io.loophalt.compatibility.planted.PlantedErrors;
import io.loophalt.compatibility.recorded.RecordedAgent;
import io.loophalt.compatibility.redeploy.Server;
import io.loophalt.compatibility.remembered.SameLoop;
import io.loophalt.compatibility.reported.ReportedChat;
import io.loophalt.compatibility.shapes.EveryShape;
import io.loophalt.compatibility.steered.Listening;
import io.loophalt.compatibility.steered.SteeredAgent;
import io.loophalt.compatibility.stopped.StoppedAtOnce;
import io.loophalt.compatibility.stopped.StoppedThreads;
import io.loophalt.compatibility.stopped.StoppedWhileLoading;
import io.loophalt.compatibility.stuck.StuckAgent;
import io.loophalt.compatibility.talk.WrittenTalk;
import io.loophalt.compatibility.telemetry.MicrometerApplication;
import io.loophalt.compatibility.telemetry.OpenTelemetryApplication;
import io.loophalt.compatibility.tests.RunsTests;
import io.loophalt.compatibility.traced.TracedWork;
import io.loophalt.compatibility.values.ForeignValues;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;

/** The applications of this module, put into a JVM in every way that this module is about. */
final class Applications {

  static final String STUCK = StuckAgent.class.getName();

  private static final String ROOT = "io/loophalt/compatibility/";
  private static final Path[] CLASS_PATH = {
    Artifacts.applications(), Artifacts.shared(), Artifacts.annotations()
  };
  private static final Path PACKAGED = temporaryFolder();
  static final String STUCK_MODULE = "stuck.application";

  private static final Path MODULE = moduleJar();
  private static final Path NESTED = nestedJar();
  private static final Path PLAIN = plainJar();

  private Applications() {}

  /** The stuck agent on the system class path. */
  static Application stuck() {
    return onClassPath(StuckAgent.class);
  }

  /** The stuck agent as a module, and what it requires. */
  static Path[] modulePath() {
    return new Path[] {MODULE, Artifacts.annotations()};
  }

  /** The stuck agent in each place that has given agents trouble. */
  static List<Application> stuckEverywhere() {
    return List.of(
        stuck(),
        stuckIn(LoaderKind.CHILD_FIRST),
        stuckIn(LoaderKind.JAVA_ONLY),
        Application.asModule(STUCK_MODULE, STUCK, modulePath()),
        Application.asExecutableJar("Spring Boot jar", NESTED));
  }

  /** The agent that has never heard of Loophalt, with no Loophalt class on its class path. */
  static Application plain() {
    return Application.onClassPath(PlainAgent.class.getName(), PLAIN).named("plain class path");
  }

  /** The stuck agent in one jar with all that it may need, the agent among it. */
  static Application stuckWithTheAgentInside() {
    Path jar =
        new JarBuilder()
            .attribute("Main-Class", STUCK)
            .entriesOf(Artifacts.agent(), name -> true, "")
            .entriesOf(Artifacts.annotations(), name -> name.startsWith("io/"), "")
            .entriesOf(Artifacts.applications(), Applications::belongsToStuck, "")
            .entriesOf(Artifacts.shared(), Applications::belongsToStuck, "")
            .write(PACKAGED.resolve("all.jar"));
    return Application.asExecutableJar("jar of all", jar);
  }

  /** A tool of every shape. */
  static Application everyShape() {
    return onClassPath(EveryShape.class);
  }

  /** Tools that return objects. */
  static Application objectResults() {
    return onClassPath(ObjectResults.class);
  }

  /** Arguments and results that fail whoever looks at them. */
  static Application plantedErrors() {
    return onClassPath(PlantedErrors.class);
  }

  /** A stuck run whose names are not what they seem. */
  static Application forgedNames() {
    return onClassPath(ForgedNames.class);
  }

  /** Arguments and results that only their tool may call and lock. */
  static Application foreignValues() {
    return onClassPath(ForeignValues.class);
  }

  /** Objects that throw whenever the agent asks them anything. */
  static Application brokenObjects() {
    return onClassPath(BrokenObjects.class);
  }

  /** Runs with listeners of every kind. */
  static Application listening() {
    return onClassPath(Listening.class);
  }

  /** A run whose names are written against whoever shows them. */
  static Application hostileNames() {
    return onClassPath(HostileNames.class);
  }

  /** Runs that do what the test says. */
  static Application steered() {
    return onClassPath(SteeredAgent.class);
  }

  /** The same in one of the ways that it knows. */
  static Application steered(String how) {
    return steered().with(how);
  }

  /** Threads that are stopped in the middle of tool calls. */
  static Application stoppedThreads() {
    return onClassPath(StoppedThreads.class);
  }

  /** Threads that are stopped in the first tool calls that there are. */
  static Application stoppedAtOnce() {
    return onClassPath(StoppedAtOnce.class);
  }

  /** Threads that are stopped while the agent looks at the class that they load. */
  static Application stoppedWhileLoading() {
    return onClassPath(StoppedWhileLoading.class);
  }

  /** A tool class that is loaded where there is almost no stack left. */
  static Application deepLoading() {
    return onClassPath(DeepLoading.class);
  }

  /** Standard error stands still. */
  static Application heldErrors() {
    return onClassPath(HeldErrors.class);
  }

  /** Goes on while its JVM ends. */
  static Application worksAtTheEnd() {
    return onClassPath(WorksAtTheEnd.class);
  }

  /** Hundreds of runs at once. */
  static Application crowd() {
    return onClassPath(Crowd.class);
  }

  /** Hundreds of halts, one after the other. */
  static Application manyHalts() {
    return onClassPath(ManyHalts.class);
  }

  /** Says itself what its model does and what people say. */
  static Application reportedChat() {
    return onClassPath(ReportedChat.class);
  }

  /** Shows what it says to its models. */
  static Application writtenTalk() {
    return onClassPath(WrittenTalk.class);
  }

  /** Everything happens in it that a record has a place for. */
  static Application recorded() {
    return onClassPath(RecordedAgent.class);
  }

  /** Its runs end in each way that a metric tells apart. */
  static Application metered() {
    return onClassPath(MeteredAgent.class);
  }

  /** Runs into the same loop each time. */
  static Application sameLoop() {
    return onClassPath(SameLoop.class);
  }

  /** Tools of which their author or a configuration says what means nothing. */
  static Application declaredTools() {
    return onClassPath(DeclaredTools.class);
  }

  /** One run on many threads at once. */
  static Application sharedRun() {
    return onClassPath(SharedRun.class);
  }

  /** Workers that enter and leave the run of a job. */
  static Application joinedWorkers() {
    return Application.onClassPath(JoinedWorkers.class.getName(), Artifacts.applicationClassPath());
  }

  /** A short thread for each of so many calls. */
  static Application shortThreads() {
    return onClassPath(ShortThreads.class);
  }

  /** Scopes that nobody closes. */
  static Application forgottenScopes() {
    return onClassPath(ForgottenScopes.class);
  }

  /** A halted session that comes back after many others. */
  static Application droppedSession() {
    return onClassPath(DroppedSession.class);
  }

  /** Tests of an application's own. */
  static Application ownTests() {
    return Application.onClassPath(RunsTests.class.getName(), Artifacts.applicationClassPath());
  }

  /** Conversations that only their traces tell apart. */
  static Application tracedWork() {
    return Application.onClassPath(TracedWork.class.getName(), Artifacts.applicationClassPath());
  }

  /** Traced and measured by OpenTelemetry, its own or that of an agent beside ours. */
  static Application openTelemetry(String whose) {
    return Application.onClassPath(
            OpenTelemetryApplication.class.getName(), Artifacts.applicationClassPath())
        .with(whose);
  }

  /** Measured by Micrometer. */
  static Application micrometer() {
    return Application.onClassPath(
        MicrometerApplication.class.getName(), Artifacts.applicationClassPath());
  }

  /** Loads an application and takes it out again. */
  static Application server() {
    return onClassPath(Server.class);
  }

  /** The same where what it loads has tracing and metrics of its own. */
  static Application serverWithLibraries() {
    return Application.onClassPath(Server.class.getName(), Artifacts.applicationClassPath());
  }

  /** Stuck on a thread that must not block. */
  static Application eventLoop() {
    return underBlockHound(EventLoop.class).named("event loop");
  }

  /** A run on a thread that must not block, which a person steers. */
  static Application steeredLoop() {
    return underBlockHound(SteeredLoop.class);
  }

  private static Application underBlockHound(Class<?> main) {
    return Application.onClassPath(
            main.getName(),
            Artifacts.applications(),
            Artifacts.shared(),
            Artifacts.annotations(),
            Artifacts.blockHound())
        .withOptions("-XX:+AllowRedefinitionToAddDeleteMethods");
  }

  /** Looks for classes. */
  static Application looksAround() {
    return onClassPath(LooksAround.class);
  }

  static String stuckClassPath() {
    return Application.path(CLASS_PATH);
  }

  private static Application onClassPath(Class<?> main) {
    return Application.onClassPath(main.getName(), CLASS_PATH);
  }

  private static Application stuckIn(LoaderKind kind) {
    return Application.inLoader(kind, STUCK, CLASS_PATH);
  }

  private static boolean belongsToStuck(String entry) {
    return entry.startsWith(ROOT + "stuck/") || entry.startsWith(ROOT + "report/");
  }

  /** It exports and opens nothing, as an application does. */
  private static Path moduleJar() {
    Path source = PACKAGED.resolve("module-info.java");
    try {
      Files.writeString(
          source, "module " + STUCK_MODULE + " { requires io.loophalt; }", StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + source, e);
    }
    int failed =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(
                System.out,
                System.err,
                "--release",
                "17",
                "-d",
                PACKAGED.toString(),
                "-p",
                Artifacts.annotations().toString(),
                source.toString());
    if (failed != 0) {
      throw new IllegalStateException("javac could not compile " + source);
    }
    return new JarBuilder()
        .file(PACKAGED.resolve("module-info.class"), "module-info.class")
        .entriesOf(Artifacts.applications(), Applications::belongsToStuck, "")
        .entriesOf(Artifacts.shared(), Applications::belongsToStuck, "")
        .write(PACKAGED.resolve("module.jar"));
  }

  /** The layout is in the appendix "The Executable Jar Format" of Spring Boot's reference. */
  private static Path nestedJar() {
    return new JarBuilder()
        .attribute("Main-Class", "org.springframework.boot.loader.launch.JarLauncher")
        .attribute("Start-Class", STUCK)
        .attribute("Spring-Boot-Classes", "BOOT-INF/classes/")
        .attribute("Spring-Boot-Lib", "BOOT-INF/lib/")
        .entriesOf(Artifacts.springBootLoader(), name -> !name.startsWith("META-INF/maven"), "")
        .entriesOf(Artifacts.applications(), Applications::belongsToStuck, "BOOT-INF/classes/")
        .entriesOf(Artifacts.shared(), Applications::belongsToStuck, "BOOT-INF/classes/")
        .file(Artifacts.annotations(), "BOOT-INF/lib/annotations.jar")
        .write(PACKAGED.resolve("spring-boot.jar"));
  }

  private static Path plainJar() {
    return new JarBuilder()
        .entriesOf(Artifacts.applications(), name -> name.startsWith(ROOT + "plain/"), "")
        .entriesOf(Artifacts.shared(), name -> name.startsWith(ROOT + "report/"), "")
        .write(PACKAGED.resolve("plain.jar"));
  }

  private static Path temporaryFolder() {
    try {
      Path folder = Files.createTempDirectory("loophalt-applications");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException("no folder for the applications' jars", e);
    }
  }

  private static void delete(Path folder) {
    File[] files = folder.toFile().listFiles();
    for (File file : files == null ? new File[0] : files) {
      Path path = file.toPath();
      try {
        Files.delete(path);
      } catch (IOException e) {
        System.err.println("cannot delete " + path + ": " + e);
      }
    }
    if (!folder.toFile().delete()) {
      System.err.println("cannot delete " + folder);
    }
  }
}
