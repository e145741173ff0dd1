package io.loophalt.instrumentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Detector;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.run.RunEvents;
import io.loophalt.extension.Artifact;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.AgentGate;
import io.loophalt.runtime.RoleHandlers;
import io.loophalt.runtime.boundary.AgentRunsBridge;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.CallSiteTable;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.policy.AgentPolicy;
import io.loophalt.runtime.policy.EventLogPolicy;
import io.loophalt.runtime.policy.WeavingPolicy;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.instrument.Instrumentation;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The agent inside this JVM, and an application loader whose classes it weaves: the test's own
 * classes from a second loader, with their own copy of {@code io.loophalt}.
 *
 * <p>One at a time: the gate is shared by the JVM. Closing shuts it.
 */
public final class GuardedClasses implements AutoCloseable {

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final InternalErrorBreaker failures;
  private final RunRegistry registry;
  private final WeavingTransformer transformer;
  private final CallSiteTable sites = new CallSiteTable();
  private final String packageName;
  private WeavingLoader loader;
  private final Set<String> hidden = ConcurrentHashMap.newKeySet();
  private final Set<String> failing = ConcurrentHashMap.newKeySet();
  private final Set<String> stopping = ConcurrentHashMap.newKeySet();
  private @Nullable ProtectionDomain domain;

  private GuardedClasses(
      WeavingPolicy weaving,
      List<DetectorPolicy> detectors,
      Function<DetectorPolicy, Detector> factory,
      RunEvents events,
      List<Interception> more,
      List<Artifact> frameworks,
      String packageName) {
    this(
        weaving,
        detectors,
        factory,
        events,
        anyRuns -> more,
        frameworks,
        packageName,
        TaskPolicy.OnHalt.THROW);
  }

  private GuardedClasses(
      WeavingPolicy weaving,
      List<DetectorPolicy> detectors,
      Function<DetectorPolicy, Detector> factory,
      RunEvents events,
      Function<RunCorrelator, List<Interception>> more,
      List<Artifact> frameworks,
      String packageName,
      TaskPolicy.OnHalt onHalt) {
    Log log = new Log(new PrintStream(written, true, StandardCharsets.UTF_8));
    TaskPolicy task =
        new TaskPolicy("*", "of a test", detectors, Map.of(), Ceilings.NONE, List.of(), onHalt);
    AgentPolicy policy =
        new AgentPolicy(
            "a test",
            Mode.ACT,
            task,
            Map.of(),
            weaving,
            List.of(),
            new EventLogPolicy(null, 1_000, 1, Duration.ZERO, 10, false),
            Duration.ofMinutes(5),
            Duration.ofHours(24),
            10_000);
    failures = new InternalErrorBreaker(log, AgentGate::shut);
    registry = new RunRegistry(policy, factory, events);
    RunCorrelator runs = new RunCorrelator(registry, log);
    List<Interception> points = new ArrayList<>(more.apply(runs));
    points.add(
        new Interception("io.loophalt.AgentRuns", "agent", 3, null, new AgentRunsBridge(runs)));
    transformer =
        new WeavingTransformer(
            new WeavingPlan(
                weaving,
                points,
                new Listed(frameworks),
                new RoleHandlers(
                    runs,
                    new GeneratedProxies(),
                    offered -> {
                      throw new IllegalArgumentException(offered.toString());
                    })),
            runs,
            sites,
            true,
            log,
            failures);
    new AgentGate(sites, failures).open();
    this.packageName = packageName;
    loader = new WeavingLoader(packageName);
  }

  /** Loads the application anew, in another loader. */
  void redeploy() {
    loader = new WeavingLoader(packageName);
  }

  /** Takes the number that the next woven method would have been given. */
  int takeNumber() {
    return sites.add(new AgentRunsBridge(new RunCorrelator(registry, new Log(System.err))));
  }

  /** Frameworks of one family, to which all classes belong. */
  private record Listed(List<Artifact> frameworks) implements FrameworkCatalog {
    @Override
    public String familyOf(String className) {
      return "every class";
    }

    @Override
    public List<Artifact> frameworksOf(String family) {
      return frameworks;
    }

    @Override
    public String titleOf(String family) {
      return "Acme";
    }
  }

  /** Weaves the classes beside {@code neighbour} and judges by the detectors. */
  public static GuardedClasses beside(
      Class<?> neighbour, List<DetectorPolicy> detectors, RunEvents events) {
    return judgedBy(neighbour, detectors, Presets::create, events);
  }

  /** As {@link #beside(Class, List, RunEvents)}, with detectors that no preset knows. */
  public static GuardedClasses judgedBy(
      Class<?> neighbour,
      List<DetectorPolicy> detectors,
      Function<DetectorPolicy, Detector> factory,
      RunEvents events) {
    return new GuardedClasses(
        WeavingPolicy.NONE,
        detectors,
        factory,
        events,
        List.of(),
        List.of(),
        neighbour.getPackageName());
  }

  /** Weaves the classes beside {@code neighbour} by a policy; no run is ever judged. */
  public static GuardedClasses beside(Class<?> neighbour, WeavingPolicy weaving, RunEvents events) {
    return new GuardedClasses(
        weaving,
        List.of(),
        Presets::create,
        events,
        List.of(),
        List.of(),
        neighbour.getPackageName());
  }

  /** As the one below, with detectors that no preset knows. */
  public static GuardedClasses judgedBy(
      Class<?> neighbour,
      WeavingPolicy weaving,
      List<DetectorPolicy> detectors,
      Function<DetectorPolicy, Detector> factory,
      RunEvents events) {
    return new GuardedClasses(
        weaving, detectors, factory, events, List.of(), List.of(), neighbour.getPackageName());
  }

  /** Weaves the classes beside {@code neighbour} by a policy and judges by the detectors. */
  public static GuardedClasses beside(
      Class<?> neighbour, WeavingPolicy weaving, List<DetectorPolicy> detectors, RunEvents events) {
    return new GuardedClasses(
        weaving,
        detectors,
        Presets::create,
        events,
        List.of(),
        List.of(),
        neighbour.getPackageName());
  }

  /** Looks for a framework among the classes beside {@code neighbour}. */
  public static GuardedClasses knowing(Class<?> neighbour, Artifact... frameworks) {
    return new GuardedClasses(
        WeavingPolicy.NONE,
        List.of(),
        Presets::create,
        RunEvents.NONE,
        List.of(),
        List.of(frameworks),
        neighbour.getPackageName());
  }

  /** Puts a handler around one method of a class. */
  public static GuardedClasses around(Class<?> type, String method, Interceptor handler) {
    return around(type, new Interception(type.getName(), method, -1, null, handler));
  }

  /** Weaves one choke point of a class. */
  public static GuardedClasses around(Class<?> type, Interception point) {
    return new GuardedClasses(
        WeavingPolicy.NONE,
        List.of(),
        Presets::create,
        RunEvents.NONE,
        List.of(point),
        List.of(),
        type.getPackageName());
  }

  /** Weaves one choke point of a framework's classes and judges by the detectors. */
  public static GuardedClasses around(
      Class<?> type,
      Function<RunCorrelator, Interception> point,
      List<DetectorPolicy> detectors,
      TaskPolicy.OnHalt onHalt) {
    return new GuardedClasses(
        WeavingPolicy.NONE,
        detectors,
        Presets::create,
        RunEvents.NONE,
        runs -> List.of(point.apply(runs)),
        List.of(),
        type.getPackageName(),
        onHalt);
  }

  /** The application's copy of a class. */
  public Class<?> copyOf(Class<?> type) throws ClassNotFoundException {
    return loader.loadClass(type.getName());
  }

  /** Makes the application's copy of a class and calls it, on a thread that was in no run yet. */
  public Object call(Class<? extends Callable<?>> type) throws Exception {
    Callable<?> application = (Callable<?>) copyOf(type).getDeclaredConstructor().newInstance();
    FutureTask<Object> call = new FutureTask<>(application::call);
    new Thread(call).start();
    return call.get();
  }

  /** The live runs. */
  public RunRegistry registry() {
    return registry;
  }

  /** Errors of the agent's own so far. */
  public int failures() {
    return failures.count();
  }

  /** From now on the application's loader does not show the class file of a class. */
  public void hide(String className) {
    hidden.add(className.replace('.', '/') + ".class");
  }

  /** From now on the application's loader throws when it is asked for the class file of a class. */
  public void failToShow(String className) {
    failing.add(className.replace('.', '/') + ".class");
  }

  /** The next thread that asks the application's loader for a file ends there, as if stopped. */
  void stopWhoAsksFor(String file) {
    stopping.add(file);
  }

  /** The classes loaded from now on are said to come from here. */
  public void cameFrom(URL location) {
    domain = new ProtectionDomain(new CodeSource(location, (Certificate[]) null), null);
  }

  /** Weaves what a JVM says it has loaded. */
  public void weaveLoaded(Instrumentation instrumentation) {
    transformer.weaveLoaded(instrumentation);
  }

  /** Weaves the class file of a class once more, as when another agent has it retransformed. */
  public void weaveAgain(Class<?> type) throws IOException {
    String file = type.getName().replace('.', '/');
    try (InputStream in = Objects.requireNonNull(loader.getResourceAsStream(file + ".class"))) {
      assertThat(transformer.transform(null, loader, file, null, null, in.readAllBytes()))
          .as("the bytes of " + type + ", woven again")
          .isNotNull();
    }
  }

  /** Weaves a class file; null if nothing comes of it. */
  public byte @Nullable [] weave(String className, byte[] classFile) {
    return transformer.transform(
        null, loader, className.replace('.', '/'), null, domain, classFile);
  }

  /** Weaves a class file and loads what comes of it, or the file itself if nothing does. */
  public Class<?> define(String className, byte[] classFile) {
    return loader.weaveAndDefine(className, classFile);
  }

  /** How many methods were woven. */
  public int wovenMethods() {
    return transformer.wovenMethods();
  }

  /** What the agent has written to standard error. */
  public String log() {
    return written.toString(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    AgentGate.shut();
  }

  /** By name: the class is deprecated for removal. */
  private static Error threadDeath() {
    try {
      return Class.forName("java.lang.ThreadDeath")
          .asSubclass(Error.class)
          .getDeclaredConstructor()
          .newInstance();
    } catch (ReflectiveOperationException gone) {
      throw new IllegalStateException(gone);
    }
  }

  /** Defines the application's classes itself, woven, and leaves all others to its parent. */
  private final class WeavingLoader extends ClassLoader {

    private final String packageName;

    WeavingLoader(String packageName) {
      super(GuardedClasses.class.getClassLoader());
      this.packageName = packageName;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!packageOf(name).equals(packageName) && !packageOf(name).equals("io.loophalt")) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded != null ? loaded : define(name);
      }
    }

    @Override
    public @Nullable URL getResource(String name) {
      if (stopping.remove(name)) {
        throw threadDeath();
      }
      if (failing.contains(name)) {
        throw new IllegalStateException("planted in a loader");
      }
      return hidden.contains(name) ? null : super.getResource(name);
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      String file = name.replace('.', '/');
      try (InputStream in = getParent().getResourceAsStream(file + ".class")) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        return weaveAndDefine(name, in.readAllBytes());
      } catch (IOException unreadable) {
        throw new UncheckedIOException(unreadable);
      }
    }

    Class<?> weaveAndDefine(String name, byte[] plain) {
      byte[] woven = weave(name, plain);
      byte[] bytes = woven == null ? plain : woven;
      return defineClass(name, bytes, 0, bytes.length);
    }

    private static String packageOf(String className) {
      return className.substring(0, Math.max(0, className.lastIndexOf('.')));
    }
  }
}
