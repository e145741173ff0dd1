package io.loophalt.instrumentation;

import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.CallSiteTable;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.scaffold.MethodGraph;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.jar.asm.ClassTooLargeException;
import net.bytebuddy.jar.asm.MethodTooLargeException;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.matcher.ElementMatchers;
import net.bytebuddy.pool.TypePool;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites one class with Byte Buddy, which inlines the {@linkplain CallAdvice advice} into the
 * {@linkplain MethodChoice chosen} methods. Loaded only when the first candidate class appears.
 *
 * <p>Nothing of the application is loaded here. Thread-safe.
 */
final class Weaver {

  private static final String METHOD_TOO_LARGE =
      "its code is so long that with ours it would pass the JVM's limit of 65535 bytes; mark a"
          + " shorter method that calls it";
  private static final String CLASS_TOO_LARGE =
      "its constant pool has no room for ours; move the marked methods to a class of their own";

  private final ClassFileLocator annotations;
  private final ByteBuddy byteBuddy;
  private final MethodChoice choice;
  private final SiteNumbers numbers;
  private final SiteConstants constants = new SiteConstants();
  private final CallAdvice advice;
  private final FrameworkCheck frameworkCheck;

  Weaver(
      WeavingPlan plan,
      RunCorrelator runs,
      CallSiteTable sites,
      Log log,
      InternalErrorBreaker failures) {
    ClassFileLocator own =
        new ClassFileLocator.Compound(
            ClassFileLocator.ForClassLoader.of(Weaver.class.getClassLoader()),
            ClassFileLocator.ForClassLoader.ofPlatformLoader());
    this.annotations = new ClassFileLocator.Compound(new StandIns(plan.toolAnnotations()), own);
    this.byteBuddy =
        new ByteBuddy()
            .with(TypeValidation.DISABLED)
            .with(MethodGraph.Compiler.ForDeclaredMethods.INSTANCE)
            .with(Implementation.Context.Disabled.Factory.INSTANCE)
            // Kotlin hides methods from Java by marking them synthetic, which is left out
            // otherwise.
            .ignore(ElementMatchers.none());
    this.choice = new MethodChoice(plan, runs, log);
    this.numbers = new SiteNumbers(plan, choice, sites, failures);
    this.advice = new CallAdvice(own, constants);
    this.frameworkCheck = new FrameworkCheck(log);
  }

  /** Looks for what is missing of known frameworks; here because it needs Byte Buddy, too. */
  FrameworkCheck frameworkCheck() {
    return frameworkCheck;
  }

  /**
   * Annotations without attributes, for those that the application was only compiled with: Byte
   * Buddy drops an annotation whose type it cannot find, and the method would silently go
   * unwatched. Made when they are looked for: mostly the application has its own.
   */
  record StandIns(Set<String> names) implements ClassFileLocator {
    @Override
    public Resolution locate(String name) {
      return names.contains(name)
          ? new Resolution.Explicit(new ByteBuddy().makeAnnotation().name(name).make().getBytes())
          : new Resolution.Illegal(name);
    }

    @Override
    public void close() {}
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
    Map<MethodDescription.InDefinedShape, Interceptor> chosen = choice.of(type);
    if (chosen.isEmpty()) {
      return null;
    }
    Map<String, Integer> siteOf = numbers.ofClass(loader, className);
    Set<String> isNew = numbers.number(type, chosen, siteOf);
    while (!chosen.isEmpty()) {
      try {
        byte[] rewritten = rewrite(type, locator, chosen.keySet(), siteOf);
        woven.addAndGet(isNew.size());
        return rewritten;
      } catch (MethodTooLargeException tooLarge) {
        String signature = tooLarge.getMethodName() + tooLarge.getDescriptor();
        if (!chosen.keySet().removeIf(method -> MethodMatch.signature(method).equals(signature))) {
          throw tooLarge;
        }
        isNew.remove(signature);
        choice.refuse(type, tooLarge.getMethodName(), tooLarge.getDescriptor(), METHOD_TOO_LARGE);
      } catch (ClassTooLargeException tooLarge) {
        choice.refuse(type, null, "", CLASS_TOO_LARGE);
        return null;
      }
    }
    return null;
  }

  private byte[] rewrite(
      TypeDescription type,
      ClassFileLocator locator,
      Set<MethodDescription.InDefinedShape> methods,
      Map<String, Integer> siteOf) {
    List<List<String>> byKind = new ArrayList<>();
    for (int kind = 0; kind < advice.kinds(); kind++) {
      byKind.add(new ArrayList<>());
    }
    for (MethodDescription.InDefinedShape method : methods) {
      boolean rewritesArguments = choice.rewritesArguments(type, method);
      byKind.get(CallAdvice.kindOf(method, rewritesArguments)).add(MethodMatch.signature(method));
    }
    AsmVisitorWrapper.ForDeclaredMethods visitor = new AsmVisitorWrapper.ForDeclaredMethods();
    for (int kind = 0; kind < byKind.size(); kind++) {
      if (!byKind.get(kind).isEmpty()) {
        visitor = visitor.method(new OneOf(byKind.get(kind)), advice.ofKind(kind));
      }
    }
    Map<String, Integer> around = constants.use(siteOf);
    try {
      return byteBuddy.decorate(type, locator).visit(visitor).make().getBytes();
    } finally {
      constants.use(around);
    }
  }

  /**
   * Methods by signature: descriptions of the same method from different passes are not always
   * equal.
   */
  private record OneOf(List<String> signatures) implements ElementMatcher<MethodDescription> {
    @Override
    public boolean matches(@Nullable MethodDescription method) {
      return method != null && signatures.contains(MethodMatch.signature(method));
    }
  }
}
