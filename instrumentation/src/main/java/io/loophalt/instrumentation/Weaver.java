package io.loophalt.instrumentation;

import io.loophalt.extension.Artifact;
import io.loophalt.runtime.boundary.RunMethodHandler;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.CallSiteTable;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.model.ModelMethodHandler;
import io.loophalt.runtime.policy.ValuePath;
import io.loophalt.runtime.policy.ValuePath.Root;
import io.loophalt.runtime.policy.WeavingPolicy.ModelPattern;
import io.loophalt.runtime.policy.WeavingPolicy.RunPattern;
import io.loophalt.runtime.policy.WeavingPolicy.ToolPattern;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.tool.ToolMethodHandler;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.annotation.AnnotationDescription;
import net.bytebuddy.description.annotation.AnnotationList;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.method.ParameterDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.scaffold.MethodGraph;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.implementation.bytecode.StackManipulation;
import net.bytebuddy.implementation.bytecode.member.MethodInvocation;
import net.bytebuddy.jar.asm.ClassTooLargeException;
import net.bytebuddy.jar.asm.MethodTooLargeException;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.matcher.ElementMatchers;
import net.bytebuddy.pool.TypePool;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites one class with Byte Buddy: chooses its methods, gives each a number, and inlines the
 * advice. Loaded only when the first candidate class appears.
 *
 * <p>Annotations are matched by name in the class bytes, because the application may hold them in
 * any loader, or not at all at run time. Nothing of the application is loaded here. Thread-safe.
 */
final class Weaver {

  private static final String TOOL = "io.loophalt.AgentTool";
  private static final String RUN = "io.loophalt.AgentRun";
  private static final String RUN_ID = "io.loophalt.RunId";

  private static final String METHOD_TOO_LARGE =
      "its code is so long that with ours it would pass the JVM's limit of 65535 bytes; mark a"
          + " shorter method that calls it";
  private static final String CLASS_TOO_LARGE =
      "its constant pool has no room for ours; move the marked methods to a class of their own";

  /** What suppression does with whatever is thrown outside the advice's own {@code try}. */
  private static final StackManipulation PASS_ON = MethodInvocation.invoke(passOn());

  private final WeavingPlan plan;
  private final RunCorrelator runs;
  private final CallSiteTable sites;
  private final Log log;
  private final InternalErrorBreaker failures;
  private final ClassFileLocator own;
  private final ClassFileLocator annotations;
  private final ByteBuddy byteBuddy;
  private final ToolMethodReader tools;
  private final Set<String> refused = ConcurrentHashMap.newKeySet();

  /** Numbers by loader, class and signature; a loader that is gone is forgotten. */
  private final Map<@Nullable ClassLoader, Map<String, Map<String, Integer>>> sitesByLoader =
      Collections.synchronizedMap(new WeakHashMap<>());

  /**
   * Numbers by what they stand for, which says nothing of the loader: an application that is loaded
   * again and again gets the numbers it had before, and so the table of them does not grow.
   */
  private final Map<Interceptor, Integer> siteByHandler = new ConcurrentHashMap<>();

  private final Map<String, InternalErrorBreaker> partByFramework = new ConcurrentHashMap<>();
  private final FrameworkCheck frameworkCheck;

  Weaver(
      WeavingPlan plan,
      RunCorrelator runs,
      CallSiteTable sites,
      Log log,
      InternalErrorBreaker failures) {
    this.plan = plan;
    this.runs = runs;
    this.sites = sites;
    this.log = log;
    this.failures = failures;
    this.own =
        new ClassFileLocator.Compound(
            ClassFileLocator.ForClassLoader.of(Weaver.class.getClassLoader()),
            ClassFileLocator.ForClassLoader.ofPlatformLoader());
    this.annotations = new ClassFileLocator.Compound(standIns(plan.toolAnnotations()), own);
    this.byteBuddy =
        new ByteBuddy()
            .with(TypeValidation.DISABLED)
            .with(MethodGraph.Compiler.ForDeclaredMethods.INSTANCE)
            .with(Implementation.Context.Disabled.Factory.INSTANCE)
            // Kotlin hides methods from Java by marking them synthetic, which is left out
            // otherwise.
            .ignore(ElementMatchers.none());
    this.frameworkCheck = new FrameworkCheck(log);
    this.tools = new ToolMethodReader(log);
  }

  private static MethodDescription.InDefinedShape passOn() {
    try {
      return new MethodDescription.ForLoadedMethod(
          LoopHaltGate.class.getMethod("passOn", Throwable.class));
    } catch (NoSuchMethodException otherGate) {
      throw new IllegalStateException("the gate is of another version", otherGate);
    }
  }

  /** Looks for what is missing of known frameworks; here because it needs Byte Buddy, too. */
  FrameworkCheck frameworkCheck() {
    return frameworkCheck;
  }

  /**
   * Annotations without attributes, for those that the application was only compiled with: Byte
   * Buddy drops an annotation whose type it cannot find, and the method would silently go
   * unwatched.
   */
  static ClassFileLocator standIns(Set<String> annotations) {
    Map<String, byte[]> files = new HashMap<>();
    for (String name : annotations) {
      files.put(name, new ByteBuddy().makeAnnotation().name(name).make().getBytes());
    }
    return new ClassFileLocator.Simple(files);
  }

  /**
   * The rewritten class, or null if nothing in it is to be woven. What the class file format has no
   * room for is left out with a warning; everything else in the class is woven all the same.
   */
  byte @Nullable [] weave(
      @Nullable ClassLoader loader, String className, byte[] classFile, AtomicInteger woven) {
    ClassFileLocator locator =
        new ClassFileLocator.Compound(
            ClassFileLocator.Simple.of(className, classFile),
            loader == null
                ? ClassFileLocator.ForClassLoader.ofBootLoader()
                : ClassFileLocator.ForClassLoader.of(loader),
            annotations);
    TypeDescription type =
        TypePool.Default.WithLazyResolution.of(locator).describe(className).resolve();
    Map<MethodDescription.InDefinedShape, Interceptor> chosen = choose(type);
    if (chosen.isEmpty()) {
      return null;
    }
    Map<String, Integer> siteOf = sitesOf(loader, className);
    Set<String> isNew = number(type, chosen, siteOf);
    while (!chosen.isEmpty()) {
      try {
        byte[] rewritten = rewrite(type, locator, chosen.keySet(), new SiteConstants(siteOf));
        woven.addAndGet(isNew.size());
        return rewritten;
      } catch (MethodTooLargeException tooLarge) {
        String signature = tooLarge.getMethodName() + tooLarge.getDescriptor();
        if (!chosen.keySet().removeIf(method -> signature(method).equals(signature))) {
          throw tooLarge;
        }
        isNew.remove(signature);
        refuse(type, tooLarge.getMethodName(), tooLarge.getDescriptor(), METHOD_TOO_LARGE);
      } catch (ClassTooLargeException tooLarge) {
        refuse(type, null, "", CLASS_TOO_LARGE);
        return null;
      }
    }
    return null;
  }

  private byte[] rewrite(
      TypeDescription type,
      ClassFileLocator locator,
      Set<MethodDescription.InDefinedShape> methods,
      SiteConstants siteConstants) {
    Map<AdviceKind, List<String>> groups = new LinkedHashMap<>();
    for (MethodDescription.InDefinedShape method : methods) {
      groups
          .computeIfAbsent(adviceFor(type, method), kind -> new ArrayList<>())
          .add(signature(method));
    }
    AsmVisitorWrapper.ForDeclaredMethods visitor = new AsmVisitorWrapper.ForDeclaredMethods();
    for (Map.Entry<AdviceKind, List<String>> group : groups.entrySet()) {
      Advice advice =
          Advice.withCustomMapping()
              .bind(siteConstants)
              .to(group.getKey().entry(), group.getKey().exit(), own)
              .withExceptionHandler(PASS_ON);
      visitor = visitor.method(new OneOf(group.getValue()), advice);
    }
    return byteBuddy.decorate(type, locator).visit(visitor).make().getBytes();
  }

  /**
   * The numbers of the class's methods by signature. A class that is woven anew, because another
   * agent had it retransformed, keeps its numbers.
   */
  private Map<String, Integer> sitesOf(@Nullable ClassLoader loader, String className) {
    return sitesByLoader
        .computeIfAbsent(loader, anyLoader -> new ConcurrentHashMap<>())
        .computeIfAbsent(className, anyClass -> new ConcurrentHashMap<>());
  }

  /** Gives a number to each method that has none; returns the signatures of those. */
  private Set<String> number(
      TypeDescription type,
      Map<MethodDescription.InDefinedShape, Interceptor> chosen,
      Map<String, Integer> siteOf) {
    Set<String> isNew = new HashSet<>();
    chosen.forEach(
        (method, handler) ->
            siteOf.computeIfAbsent(
                signature(method),
                signature -> {
                  isNew.add(signature);
                  return siteByHandler.computeIfAbsent(
                      handler, anyHandler -> sites.add(handler, partOf(type, method)));
                }));
    return isNew;
  }

  /** What is switched off if the handler of a method fails: its framework, or the method alone. */
  private InternalErrorBreaker partOf(
      TypeDescription type, MethodDescription.InDefinedShape method) {
    Artifact framework =
        interceptionFor(type, method) == null ? null : plan.frameworkOf(type.getName());
    return framework == null
        ? failures.part(
            "watching " + type.getName() + '.' + method.getInternalName(),
            "its calls run as if it had never been woven",
            sites)
        : partByFramework.computeIfAbsent(
            framework.name(),
            name ->
                failures.support(
                    name,
                    plan.titleOf(type.getName()),
                    "calls of this framework run as if they had never been woven",
                    sites));
  }

  /** The two pieces of code that are inlined into a method. */
  private record AdviceKind(Class<?> entry, Class<?> exit) {}

  private AdviceKind adviceFor(TypeDescription type, MethodDescription.InDefinedShape method) {
    Class<?> entry =
        rewritesArguments(type, method)
            ? EntryAdvice.Rewriting.class
            : method.getParameters().size() > 4 ? EntryAdvice.Many.class : EntryAdvice.Few.class;
    return new AdviceKind(
        entry,
        method.getReturnType().isPrimitive()
            ? ExitAdvice.Watching.class
            : ExitAdvice.Replacing.class);
  }

  private boolean rewritesArguments(TypeDescription type, MethodDescription.InDefinedShape method) {
    Interception point = interceptionFor(type, method);
    return point != null && point.rewritesArguments();
  }

  private @Nullable Interception interceptionFor(
      TypeDescription type, MethodDescription.InDefinedShape method) {
    for (Interception point : plan.interceptionsOf(type.getName())) {
      if (MethodMatch.matches(point, method)) {
        return point;
      }
    }
    return null;
  }

  static String signature(MethodDescription method) {
    return method.getInternalName() + method.getDescriptor();
  }

  /**
   * Methods by signature: descriptions of the same method from different passes are not always
   * equal.
   */
  private record OneOf(List<String> signatures) implements ElementMatcher<MethodDescription> {
    @Override
    public boolean matches(@Nullable MethodDescription method) {
      return method != null && signatures.contains(signature(method));
    }
  }

  private Map<MethodDescription.InDefinedShape, Interceptor> choose(TypeDescription type) {
    Map<MethodDescription.InDefinedShape, Interceptor> chosen = new LinkedHashMap<>();
    for (MethodDescription.InDefinedShape method : type.getDeclaredMethods()) {
      Interceptor handler = handlerFor(type, method);
      boolean serviceMethod =
          type.isInterface() && method.isAbstract() && handler instanceof RunMethodHandler;
      if (handler == null || serviceMethod) {
        // The task of a LangChain4j AI service stands on its interface; the proxy is what is woven.
        continue;
      }
      String refusal = MethodMatch.refusal(method);
      if (refusal == null) {
        chosen.put(method, handler);
      } else if (!method.isBridge()) {
        refuse(type, method.getInternalName(), method.getDescriptor(), refusal);
      }
    }
    return chosen;
  }

  /** Says once why a method, or without one the whole class, is left as it is. */
  private void refuse(
      TypeDescription type, @Nullable String method, String descriptor, String refusal) {
    String what = method == null ? type.getName() : type.getName() + '.' + method;
    if (refused.add(what + descriptor)) {
      log.warn(what + " is not watched: " + refusal);
    }
  }

  private @Nullable Interceptor handlerFor(
      TypeDescription type, MethodDescription.InDefinedShape method) {
    Interception point = interceptionFor(type, method);
    if (point != null) {
      return point.handler();
    }
    AnnotationList annotations = method.getDeclaredAnnotations();
    for (AnnotationDescription annotation : annotations) {
      String name = annotation.getAnnotationType().getName();
      if (name.equals(TOOL)) {
        return new ToolMethodHandler(tools.of(method, annotation), runs);
      }
      if (name.equals(RUN)) {
        String task = ToolMethodReader.text(annotation, "task");
        return runMethod(type, method, task, null, runId(method));
      }
    }
    for (AnnotationDescription annotation : annotations) {
      if (plan.isToolAnnotation(annotation.getAnnotationType().getName())) {
        return new ToolMethodHandler(tools.of(method, annotation), runs);
      }
    }
    // Patterns mean what somebody wrote, not the bodies of lambdas or what compilers add.
    if (method.isBridge() || method.isSynthetic()) {
      return null;
    }
    return handlerByPattern(type, method);
  }

  private @Nullable Interceptor handlerByPattern(
      TypeDescription type, MethodDescription.InDefinedShape method) {
    for (RunPattern pattern : plan.runPatterns()) {
      if (MethodMatch.matches(pattern.method(), type, method)) {
        return runMethod(type, method, pattern.task(), pattern.conversation(), pattern.join());
      }
    }
    for (ModelPattern pattern : plan.modelPatterns()) {
      if (MethodMatch.matches(pattern.method(), type, method)) {
        return new ModelMethodHandler(pattern, method.getReturnType().represents(void.class), runs);
      }
    }
    for (ToolPattern pattern : plan.toolPatterns()) {
      if (MethodMatch.matches(pattern.method(), type, method)) {
        return new ToolMethodHandler(ToolMethodReader.of(method, pattern), runs);
      }
    }
    return null;
  }

  private RunMethodHandler runMethod(
      TypeDescription type,
      MethodDescription method,
      @Nullable String task,
      @Nullable ValuePath conversation,
      @Nullable ValuePath join) {
    String name = task == null ? type.getSimpleName() + '.' + method.getName() : task;
    if (join != null) {
      return RunMethodHandler.joining(name, join, runs);
    }
    return conversation == null
        ? new RunMethodHandler(name, runs)
        : RunMethodHandler.ofConversation(name, conversation, runs);
  }

  /** The parameter that names the execution of which a call is one part; null if none does. */
  private static @Nullable ValuePath runId(MethodDescription method) {
    for (ParameterDescription parameter : method.getParameters()) {
      for (AnnotationDescription annotation : parameter.getDeclaredAnnotations()) {
        if (annotation.getAnnotationType().getName().equals(RUN_ID)) {
          return new ValuePath(
              Root.ARGUMENT, parameter.getIndex(), List.of(), "@RunId of " + method.getName());
        }
      }
    }
    return null;
  }
}
