package io.loophalt.runtime.steering;

import io.loophalt.PrintableText;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A listener of the application's: a function of maps of JDK types, which is held weakly. What it
 * is asked it answers on one thread at a time; the rest is guarded by the monitor of {@link
 * LoopListeners}.
 */
final class ToldFunction {

  private static final int MOST_THROWN = 8;

  private final WeakReference<Function<Object, Object>> function;
  private final String name;

  /** How many answers in a row came too late. */
  int late;

  /** What it has thrown, by the names of the classes. */
  private final Set<String> thrown = ConcurrentHashMap.newKeySet();

  /** Whether it is neither asked nor told any more. */
  volatile boolean off;

  ToldFunction(Function<Object, Object> function) {
    this.function = new WeakReference<>(function);
    this.name = PrintableText.name(String.valueOf(function));
  }

  /** Whether this is it, wherever it is called. */
  boolean is(Function<?, ?> other) {
    return function.get() == other;
  }

  /** Whether the application that it belonged to has been taken out. */
  boolean isGone() {
    return function.get() == null;
  }

  /** Who it is, for a person. */
  String name() {
    return name;
  }

  /** Whether it brings this kind about for the first time; a few kinds are told apart. */
  boolean throwsFirst(Throwable broken) {
    return thrown.size() < MOST_THROWN && thrown.add(broken.getClass().getName());
  }

  /** Tells it; its answer. */
  @Nullable Object tell(Map<String, Object> what) {
    Function<Object, Object> known = function.get();
    return known == null ? null : known.apply(what);
  }
}
