package io.loophalt.instrumentation.executor;

import io.loophalt.core.failure.ThreadStop;
import io.loophalt.instrumentation.executor.ExecutorMethods.Woven;
import io.loophalt.runtime.safety.Log;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadPoolExecutor;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.scaffold.MethodGraph;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.implementation.bytecode.StackManipulation;
import net.bytebuddy.implementation.bytecode.member.MethodInvocation;
import net.bytebuddy.matcher.ElementMatchers;
import net.bytebuddy.pool.TypePool;
import org.jspecify.annotations.Nullable;

/**
 * Weaves the classes of {@link ExecutorMethods} and {@link OtherExecutors}: those that are loaded
 * all at once, and the others when they are loaded. No member is added. Thread-safe.
 */
final class ExecutorWeaving implements ClassFileTransformer {

  private final ExecutorMethods methods = new ExecutorMethods();
  private final OtherExecutors others = new OtherExecutors();
  private final Log log;
  private final ClassFileLocator own =
      new ClassFileLocator.Compound(
          ClassFileLocator.ForClassLoader.of(ExecutorWeaving.class.getClassLoader()),
          ClassFileLocator.ForClassLoader.ofPlatformLoader());
  private final StackManipulation passOn = MethodInvocation.invoke(passOn());
  private final ByteBuddy byteBuddy =
      new ByteBuddy()
          .with(TypeValidation.DISABLED)
          .with(MethodGraph.Compiler.ForDeclaredMethods.INSTANCE)
          .with(Implementation.Context.Disabled.Factory.INSTANCE)
          .ignore(ElementMatchers.none());

  ExecutorWeaving(Log log) {
    this.log = log;
  }

  private static MethodDescription.InDefinedShape passOn() {
    try {
      return new MethodDescription.ForLoadedMethod(
          LoopHaltGate.class.getMethod("passOn", Throwable.class));
    } catch (NoSuchMethodException otherGate) {
      throw new IllegalStateException("the gate is of another version", otherGate);
    }
  }

  /** Weaves what is loaded, and from now on what is loaded later. */
  void begin(Instrumentation instrumentation) {
    instrumentation.addTransformer(this, true);
    Class<?>[] loaded = instrumentation.getAllLoadedClasses();
    for (Class<?> each : loaded) {
      others.note(each);
    }
    List<Class<?>> known = new ArrayList<>();
    List<Class<?>> unknown = new ArrayList<>();
    for (Class<?> each : loaded) {
      if (methods.of(each.getName()) != null) {
        known.add(each);
      } else if (isOther(each.getClassLoader(), each.getName())
          && instrumentation.isModifiableClass(each)) {
        unknown.add(each);
      }
    }
    String refused = retransform(instrumentation, known);
    if (refused != null) {
      log.warn(
          "executors are not woven, so that runs go with tasks only by AgentRuns.wrap: " + refused);
    }
    if (retransform(instrumentation, unknown) != null) {
      unknown.forEach(each -> retransformAlone(instrumentation, each));
    }
  }

  private void retransformAlone(Instrumentation instrumentation, Class<?> loaded) {
    String refused = retransform(instrumentation, List.of(loaded));
    if (refused != null) {
      log.warn(cannotBeWoven(loaded.getName(), refused));
    }
  }

  /** Why it has not been done; null if it has. */
  private static @Nullable String retransform(
      Instrumentation instrumentation, List<Class<?>> loaded) {
    try {
      instrumentation.retransformClasses(loaded.toArray(new Class<?>[0]));
      return null;
    } catch (UnmodifiableClassException | LinkageError | RuntimeException | InternalError refused) {
      return refused.toString();
    }
  }

  private static String cannotBeWoven(String className, Object why) {
    return "runs do not go with tasks of " + className + ", which cannot be woven: " + why;
  }

  private boolean isOther(@Nullable ClassLoader loader, String className) {
    return others.mayBe(loader, className) && others.has(className);
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable Module module,
      @Nullable ClassLoader loader,
      @Nullable String internalName,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] classFile) {
    String className = internalName == null ? "" : internalName.replace('/', '.');
    List<Woven> woven = methods.of(className);
    boolean isCandidate =
        woven == null
            && others.mayBe(loader, className)
            && (others.has(className) || OtherExecutors.maybeTakesTasks(classFile));
    if (woven == null && !isCandidate) {
      return null;
    }
    try {
      return weave(loader, className, classFile, woven);
    } catch (Throwable unforeseen) {
      ThreadStop.passOn(unforeseen);
      log.warn(cannotBeWoven(className, unforeseen));
      return null;
    }
  }

  private byte @Nullable [] weave(
      @Nullable ClassLoader loader,
      String className,
      byte[] classFile,
      @Nullable List<Woven> known) {
    ClassFileLocator locator =
        new ClassFileLocator.Compound(
            ClassFileLocator.Simple.of(className, classFile),
            loader == null
                ? ClassFileLocator.ForClassLoader.ofBootLoader()
                : ClassFileLocator.ForClassLoader.of(loader),
            own);
    TypeDescription type =
        TypePool.Default.WithLazyResolution.of(locator).describe(className).resolve();
    List<Woven> woven = known;
    if (woven == null) {
      others.note(type);
      if (!others.has(className)) {
        return null;
      }
      woven = methods.ofOther(OtherExecutors.is(type, ThreadPoolExecutor.class));
    }
    AsmVisitorWrapper.ForDeclaredMethods visitor = new AsmVisitorWrapper.ForDeclaredMethods();
    for (Woven each : woven) {
      AsmVisitorWrapper.ForDeclaredMethods.MethodVisitorWrapper callSites = each.callSites();
      visitor =
          callSites == null
              ? visitor.invokable(each.methods(), advice(each))
              : visitor.invokable(each.methods(), callSites);
    }
    return byteBuddy.decorate(type, locator).visit(visitor).make().getBytes();
  }

  private Advice advice(Woven woven) {
    return Advice.withCustomMapping()
        .to(java.util.Objects.requireNonNull(woven.advice()), own)
        .withExceptionHandler(passOn);
  }
}
