package io.loophalt.compatibility.broken;

import io.loophalt.AgentRun;
import io.loophalt.AgentTool;
import io.loophalt.LoopHaltException;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.AbstractList;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;

/**
 * Has the agent look at promises, conversations and answers that throw, far more often than it
 * forgives itself; then gets stuck, to see whether it is still there.
 */
public final class BrokenObjects {

  private static final int TIMES = 30;
  private static final int CAP = 7;

  private BrokenObjects() {}

  /** Entry point. */
  public static void main(String[] args) {
    Lifeline.hold();
    int came = 0;
    for (int i = 0; i < TIMES; i++) {
      came += promise(i) instanceof Promise ? 1 : 0;
      came += refusing(i) instanceof Proxy ? 1 : 0;
      came += chat(new Conversation(), i);
      came += counted(new Unwilling(), i);
    }
    Report.fact("came", came == 4 * TIMES);
    Report.fact("stuck.halted.at", stuck());
    Report.fact("promise.halted.at", stuckWithPromises());
    Report.fact("done", true);
  }

  @AgentTool
  private static CompletionStage<String> promise(int number) {
    return new Promise("answer " + number);
  }

  @AgentTool
  private static Object refusing(int number) {
    InvocationHandler refuses =
        (proxy, method, given) -> {
          throw new IllegalStateException(method.getName() + " of " + number);
        };
    return Proxy.newProxyInstance(
        BrokenObjects.class.getClassLoader(), new Class<?>[] {CompletionStage.class}, refuses);
  }

  /** A run method by configuration, whose conversation is {@code arg0.id}. */
  static int chat(Conversation conversation, int number) {
    return conversation != null && number >= 0 ? 1 : 0;
  }

  /** A model method by configuration, whose tool calls are {@code arg0}. */
  static int counted(Unwilling calls, int number) {
    return calls != null && number >= 0 ? 1 : 0;
  }

  @AgentRun
  private static int stuck() {
    for (int call = 1; call <= CAP; call++) {
      try {
        search("timeout");
      } catch (LoopHaltException e) {
        return call;
      }
    }
    return 0;
  }

  /** The tool whose promises broke so often is watched as ever. */
  @AgentRun
  private static int stuckWithPromises() {
    for (int call = 1; call <= CAP; call++) {
      try {
        later("timeout").toCompletableFuture().join();
      } catch (RuntimeException e) {
        return call;
      }
    }
    return 0;
  }

  @AgentTool
  private static String search(String words) {
    return "no match for " + words;
  }

  @AgentTool
  private static CompletionStage<String> later(String words) {
    return words.isEmpty()
        ? new Promise(words)
        : CompletableFuture.completedFuture("no match for " + words);
  }

  /** Tells nobody when it is done. */
  private static final class Promise extends CompletableFuture<String> {
    Promise(String value) {
      complete(value);
    }

    @Override
    public CompletableFuture<String> whenComplete(
        BiConsumer<? super String, ? super Throwable> action) {
      throw new UnsupportedOperationException("nobody may wait");
    }
  }

  /** Has an id that nobody gets. */
  static final class Conversation {
    /** The id. */
    @SuppressWarnings("DoNotCallSuggester")
    public Object getId() {
      throw new AssertionError("no id");
    }
  }

  /** Cannot be counted. */
  static final class Unwilling extends AbstractList<Object> {
    @Override
    public Object get(int index) {
      throw new AssertionError("get");
    }

    @Override
    public int size() {
      throw new AssertionError("size");
    }

    @Override
    public Iterator<Object> iterator() {
      throw new AssertionError("iterator");
    }
  }
}
