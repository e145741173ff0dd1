package io.loophalt.instrumentation.executor;

import static net.bytebuddy.matcher.ElementMatchers.any;
import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.isVirtual;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.namedOneOf;
import static net.bytebuddy.matcher.ElementMatchers.returns;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import io.loophalt.instrumentation.executor.ExecutorAdvice.BeforeTask;
import io.loophalt.instrumentation.executor.ExecutorAdvice.GivesThread;
import io.loophalt.instrumentation.executor.ExecutorAdvice.HandsItselfOver;
import io.loophalt.instrumentation.executor.ExecutorAdvice.HandsOver;
import io.loophalt.instrumentation.executor.ExecutorAdvice.IsGiven;
import io.loophalt.instrumentation.executor.ExecutorAdvice.LeavesToHandler;
import io.loophalt.instrumentation.executor.ExecutorAdvice.Makes;
import io.loophalt.instrumentation.executor.ExecutorAdvice.NextTask;
import io.loophalt.instrumentation.executor.ExecutorAdvice.Refreshes;
import io.loophalt.instrumentation.executor.ExecutorAdvice.Runs;
import io.loophalt.instrumentation.executor.ExecutorAdvice.RunsCoroutine;
import io.loophalt.instrumentation.executor.ExecutorAdvice.RunsFirst;
import io.loophalt.instrumentation.executor.ExecutorAdvice.TakesBack;
import io.loophalt.instrumentation.executor.ExecutorAdvice.TakesItselfBack;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;
import org.jspecify.annotations.Nullable;

/**
 * Where executors take tasks and run them, by class and method: of JDK 17 to 25, Kotlin's
 * coroutines and others that the general rule does not fit. A class or method that a version has
 * not is no mistake.
 *
 * <p>Not here is what ends up in one of them: Reactor's and RxJava's schedulers are pools of the
 * JDK's, as are Spring's {@code ThreadPoolTaskExecutor}, {@code Executors} and most of what
 * applications build themselves.
 */
final class ExecutorMethods {

  private static final String CONCURRENT = "java.util.concurrent.";

  /** The stages of a future that call what the application has given. */
  private static final List<String> STAGES =
      List.of(
          "UniApply",
          "UniAccept",
          "UniRun",
          "UniWhenComplete",
          "UniHandle",
          "UniExceptionally",
          "UniComposeExceptionally",
          "UniCompose",
          "BiApply",
          "BiAccept",
          "BiRun",
          "OrApply",
          "OrAccept",
          "OrRun");

  private final Map<String, List<Woven>> byClass = new LinkedHashMap<>();

  private final List<Woven> ofOthers =
      List.of(
          new Woven(
              named("execute").and(takesArguments(Runnable.class)).and(returns(void.class)),
              IsGiven.class,
              null),
          new Woven(any(), null, RunnableCalls.INSTANCE));

  /** A method that a subclass of the JDK's pool may have in place of the one that is woven. */
  private final Woven ofPool =
      new Woven(
          named("beforeExecute").and(takesArguments(Thread.class, Runnable.class)),
          BeforeTask.class,
          null);

  /**
   * What is put into some methods of a class.
   *
   * @param methods which
   * @param advice the advice; null if there is something else
   * @param callSites something else
   */
  record Woven(
      ElementMatcher<? super MethodDescription> methods,
      @Nullable Class<?> advice,
      AsmVisitorWrapper.ForDeclaredMethods.@Nullable MethodVisitorWrapper callSites) {}

  ExecutorMethods() {
    pools();
    forkJoin();
    futures();
    add("ThreadPerTaskExecutor", named("newThread"), GivesThread.class);
    for (String scope : List.of("StructuredTaskScope", "StructuredTaskScopeImpl")) {
      add(scope + "$SubtaskImpl", isConstructor(), Makes.class);
      add(scope + "$SubtaskImpl", named("run").and(takesArguments(0)), Runs.class);
    }
    addClass("kotlinx.coroutines.AbstractCoroutine", isConstructor(), Makes.class);
    addClass(
        "kotlinx.coroutines.DispatchedTask",
        named("run").and(takesArguments(0)),
        RunsCoroutine.class);
    addClass(
        "org.springframework.core.task.SimpleAsyncTaskExecutor",
        named("doExecute").and(takesArguments(Runnable.class)),
        GivesThread.class);
    String vertx = "io.vertx.core.impl.TaskQueue";
    addClass(vertx, named("execute").and(takesArgument(0, Runnable.class)), HandsOver.class);
    put(vertx, new Woven(named("run"), null, RunnableCalls.INSTANCE));
    addClass("org.jboss.threads.EnhancedQueueExecutor$Task", named("doRunWith"), RunsFirst.class);
    reactorOnVirtualThreads();
    caches();
  }

  /** They call the application's loader in the thread of who reads, or who asks for a refresh. */
  private void caches() {
    String caffeine = "com.github.benmanes.caffeine.cache.";
    addClass(caffeine + "BoundedLocalCache", named("refreshIfNeeded"), Refreshes.class);
    for (String cache : List.of("LocalLoadingCache", "LocalAsyncLoadingCache$LoadingCacheView")) {
      addClass(caffeine + cache, named("refresh").and(takesArguments(1)), Refreshes.class);
    }
    addClass("com.google.common.cache.LocalCache$Segment", named("refresh"), Refreshes.class);
  }

  /**
   * A task of Reactor's own executor, which it has for virtual threads, tells itself when it is.
   */
  private void reactorOnVirtualThreads() {
    String task = "reactor.core.scheduler.BoundedElasticThreadPerTaskScheduler$SchedulerTask";
    addClass(task, isConstructor(), HandsItselfOver.class);
    addClass(
        task,
        named("scheduleAtFixedRate").or(named("schedule").and(takesArguments(2))),
        TakesItselfBack.class);
    addClass(task, named("run").and(takesArguments(0)), Runs.class);
  }

  /**
   * A worker that waits for a task when the pool is woven stays in the old {@code runWorker}, and
   * for one task in the old {@code getTask}; what it calls is new. A subclass may have its own
   * {@code beforeExecute}, as Spring's has, which is woven, too. So each of these tells of the
   * task, and the first counts.
   */
  private void pools() {
    String pool = "ThreadPoolExecutor";
    add(pool, named("execute").and(takesArguments(Runnable.class)), HandsOver.class);
    add(pool, named("remove").and(takesArgument(0, Runnable.class)), TakesBack.class);
    add(pool, named("reject").and(takesArgument(0, Runnable.class)), LeavesToHandler.class);
    add(pool, named("beforeExecute"), BeforeTask.class);
    add(pool, named("getTask").and(takesArguments(0)), NextTask.class);
    at(pool, named("runWorker"), CallSites.OF_WORKERS);
    add("FutureTask", named("run").and(takesArguments(0)), Runs.class);
    at("ScheduledThreadPoolExecutor", named("schedule"), CallSites.OF_SCHEDULES);
  }

  private void forkJoin() {
    add("ForkJoinPool$WorkQueue", namedOneOf("push", "lockedPush"), HandsOver.class);
    add("ForkJoinTask", named("doExec").and(takesArguments(0)), Runs.class);
    at("ForkJoinPool", any(), CallSites.OF_TAKEN_TASKS);
    at("ForkJoinPool$WorkQueue", any(), CallSites.OF_TAKEN_TASKS);
  }

  private void futures() {
    String future = "CompletableFuture$";
    for (String task : List.of("AsyncRun", "AsyncSupply")) {
      add(future + task, isConstructor(), Makes.class);
      add(future + task, named("run").and(takesArguments(0)), Runs.class);
    }
    add(future + "UniCompletion", isConstructor(), Makes.class);
    for (String stage : STAGES) {
      add(future + stage, named("tryFire").and(isVirtual()), Runs.class);
    }
    add(future + "DelayedExecutor", named("execute"), TakesBack.class);
  }

  private void add(
      String type, ElementMatcher<? super MethodDescription> methods, Class<?> advice) {
    addClass(CONCURRENT + type, methods, advice);
  }

  private void addClass(
      String type, ElementMatcher<? super MethodDescription> methods, Class<?> advice) {
    put(type, new Woven(methods, advice, null));
  }

  private void at(
      String type, ElementMatcher<? super MethodDescription> methods, CallSites callSites) {
    put(CONCURRENT + type, new Woven(methods, null, callSites));
  }

  private void put(String type, Woven woven) {
    byClass.computeIfAbsent(type, any -> new ArrayList<>()).add(woven);
  }

  /** What is put into a class that is known by its name; null if nothing is. */
  @Nullable List<Woven> of(String className) {
    return byClass.get(className);
  }

  /**
   * What is put into any other executor, and into what it is made of.
   *
   * @param isPool whether it is a subclass of the JDK's pool
   */
  List<Woven> ofOther(boolean isPool) {
    if (!isPool) {
      return ofOthers;
    }
    List<Woven> ofPoolToo = new ArrayList<>(ofOthers);
    ofPoolToo.add(ofPool);
    return ofPoolToo;
  }
}
