package io.loophalt.compatibility.executors;

import com.google.common.util.concurrent.MoreExecutors;
import io.micrometer.context.ContextExecutorService;
import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ContextSnapshotFactory;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.subjects.CompletableSubject;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import kotlin.ResultKt;
import kotlin.Unit;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.CoroutineContext;
import kotlin.coroutines.intrinsics.IntrinsicsKt;
import kotlin.coroutines.jvm.internal.SuspendLambda;
import kotlin.jvm.functions.Function2;
import kotlinx.coroutines.BuildersKt;
import kotlinx.coroutines.CoroutineScope;
import kotlinx.coroutines.CoroutineStart;
import kotlinx.coroutines.DelayKt;
import kotlinx.coroutines.Dispatchers;
import kotlinx.coroutines.ExecutorsKt;
import kotlinx.coroutines.GlobalScope;
import kotlinx.coroutines.future.FutureKt;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jboss.threads.EnhancedQueueExecutor;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskExecutor;
import org.springframework.core.task.VirtualThreadTaskExecutor;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Schedulers, dispatchers and executors of libraries. */
@SuppressWarnings("FutureReturnValueIgnored") // the work itself tells that it is done
final class LibraryWays {

  private LibraryWays() {}

  static void addTo(Map<String, Way> ways) {
    reactive(ways);
    coroutines(ways);
    spring(ways);
    wrapped(ways, Executors.newScheduledThreadPool(1));
    nested(ways, Executors.newCachedThreadPool());
    ofLibraries(ways, Executors.newFixedThreadPool(2));
  }

  /** Executors that are no pools of the JDK's. */
  private static void ofLibraries(Map<String, Way> ways, ExecutorService pool) {
    ExecutorService jboss =
        new EnhancedQueueExecutor.Builder().setCorePoolSize(2).setMaximumPoolSize(2).build();
    ways.put("jboss execute", jboss::execute);
    ways.put("jboss submit", jboss::submit);
    ways.put("jboss invoke all", work -> jboss.invokeAll(List.of(Executors.callable(work))));
    ways.put("guava sequential", MoreExecutors.newSequentialExecutor(pool)::execute);
    ExecutorService listening = MoreExecutors.listeningDecorator(pool);
    ways.put("guava listening", listening::submit);
    QueuedThreadPool jetty = new QueuedThreadPool(4);
    jetty.setDaemon(true);
    LifeCycle.start(jetty);
    ways.put("jetty", jetty::execute);
    Vertx vertx = Vertx.vertx();
    ways.put("vert.x blocking", work -> vertx.executeBlocking(Executors.callable(work)));
    if (Runtime.version().feature() >= 21) {
      ways.put("virtual, of Spring's", new VirtualThreadTaskExecutor("virtual")::execute);
    }
  }

  /** Each task hands over the next, and one helper wraps them all. */
  private static void nested(Map<String, Way> ways, ExecutorService pool) {
    Executor traced = io.opentelemetry.context.Context.taskWrapping(pool);
    ways.put("nested, taken along by OpenTelemetry", work -> fourDeep(traced, work));
    ContextSnapshotFactory snapshots =
        ContextSnapshotFactory.builder().contextRegistry(new ContextRegistry()).build();
    Executor observed = ContextExecutorService.wrap(pool, snapshots::captureAll);
    ways.put("nested, taken along by Micrometer", work -> fourDeep(observed, work));
    ThreadPoolTaskExecutor decorated = new ThreadPoolTaskExecutor();
    decorated.setCorePoolSize(4);
    decorated.setTaskDecorator(task -> () -> task.run());
    decorated.setDaemon(true);
    decorated.initialize();
    ways.put("nested, with a decorator of Spring's", work -> fourDeep(decorated, work));
    SimpleAsyncTaskExecutor limited = new SimpleAsyncTaskExecutor();
    limited.setConcurrencyLimit(10);
    ways.put("nested, on as many threads as are allowed", work -> fourDeep(limited, work));
  }

  private static void fourDeep(Executor executor, Runnable work) {
    executor.execute(
        () -> executor.execute(() -> executor.execute(() -> executor.execute(() -> work.run()))));
  }

  /** By what takes a context of its own along. */
  private static void wrapped(Map<String, Way> ways, ScheduledExecutorService pool) {
    ways.put(
        "wrapped for OpenTelemetry",
        work -> pool.execute(io.opentelemetry.context.Context.current().wrap(work)));
    ways.put(
        "taken along by OpenTelemetry",
        work -> io.opentelemetry.context.Context.taskWrapping(pool).submit(work));
    ways.put("wrapped for gRPC", work -> pool.execute(io.grpc.Context.current().wrap(work)));
    ways.put(
        "stage wrapped for OpenTelemetry",
        work ->
            JdkWays.elsewhere(pool)
                .thenAccept(
                    io.opentelemetry.context.Context.current().wrapConsumer(any -> work.run())));
    ways.put(
        "kotlin unconfined, after a future",
        work ->
            launch(
                Dispatchers.getUnconfined(),
                new After(own -> FutureKt.await(JdkWays.elsewhere(pool), own), work, null)));
  }

  private static void reactive(Map<String, Way> ways) {
    ways.put("reactor parallel", work -> on(Schedulers.parallel(), work));
    ways.put("reactor single", work -> on(Schedulers.single(), work));
    // On virtual threads, where there are any.
    System.setProperty("reactor.schedulers.defaultBoundedElasticOnVirtualThreads", "true");
    reactor.core.scheduler.Scheduler platform =
        Schedulers.newBoundedElastic(2, Integer.MAX_VALUE, "platform");
    ways.put("reactor bounded elastic on platform threads", work -> on(platform, work));
    ways.put(
        "reactor bounded elastic, worker",
        work -> Schedulers.boundedElastic().createWorker().schedule(work));
    ways.put("reactor bounded elastic", work -> on(Schedulers.boundedElastic(), work));
    ways.put("reactor worker", work -> Schedulers.parallel().createWorker().schedule(work));
    ways.put(
        "reactor from one thread to another",
        work ->
            Flux.range(0, 600)
                .subscribeOn(Schedulers.boundedElastic())
                .publishOn(Schedulers.parallel())
                .publishOn(Schedulers.single())
                .publishOn(Schedulers.boundedElastic())
                .subscribe(
                    each -> {
                      if (each == 599) {
                        work.run();
                      }
                    }));
    ways.put("rxjava io", work -> on(io.reactivex.rxjava3.schedulers.Schedulers.io(), work));
    ways.put(
        "rxjava computation",
        work -> on(io.reactivex.rxjava3.schedulers.Schedulers.computation(), work));
    ways.put(
        "rxjava single", work -> on(io.reactivex.rxjava3.schedulers.Schedulers.single(), work));
    ways.put(
        "rxjava observing",
        work ->
            Completable.complete()
                .subscribeOn(io.reactivex.rxjava3.schedulers.Schedulers.io())
                .observeOn(io.reactivex.rxjava3.schedulers.Schedulers.computation())
                .doOnComplete(work::run)
                .subscribe(CompletableSubject.create()));
  }

  private static void on(reactor.core.scheduler.Scheduler scheduler, Runnable work) {
    Mono.fromRunnable(work).subscribeOn(scheduler).subscribe();
  }

  private static void on(io.reactivex.rxjava3.core.Scheduler scheduler, Runnable work) {
    Completable.fromRunnable(work).subscribeOn(scheduler).subscribe();
  }

  private static void coroutines(Map<String, Way> ways) {
    ways.put("kotlin default", work -> launch(Dispatchers.getDefault(), work));
    ways.put("kotlin io", work -> launch(Dispatchers.getIO(), work));
    ExecutorService pool = Executors.newFixedThreadPool(1);
    CoroutineContext dispatcher = ExecutorsKt.from(pool);
    ways.put("kotlin on a pool", work -> launch(dispatcher, work));
  }

  private static void launch(CoroutineContext context, Runnable work) {
    launch(context, new After(own -> DelayKt.delay(20, unit(own)), work, null));
  }

  private static void launch(
      CoroutineContext context,
      Function2<CoroutineScope, Continuation<? super Unit>, Object> body) {
    BuildersKt.launch(GlobalScope.INSTANCE, context, CoroutineStart.DEFAULT, body);
  }

  /** What Kotlin's compiler makes of {@code { delay(20); work.run() }}, or of what else waits. */
  private static final class After extends SuspendLambda
      implements Function2<CoroutineScope, Continuation<? super Unit>, Object> {
    private static final long serialVersionUID = 1;

    private final transient Function<Continuation<Object>, @Nullable Object> waiting;
    private final transient Runnable work;
    private int label;

    @SuppressWarnings({"unchecked", "NullAway"}) // the first of them has no caller
    After(
        Function<Continuation<Object>, @Nullable Object> waiting,
        Runnable work,
        @Nullable Continuation<? super Unit> caller) {
      super(2, (Continuation<Object>) caller);
      this.waiting = waiting;
      this.work = work;
    }

    @Override
    public Continuation<Unit> create(@Nullable Object scope, Continuation<?> caller) {
      @SuppressWarnings("unchecked")
      Continuation<Unit> created =
          (Continuation<Unit>)
              (Object) new After(waiting, work, (Continuation<? super Unit>) caller);
      return created;
    }

    @Override
    public Object invoke(CoroutineScope scope, Continuation<? super Unit> caller) {
      return ((After) (Object) create(scope, caller)).invokeSuspend(Unit.INSTANCE);
    }

    @Override
    public Object invokeSuspend(Object result) {
      ResultKt.throwOnFailure(result);
      if (label == 0) {
        label = 1;
        Object waits = waiting.apply(this);
        if (waits == IntrinsicsKt.getCOROUTINE_SUSPENDED()) {
          return waits;
        }
      }
      work.run();
      return Unit.INSTANCE;
    }
  }

  @SuppressWarnings("unchecked") // Kotlin's compiler erases it, too
  private static Continuation<Unit> unit(Continuation<Object> any) {
    return (Continuation<Unit>) (Continuation<?>) any;
  }

  private static void spring(Map<String, Way> ways) {
    AnnotationConfigApplicationContext context =
        new AnnotationConfigApplicationContext(Application.class);
    Later later = context.getBean(Later.class);
    ways.put("spring @Async", later::inPool);
    ways.put("spring @Async with a thread for each", later::onThread);
    ways.put("spring @Async in another", work -> later.inPool(() -> later.inPool(work)));
  }

  /** An application of Spring's. */
  @EnableAsync
  static class Application {

    @Bean
    TaskExecutor pool() {
      ThreadPoolTaskExecutor pool = new ThreadPoolTaskExecutor();
      pool.setCorePoolSize(2);
      pool.setDaemon(true);
      return pool;
    }

    @Bean
    TaskExecutor threads() {
      SimpleAsyncTaskExecutor threads = new SimpleAsyncTaskExecutor();
      threads.setVirtualThreads(Runtime.version().feature() >= 21);
      return threads;
    }

    @Bean
    Later later() {
      return new Later();
    }
  }

  /** A service whose methods return at once. */
  static class Later {

    @Async("pool")
    public void inPool(Runnable work) {
      work.run();
    }

    @Async("threads")
    public void onThread(Runnable work) {
      work.run();
    }
  }
}
