package io.loophalt.runtime.async;

import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.StreamScope;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One of the publisher types of Reactor or RxJava 3, by the names of its operators.
 *
 * <p>The two libraries say the same with few different words; where RxJava asks for an interface of
 * its own, a proxy in its loader stands for it. Thread-safe. The methods are looked up once for
 * each copy of the library.
 */
final class Publishers implements LibraryType {

  private static final ClassValue<@Nullable Publishers> OF_CLASS =
      new ClassValue<>() {
        @Override
        protected @Nullable Publishers computeValue(Class<?> type) {
          for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            Publishers known = named(each);
            if (known != null) {
              return known;
            }
          }
          return null;
        }
      };

  private static final String PUBLISHER = "org.reactivestreams.Publisher";
  private static final String MONO = "reactor.core.publisher.Mono";
  private static final String COMPLETABLE = "io.reactivex.rxjava3.core.Completable";

  /** What the libraries' own subscription methods take. */
  private static final Set<String> SUBSCRIBERS =
      Set.of(
          "org.reactivestreams.Subscriber",
          "io.reactivex.rxjava3.core.SingleObserver",
          "io.reactivex.rxjava3.core.MaybeObserver",
          "io.reactivex.rxjava3.core.Observer",
          "io.reactivex.rxjava3.core.CompletableObserver");

  private final Class<?> type;

  /** Recovers from an error with another publisher. */
  private final String recover;

  /** Is told when the subscriber gives up. */
  private final String onCancel;

  /** Goes on with another publisher when nothing more comes; null where one value always comes. */
  private final @Nullable String goOn;

  private final boolean many;

  /** Whether it only ever ends. */
  private final boolean valueless;

  private final boolean reactor;
  private final Threads threads;
  private final Map<String, MethodHandle> operators = new ConcurrentHashMap<>();

  private Publishers(
      Class<?> type, String recover, String onCancel, @Nullable String goOn, boolean many) {
    this.type = type;
    this.recover = recover;
    this.onCancel = onCancel;
    this.goOn = goOn;
    this.many = many;
    this.valueless = type.getName().equals(COMPLETABLE);
    this.reactor = type.getName().startsWith("reactor.");
    this.threads =
        reactor
            ? new Threads("reactor.core.scheduler.Schedulers", "parallel", "publishOn")
            : new Threads("io.reactivex.rxjava3.schedulers.Schedulers", "computation", "observeOn");
  }

  /**
   * The library's own for what takes no time.
   *
   * @param schedulers the class that knows them
   * @param name of the method that returns them
   * @param goOn the operator that has a publisher go on there
   */
  private record Threads(String schedulers, String name, String goOn) {}

  private static @Nullable Publishers named(Class<?> type) {
    return switch (type.getName()) {
      case MONO -> new Publishers(type, "onErrorResume", "doOnCancel", "switchIfEmpty", false);
      case "reactor.core.publisher.Flux" ->
          new Publishers(type, "onErrorResume", "doOnCancel", "concatWith", true);
      case "io.reactivex.rxjava3.core.Single" ->
          new Publishers(type, "onErrorResumeNext", "doOnDispose", null, false);
      case "io.reactivex.rxjava3.core.Maybe" ->
          new Publishers(type, "onErrorResumeNext", "doOnDispose", "switchIfEmpty", false);
      case "io.reactivex.rxjava3.core.Flowable" ->
          new Publishers(type, "onErrorResumeNext", "doOnCancel", "concatWith", true);
      case "io.reactivex.rxjava3.core.Observable" ->
          new Publishers(type, "onErrorResumeNext", "doOnDispose", "concatWith", true);
      case COMPLETABLE ->
          new Publishers(type, "onErrorResumeNext", "doOnDispose", "andThen", false);
      default -> null;
    };
  }

  /** The type of a class of publishers, or null for any other class. */
  static @Nullable Publishers ofClass(Class<?> type) {
    return OF_CLASS.get(type);
  }

  @Override
  public boolean givesSeveral() {
    return many;
  }

  @Override
  public Object follow(
      Object publisher, Function<@Nullable StreamScope, @Nullable Object> subscribers)
      throws Throwable {
    LibraryCallback atSubscription =
        context -> {
          Object next = subscribers.apply(context == null ? null : ReactorContext.read(context));
          if (next == null) {
            return publisher;
          }
          if (!(next instanceof GuardedWork work)) {
            return operator(null, "error", next);
          }
          Object instead = work.instead();
          return followOnce(carrying(work.scope(), instead == null ? publisher : instead), work);
        };
    return operator(null, reactor ? "deferContextual" : "defer", atSubscription);
  }

  /** The publisher with the scope in its context, where there is such a thing. */
  private Object carrying(@Nullable StreamScope scope, Object publisher) throws Throwable {
    if (scope == null || !reactor) {
      return publisher;
    }
    LibraryCallback addScope =
        context -> ReactorContext.with(Objects.requireNonNull(context), scope);
    return operator(publisher, "contextWrite", addScope);
  }

  private Object followOnce(Object publisher, GuardedWork work) throws Throwable {
    LibraryCallback atError =
        error -> {
          Throwable instead = work.end((Throwable) error);
          return operator(null, "error", instead != null ? instead : error);
        };
    LibraryCallback atCancel =
        nothing -> work.end(new CancellationException("nobody waits for the result any more"));
    Object followed = atEachValue(within(publisher, work), work);
    followed = operator(followed, recover, joined(atError, work));
    followed = operator(followed, onCancel, atCancel);
    if (goOn == null) {
      return followed;
    }
    LibraryCallback atEnd =
        nothing -> {
          Throwable instead = work.end(null);
          return instead != null
              ? operator(null, "error", instead)
              : operator(null, valueless ? "complete" : "empty");
        };
    return operator(followed, goOn, operator(null, "defer", joined(atEnd, work)));
  }

  private Object atEachValue(Object publisher, GuardedWork work) throws Throwable {
    if (valueless) {
      return publisher;
    }
    LibraryCallback atValue = value -> passOn(value, work);
    if (!work.isShared() || (many && !work.judgesValues())) {
      return operator(publisher, "map", atValue);
    }
    LibraryCallback held = joined(value -> operator(null, "just", atValue.call(value)), work);
    return many ? operator(publisher, "concatMap", held, 1) : operator(publisher, "flatMap", held);
  }

  /**
   * What a signal is answered with is held back, where its thread must not wait for other
   * processes, until one of the agent's threads has; what follows is then on a thread of the
   * library's that must not wait either.
   *
   * @param signal answers with a publisher
   */
  private LibraryCallback joined(LibraryCallback signal, GuardedWork work) {
    return argument -> {
      CompletableFuture<Object> answer =
          work.isForAnotherThread()
              ? WaitingThreads.ask(
                  () -> Objects.requireNonNull(LibraryCallback.adapted(signal).apply(argument)))
              : null;
      if (answer == null) {
        return signal.call(argument);
      }
      Object onItsThreads = operator(later(answer), threads.goOn(), scheduler());
      if (valueless) {
        LibraryCallback answered = nothing -> answer.join();
        return operator(onItsThreads, "andThen", operator(null, "defer", answered));
      }
      LibraryCallback asItIs = publisher -> publisher;
      return operator(onItsThreads, "flatMap", asItIs);
    };
  }

  private Object later(CompletableFuture<Object> answer) throws Throwable {
    if (!reactor || !many) {
      return operator(null, "fromCompletionStage", answer);
    }
    Publishers single =
        Objects.requireNonNull(OF_CLASS.get(Class.forName(MONO, false, type.getClassLoader())));
    return operator(null, "from", single.later(answer));
  }

  private Object scheduler() throws ReflectiveOperationException {
    return Objects.requireNonNull(
        Class.forName(threads.schedulers(), false, type.getClassLoader())
            .getMethod(threads.name())
            .invoke(null));
  }

  /**
   * The publisher, with the work on top of the thread's calls while it is being subscribed to: what
   * is called there knows nothing of Reactor's context.
   */
  private Object within(Object publisher, GuardedWork work) throws Throwable {
    LibraryCallback subscribe =
        subscriber -> {
          Invocation call = work.enter();
          try {
            subscribe().invoke(publisher, subscriber);
          } finally {
            work.leave(call);
          }
          return null;
        };
    if (!reactor) {
      return operator(null, "unsafeCreate", subscribe);
    }
    // Mono.from would cancel after the value.
    return operator(null, many ? "from" : "fromDirect", subscribe);
  }

  private MethodHandle subscribe() throws ReflectiveOperationException {
    MethodHandle known = operators.get("subscribe");
    if (known != null) {
      return known;
    }
    for (Method method : type.getMethods()) {
      if (method.getName().equals("subscribe")
          && method.getParameterCount() == 1
          && SUBSCRIBERS.contains(method.getParameterTypes()[0].getName())) {
        MethodHandle found = MethodHandles.publicLookup().unreflect(method);
        operators.put("subscribe", found);
        return found;
      }
    }
    throw new NoSuchMethodException(type.getName() + ".subscribe");
  }

  private @Nullable Object passOn(@Nullable Object value, GuardedWork work) throws Throwable {
    Object outcome = value == null ? null : work.value(value);
    if (outcome instanceof Throwable halt) {
      throw halt;
    }
    Throwable atEnd = many ? null : work.end(null);
    if (atEnd != null) {
      throw atEnd;
    }
    return outcome != null ? outcome : value;
  }

  /** Calls a method of the library; a static one without target. */
  private Object operator(@Nullable Object target, String name, @Nullable Object... arguments)
      throws Throwable {
    MethodHandle handle = operators.get(name);
    if (handle == null) {
      handle = find(target == null, name, arguments);
      operators.put(name, handle);
    }
    int first = target == null ? 0 : 1;
    @Nullable Object[] all = new @Nullable Object[first + arguments.length];
    if (target != null) {
      all[0] = target;
    }
    for (int i = 0; i < arguments.length; i++) {
      all[first + i] =
          arguments[i] instanceof LibraryCallback callback
              ? LibraryCallback.as(handle.type().parameterType(first + i), callback)
              : arguments[i];
    }
    return handle.invokeWithArguments(all);
  }

  private MethodHandle find(boolean isStatic, String name, @Nullable Object[] arguments)
      throws ReflectiveOperationException {
    for (Method method : type.getMethods()) {
      if (method.getName().equals(name)
          && Modifier.isStatic(method.getModifiers()) == isStatic
          && method.getReturnType() == type
          && fits(method.getParameterTypes(), arguments)) {
        return MethodHandles.publicLookup().unreflect(method);
      }
    }
    throw new NoSuchMethodException(type.getName() + '.' + name);
  }

  private boolean fits(Class<?>[] types, @Nullable Object[] arguments) {
    if (types.length != arguments.length) {
      return false;
    }
    for (int i = 0; i < types.length; i++) {
      boolean fits =
          arguments[i] instanceof LibraryCallback
              ? reactor ? isCalledByReactor(types[i]) : types[i].isInterface()
              : types[i] == int.class || types[i].isInstance(arguments[i]);
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  /** Its operators take functional interfaces of the JDK, or a publisher. */
  private static boolean isCalledByReactor(Class<?> type) {
    return type.isAssignableFrom(LibraryCallback.Adapter.class) || type.getName().equals(PUBLISHER);
  }
}
