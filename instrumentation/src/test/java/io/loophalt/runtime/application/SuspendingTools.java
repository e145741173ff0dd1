package io.loophalt.runtime.application;

import io.loophalt.AgentRuns;
import io.loophalt.AgentTool;
import io.loophalt.RunScope;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.Callable;
import kotlin.ResultKt;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.CoroutineContext;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlin.coroutines.intrinsics.IntrinsicsKt;
import kotlin.coroutines.jvm.internal.ContinuationImpl;
import org.jspecify.annotations.Nullable;

/**
 * Agents whose tools are suspending functions, as Kotlin's compiler makes them of {@code suspend
 * fun lookUp(question: String, page: Int): String} and its like. Each tool suspends twice, and is
 * resumed on another thread. What an agent says is how many calls it made, how often a tool began
 * to work, how often it was entered, how many results were more than what the tool gave, and how it
 * ended.
 */
public final class SuspendingTools {

  private static final int MOST_CALLS = 12;

  private SuspendingTools() {}

  /** The tools. */
  static final class Tools {

    private final Deque<Continuation<Object>> waiting = new ArrayDeque<>();
    private int begun;
    private int entered;

    @AgentTool
    @Nullable Object lookUp(
        @Nullable String question, int page, Continuation<? super String> caller) {
      entered++;
      LookUp own =
          caller instanceof LookUp frame && (frame.label & Integer.MIN_VALUE) != 0
              ? frame
              : new LookUp(this, caller);
      own.label &= Integer.MAX_VALUE;
      return work(own.label++, own.result, own);
    }

    @AgentTool
    @Nullable Object poll(Continuation<? super String> caller) {
      entered++;
      Poll own =
          caller instanceof Poll frame && (frame.label & Integer.MIN_VALUE) != 0
              ? frame
              : new Poll(this, caller);
      own.label &= Integer.MAX_VALUE;
      return work(own.label++, own.result, own);
    }

    /** A tool by configuration, and so without any annotation. */
    @Nullable Object fetch(String what, Continuation<? super String> caller) {
      return lookUp(what, 1, caller);
    }

    private @Nullable Object work(int label, @Nullable Object result, Continuation<Object> own) {
      ResultKt.throwOnFailure(result);
      if (label == 2) {
        return result;
      }
      begun += label == 0 ? 1 : 0;
      waiting.add(own);
      return IntrinsicsKt.getCOROUTINE_SUSPENDED();
    }

    /** What the tools wait for has come, once for each time that they suspend. */
    void resumeAll(Object result) throws InterruptedException {
      while (!waiting.isEmpty()) {
        Continuation<Object> next = waiting.remove();
        Thread elsewhere = new Thread(() -> next.resumeWith(result));
        elsewhere.start();
        elsewhere.join();
      }
    }
  }

  /** Of {@code lookUp}. */
  @SuppressWarnings("serial")
  static final class LookUp extends ContinuationImpl {
    private final Tools tools;
    @Nullable Object result;
    int label;

    @SuppressWarnings("unchecked")
    LookUp(Tools tools, Continuation<? super String> caller) {
      super((Continuation<Object>) caller);
      this.tools = tools;
    }

    @Override
    protected @Nullable Object invokeSuspend(Object result) {
      this.result = result;
      label |= Integer.MIN_VALUE;
      return tools.lookUp(null, 0, this);
    }
  }

  /** Of {@code poll}. */
  @SuppressWarnings("serial")
  static final class Poll extends ContinuationImpl {
    private final Tools tools;
    @Nullable Object result;
    int label;

    @SuppressWarnings("unchecked")
    Poll(Tools tools, Continuation<? super String> caller) {
      super((Continuation<Object>) caller);
      this.tools = tools;
    }

    @Override
    protected @Nullable Object invokeSuspend(Object result) {
      this.result = result;
      label |= Integer.MIN_VALUE;
      return tools.poll(this);
    }
  }

  /** Who calls a tool. */
  private static final class Caller implements Continuation<String> {
    private @Nullable Object given;

    @Override
    public CoroutineContext getContext() {
      return EmptyCoroutineContext.INSTANCE;
    }

    @Override
    public void resumeWith(Object result) {
      given = result;
    }
  }

  /** One that makes a call after the other. */
  abstract static class Agent implements Callable<String> {

    @Override
    public final String call() throws Exception {
      Tools tools = new Tools();
      int calls = 0;
      int longer = 0;
      String end = "done";
      try (RunScope run = AgentRuns.open("task", getClass().getSimpleName())) {
        Objects.requireNonNull(run);
        while (calls < MOST_CALLS) {
          calls++;
          Caller caller = new Caller();
          Object returned = ask(tools, caller);
          if (returned != IntrinsicsKt.getCOROUTINE_SUSPENDED()) {
            return "not suspended: " + returned;
          }
          tools.resumeAll(result(calls));
          Object given = Objects.requireNonNull(caller.given);
          ResultKt.throwOnFailure(given);
          longer += given.equals(result(calls)) ? 0 : 1;
        }
      } catch (Throwable thrown) {
        end = thrown.getClass().getSimpleName();
      }
      return "%d calls, begun %d, entered %d, %d nudged, %s"
          .formatted(calls, tools.begun, tools.entered, longer, end);
    }

    abstract @Nullable Object ask(Tools tools, Continuation<String> caller);

    String result(int call) {
      return "nothing";
    }
  }

  /** Asks the same, and hears the same. */
  public static final class Stuck extends Agent {
    @Override
    @Nullable Object ask(Tools tools, Continuation<String> caller) {
      return tools.lookUp("same", 7, caller);
    }
  }

  /** The same of a tool without parameters. */
  public static final class StuckWithoutArguments extends Agent {
    @Override
    @Nullable Object ask(Tools tools, Continuation<String> caller) {
      return tools.poll(caller);
    }
  }

  /** The same of a tool that is only configured. */
  public static final class StuckByConfiguration extends Agent {
    @Override
    @Nullable Object ask(Tools tools, Continuation<String> caller) {
      return tools.fetch("same", caller);
    }
  }

  /** Asks the same, and hears something new each time. */
  public static final class Healthy extends Agent {
    @Override
    @Nullable Object ask(Tools tools, Continuation<String> caller) {
      return tools.poll(caller);
    }

    @Override
    String result(int call) {
      return call + " of 12 parts are there";
    }
  }
}
