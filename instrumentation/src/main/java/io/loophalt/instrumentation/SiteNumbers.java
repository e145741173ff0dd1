package io.loophalt.instrumentation;

import io.loophalt.extension.Artifact;
import io.loophalt.runtime.invocation.CallSiteTable;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import org.jspecify.annotations.Nullable;

/**
 * Gives each woven method the number by which the gate finds what handles its calls. Thread-safe.
 */
final class SiteNumbers {

  private final WeavingPlan plan;
  private final MethodChoice choice;
  private final CallSiteTable sites;
  private final InternalErrorBreaker failures;

  /** Numbers by loader, class and signature; a loader that is gone is forgotten. */
  private final Map<@Nullable ClassLoader, Map<String, Map<String, Integer>>> sitesByLoader =
      Collections.synchronizedMap(new WeakHashMap<>());

  /**
   * Numbers by what they stand for, which says nothing of the loader: an application that is loaded
   * again and again gets the numbers it had before, and so the table of them does not grow.
   */
  private final Map<Interceptor, Integer> siteByHandler = new ConcurrentHashMap<>();

  private final Map<String, InternalErrorBreaker> partByFramework = new ConcurrentHashMap<>();

  SiteNumbers(
      WeavingPlan plan, MethodChoice choice, CallSiteTable sites, InternalErrorBreaker failures) {
    this.plan = plan;
    this.choice = choice;
    this.sites = sites;
    this.failures = failures;
  }

  /**
   * The numbers of the class's methods by signature. A class that is woven anew, because another
   * agent had it retransformed, keeps its numbers.
   */
  Map<String, Integer> ofClass(@Nullable ClassLoader loader, String className) {
    return sitesByLoader
        .computeIfAbsent(loader, anyLoader -> new ConcurrentHashMap<>())
        .computeIfAbsent(className, anyClass -> new ConcurrentHashMap<>());
  }

  /** Gives a number to each method that has none; returns the signatures of those. */
  Set<String> number(
      TypeDescription type,
      Map<MethodDescription.InDefinedShape, Interceptor> chosen,
      Map<String, Integer> siteOf) {
    Set<String> isNew = new HashSet<>();
    chosen.forEach(
        (method, handler) ->
            siteOf.computeIfAbsent(
                MethodMatch.signature(method),
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
        choice.interceptionFor(type, method) == null ? null : plan.frameworkOf(type.getName());
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
}
