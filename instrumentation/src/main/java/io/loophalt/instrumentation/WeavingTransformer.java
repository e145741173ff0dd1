package io.loophalt.instrumentation;

import io.loophalt.core.failure.ThreadStop;
import io.loophalt.extension.Artifact;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.CallSiteTable;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.safety.StopAgain;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Sees every class that is loaded and hands the few candidates to the {@link Weaver}.
 *
 * <p>For all others the cost is one walk over the constant pool. It takes no lock and loads no
 * application class. A class that cannot be woven is left as it was, with one message.
 */
public final class WeavingTransformer implements ClassFileTransformer {

  /** The agent's only classes in the application's loader; to look at them costs start-up time. */
  private static final String LAUNCH_CLASSES = "io.loophalt.agent.launch.";

  private final WeavingPlan plan;
  private final RunCorrelator runs;
  private final CallSiteTable sites;
  private final boolean otherPresets;
  private final Log log;
  private final InternalErrorBreaker failures;
  private final WatchReport report;
  private final AtomicInteger wovenMethods = new AtomicInteger();
  private final MissedClasses missed;
  private final Set<String> notWoven = ConcurrentHashMap.newKeySet();

  /**
   * Made on the first candidate, because it loads Byte Buddy; a second one made by a race is thrown
   * away.
   */
  private volatile @Nullable Weaver weaver;

  /** Null where nothing is to be done then, and when it has been done. */
  private final AtomicReference<@Nullable Runnable> whenFirstIsWoven = new AtomicReference<>();

  /** Null until {@link #weaveLoaded}: then there is nobody who could weave what was missed. */
  private volatile @Nullable Instrumentation instrumentation;

  /**
   * Weaves by plan.
   *
   * @param otherPresets whether any run has detectors that the {@code standard} preset has not
   */
  public WeavingTransformer(
      WeavingPlan plan,
      RunCorrelator runs,
      CallSiteTable sites,
      boolean otherPresets,
      Log log,
      InternalErrorBreaker failures) {
    this.plan = plan;
    this.runs = runs;
    this.sites = sites;
    this.otherPresets = otherPresets;
    this.log = log;
    this.failures = failures;
    this.missed = new MissedClasses(this, log);
    this.report = new WatchReport(log);
  }

  /** How many methods were woven so far. */
  public int wovenMethods() {
    return wovenMethods.get();
  }

  /**
   * Has something done when the first method of an agent is woven, on the thread that weaves it and
   * before that method can run. It must not throw.
   */
  public void whenFirstIsWoven(Runnable action) {
    whenFirstIsWoven.set(action);
  }

  /** Tells a person what is watched: what was woven so far, and from now on what is first met. */
  public void report() {
    report.open();
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable Module module,
      @Nullable ClassLoader loader,
      @Nullable String internalName,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] classFile) {
    if (internalName == null || isNotApplication(loader)) {
      return null;
    }
    String className = internalName.replace('/', '.');
    weaveMissed();
    try {
      if (!plan.isCandidate(className, classFile)) {
        return null;
      }
      if (!StackRoom.isEnough()) {
        throw new StackOverflowError();
      }
      Artifact marked = plan.frameworkMarkedBy(className);
      if (marked != null && loader != null) {
        check(marked, loader, domain);
      }
      return weave(loader, className, domain, classFile);
    } catch (Throwable broken) {
      if (missed(loader, className, broken)) {
        return null;
      }
      failures.note("while looking at " + className + ", which stays unwatched", broken);
      return null;
    }
  }

  /**
   * Whether the class is to be woven later, because it is the thread or the heap that has an end
   * here and not the class. The JDK would keep to itself what is thrown here.
   */
  private boolean missed(@Nullable ClassLoader loader, String className, Throwable broken) {
    boolean stopped = ThreadStop.is(broken);
    if (loader == null
        || missed.isAtWorkHere()
        || !(stopped || broken instanceof VirtualMachineError)) {
      return false;
    }
    missed.add(loader, className, broken);
    weaveMissed();
    if (stopped) {
      StopAgain.stop(Thread.currentThread());
    }
    return true;
  }

  private void weaveMissed() {
    Instrumentation known = instrumentation;
    if (known != null) {
      missed.weaveSoon(known);
    }
  }

  /**
   * A class that cannot be woven says nothing about the calls that are: however many there are, it
   * is no reason to turn the agent off.
   */
  private byte @Nullable [] weave(
      @Nullable ClassLoader loader,
      String className,
      @Nullable ProtectionDomain domain,
      byte[] classFile) {
    byte[] rewritten;
    try {
      rewritten = weaver().weave(loader, className, classFile, wovenMethods);
    } catch (Throwable unforeseen) {
      if (missed(loader, className, unforeseen)) {
        return null;
      }
      if (notWoven.add(className)) {
        log.error(
            className + " is not watched: it cannot be woven; please report this", unforeseen);
      }
      return null;
    }
    if (rewritten != null) {
      tellOf(className, domain);
      if (whenFirstIsWoven.get() != null && plan.isOfAgents(className)) {
        Runnable action = whenFirstIsWoven.getAndSet(null);
        if (action != null) {
          action.run();
        }
      }
    }
    return rewritten;
  }

  private void tellOf(String className, @Nullable ProtectionDomain domain) {
    try {
      plan.tellOf(className, domain, report);
    } catch (Throwable ours) {
      ThreadStop.passOn(ours);
      failures.note("while telling of " + className + ", which is watched", ours);
    }
  }

  private void check(Artifact framework, ClassLoader loader, @Nullable ProtectionDomain domain) {
    try {
      weaver().frameworkCheck().check(framework, loader, domain);
    } catch (Throwable ours) {
      ThreadStop.passOn(ours);
      failures.note("while looking at " + framework.name() + ", whose methods are woven", ours);
    }
  }

  /**
   * Weaves the candidates among the classes that are loaded already: on late attach, and from a JDK
   * 25 AOT cache.
   */
  public void weaveLoaded(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
    List<Class<?>> candidates = new ArrayList<>();
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (!isNotApplication(loaded.getClassLoader())
          && !loaded.getName().startsWith(LAUNCH_CLASSES)
          && !loaded.isArray()
          && !loaded.isHidden()
          && instrumentation.isModifiableClass(loaded)
          && mayBeCandidate(loaded)) {
        candidates.add(loaded);
      }
    }
    for (Class<?> candidate : candidates) {
      try {
        instrumentation.retransformClasses(candidate);
      } catch (UnmodifiableClassException
          | LinkageError
          | RuntimeException
          | InternalError refused) {
        log.warn(
            candidate.getName() + " was loaded before the agent and is not watched: " + refused);
      }
    }
  }

  /**
   * Looks at the class file where its loader shows it; where it does not, the JVM will show it on
   * retransformation.
   */
  private boolean mayBeCandidate(Class<?> loaded) {
    if (plan.isCandidateByName(loaded.getName())) {
      return true;
    }
    String file = loaded.getName().replace('.', '/') + ".class";
    try (InputStream in = loaded.getClassLoader().getResourceAsStream(file)) {
      return in == null || plan.isCandidate(loaded.getName(), in.readAllBytes());
    } catch (IOException | RuntimeException | LinkageError unreadable) {
      return true;
    }
  }

  /** The JDK's own classes, the agent's and its extensions' are never woven. */
  private static boolean isNotApplication(@Nullable ClassLoader loader) {
    return loader == null
        || loader == ClassLoader.getPlatformClassLoader()
        || loader == WeavingTransformer.class.getClassLoader()
        || loader instanceof ExtensionClassLoader;
  }

  private Weaver weaver() {
    Weaver made = weaver;
    if (made == null) {
      made = new Weaver(plan, runs, sites, log, failures);
      ReadyClasses.initialise(otherPresets, failures);
      weaver = made;
    }
    return made;
  }
}
