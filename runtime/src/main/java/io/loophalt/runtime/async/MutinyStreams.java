package io.loophalt.runtime.async;

import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.StreamScope;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * {@code Uni} and {@code Multi} of SmallRye Mutiny 2 and 3, by the names of their operators, which
 * are in groups: {@code uni.onFailure().recoverWithUni(…)}. They follow as {@link Publishers} do.
 * Thread-safe. The methods are looked up once for each copy of the library.
 */
final class MutinyStreams implements LibraryType {

  private static final String PACKAGE = "io.smallrye.mutiny.";
  private static final String UNI = PACKAGE + "Uni";
  private static final String MULTI = PACKAGE + "Multi";

  private static final ClassValue<MutinyStreams> OF_INTERFACE =
      new ClassValue<>() {
        @Override
        protected MutinyStreams computeValue(Class<?> type) {
          return new MutinyStreams(type);
        }
      };

  private final Class<?> type;
  private final boolean many;
  private final Map<String, MethodHandle> operators = new ConcurrentHashMap<>();

  private MutinyStreams(Class<?> type) {
    this.type = type;
    this.many = type.getName().equals(MULTI);
  }

  /** Null for any other class; before version 2 a {@code Multi} was no publisher of the JDK's. */
  static @Nullable LibraryType ofClass(Class<?> type) {
    Class<?> uni = LibraryType.interfaceOf(type, UNI);
    if (uni != null) {
      return OF_INTERFACE.get(uni);
    }
    Class<?> multi = LibraryType.interfaceOf(type, MULTI);
    return multi != null && Flow.Publisher.class.isAssignableFrom(multi)
        ? OF_INTERFACE.get(multi)
        : null;
  }

  @Override
  public boolean givesSeveral() {
    return many;
  }

  @Override
  public Object follow(Object stream, Function<@Nullable StreamScope, @Nullable Object> subscribers)
      throws Throwable {
    LibraryCallback atSubscription =
        nothing -> {
          Object next = subscribers.apply(null);
          if (next == null) {
            return stream;
          }
          if (!(next instanceof GuardedWork work)) {
            return create("failure", Throwable.class, next);
          }
          Object instead = work.instead();
          return followOnce(instead == null ? stream : instead, work);
        };
    return create("deferred", Supplier.class, LibraryCallback.adapted(atSubscription));
  }

  private Object followOnce(Object stream, GuardedWork work) throws Throwable {
    LibraryCallback atError = error -> answered(() -> Answer.toEnd((Throwable) error, work), work);
    LibraryCallback atCancel =
        nothing -> work.end(new CancellationException("nobody waits for the result any more"));
    Object followed = many ? piecesOf(stream, work) : valueOf(stream, work);
    followed =
        operator(
            followed,
            "onFailure",
            many ? "recoverWithMulti" : "recoverWithUni",
            Function.class,
            LibraryCallback.adapted(many ? error -> asMulti(atError.call(error)) : atError));
    followed =
        operator(
            followed,
            "onCancellation",
            "invoke",
            Runnable.class,
            LibraryCallback.adapted(atCancel));
    if (!many) {
      return followed;
    }
    LibraryCallback atEnd = nothing -> answered(() -> Answer.toEnd(null, work), work);
    return operator(
        followed, "onCompletion", "call", Supplier.class, LibraryCallback.adapted(atEnd));
  }

  private Object valueOf(Object uni, GuardedWork work) throws Throwable {
    return operator(
        uniWithin(uni, work),
        "onItem",
        "transformToUni",
        Function.class,
        LibraryCallback.adapted(value -> answered(() -> Answer.toOnlyValue(value, work), work)));
  }

  private Object piecesOf(Object multi, GuardedWork work) throws Throwable {
    Object within = multiWithin(multi, work);
    if (work.isShared() && work.judgesValues()) {
      return operator(
          within,
          "onItem",
          "transformToUniAndConcatenate",
          Function.class,
          LibraryCallback.adapted(
              value -> answered(() -> Answer.toValue(Objects.requireNonNull(value), work), work)));
    }
    return operator(
        within,
        "onItem",
        "transform",
        Function.class,
        LibraryCallback.adapted(
            value -> {
              Answer answer = Answer.toValue(Objects.requireNonNull(value), work);
              if (answer.error() != null) {
                throw answer.error();
              }
              return answer.value();
            }));
  }

  /** A {@code Uni} of what a signal is answered with. */
  private Object answered(Supplier<Answer> question, GuardedWork work) throws Throwable {
    MutinyStreams unis = unis();
    CompletableFuture<@Nullable Object> later = Answer.heldBack(question, work, this::onwards);
    if (later != null) {
      return unis.create("completionStage", CompletionStage.class, later);
    }
    Answer now = question.get();
    return now.error() == null
        ? unis.create("item", Object.class, now.value())
        : unis.create("failure", Throwable.class, now.error());
  }

  private Executor onwards() {
    Executor context = VertxContext.current();
    if (context != null) {
      return context;
    }
    try {
      return (Executor)
          named("infrastructure.Infrastructure").getMethod("getDefaultExecutor").invoke(null);
    } catch (ReflectiveOperationException unknown) {
      throw new IllegalStateException(unknown);
    }
  }

  /**
   * The uni, with the work on top of the thread's calls while it is being subscribed to, and with
   * the context of its subscriber.
   */
  private Object uniWithin(Object uni, GuardedWork work) throws Throwable {
    LibraryCallback withContext =
        context -> {
          LibraryCallback subscribe =
              emitter -> {
                subscribe(uni, Objects.requireNonNull(context), new Emitter(emitter), work);
                return null;
              };
          return create("emitter", Consumer.class, LibraryCallback.adapted(subscribe));
        };
    return create("context", Function.class, LibraryCallback.adapted(withContext));
  }

  private void subscribe(Object uni, Object context, Emitter emitter, GuardedWork work)
      throws Throwable {
    MethodHandle with =
        known(
            "subscribe.with",
            () -> {
              Method subscribe = type.getMethod("subscribe");
              Method method =
                  subscribe
                      .getReturnType()
                      .getMethod("with", named("Context"), Consumer.class, Consumer.class);
              return through(subscribe, method);
            });
    AtomicBoolean isOver = new AtomicBoolean();
    Invocation call = work.enter();
    Object subscription;
    try {
      subscription =
          with.invoke(
              uni,
              context,
              LibraryCallback.adapted(
                  item -> {
                    isOver.set(true);
                    return emitter.call("complete", Object.class, item);
                  }),
              LibraryCallback.adapted(
                  error -> {
                    isOver.set(true);
                    return emitter.call("fail", Throwable.class, error);
                  }));
    } finally {
      work.leave(call);
    }
    MethodHandle cancel =
        known(
            "cancel",
            () ->
                MethodHandles.publicLookup()
                    .unreflect(named("subscription.Cancellable").getMethod("cancel")));
    LibraryCallback atTermination =
        nothing -> {
          if (isOver.compareAndSet(false, true)) {
            cancel.invoke(subscription);
          }
          return null;
        };
    emitter.call("onTermination", Runnable.class, LibraryCallback.adapted(atTermination));
  }

  /** An emitter of the library's. */
  private final class Emitter {

    private final @Nullable Object emitter;

    Emitter(@Nullable Object emitter) {
      this.emitter = emitter;
    }

    @Nullable Object call(String name, Class<?> parameter, @Nullable Object argument)
        throws Throwable {
      known(
              "emitter." + name,
              () ->
                  MethodHandles.publicLookup()
                      .unreflect(named("subscription.UniEmitter").getMethod(name, parameter)))
          .invoke(emitter, argument);
      return null;
    }
  }

  /** As {@link #uniWithin}; a publisher gets its subscriber as it is. */
  @SuppressWarnings("unchecked") // it does not matter what it publishes
  private Object multiWithin(Object multi, GuardedWork work) throws Throwable {
    Flow.Publisher<Object> within =
        subscriber -> {
          Invocation call = work.enter();
          try {
            ((Flow.Publisher<Object>) multi).subscribe(subscriber);
          } finally {
            work.leave(call);
          }
        };
    return create("publisher", Flow.Publisher.class, within);
  }

  private Object asMulti(@Nullable Object uni) throws Throwable {
    MutinyStreams unis = unis();
    return unis.known(
            "toMulti", () -> MethodHandles.publicLookup().unreflect(unis.type.getMethod("toMulti")))
        .invoke(uni);
  }

  private MutinyStreams unis() throws ReflectiveOperationException {
    return many ? OF_INTERFACE.get(named("Uni")) : this;
  }

  private Object create(String name, Class<?> parameter, @Nullable Object argument)
      throws Throwable {
    return known(
            name,
            () -> {
              Method group = type.getMethod("createFrom");
              return through(group, group.getReturnType().getMethod(name, parameter));
            })
        .invoke(argument);
  }

  private Object operator(
      Object target, String group, String name, Class<?> parameter, Object argument)
      throws Throwable {
    return known(
            group + '.' + name,
            () -> {
              Method grouped = type.getMethod(group);
              return through(grouped, grouped.getReturnType().getMethod(name, parameter));
            })
        .invoke(target, argument);
  }

  /** A method of what another one returns, as one call. */
  private static MethodHandle through(Method group, Method method)
      throws ReflectiveOperationException {
    MethodHandles.Lookup lookup = MethodHandles.publicLookup();
    return MethodHandles.collectArguments(lookup.unreflect(method), 0, lookup.unreflect(group));
  }

  /** How a method is found. */
  private interface Search {
    MethodHandle find() throws ReflectiveOperationException;
  }

  private MethodHandle known(String name, Search search) throws ReflectiveOperationException {
    MethodHandle found = operators.get(name);
    if (found == null) {
      found = search.find();
      found = found.asType(MethodType.genericMethodType(found.type().parameterCount()));
      operators.put(name, found);
    }
    return found;
  }

  private Class<?> named(String name) throws ClassNotFoundException {
    return Class.forName(PACKAGE + name, false, type.getClassLoader());
  }
}
