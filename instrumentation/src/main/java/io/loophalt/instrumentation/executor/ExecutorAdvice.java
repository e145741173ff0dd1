package io.loophalt.instrumentation.executor;

import java.util.concurrent.ThreadPoolExecutor;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/**
 * The code inlined into methods of executors. Byte Buddy copies these bodies; they are never called
 * as they stand. They are suppressed whole, so that no error of ours can leave an executor.
 */
final class ExecutorAdvice {

  private ExecutorAdvice() {}

  /** Takes a task as its first argument, to be run soon. */
  static final class HandsOver {
    private HandsOver() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(0) Object task) {
      LoopHaltGate.task(LoopHaltGate.TASK_HANDED_OVER, task);
    }
  }

  /** Takes a task as its first argument that is not to be run, or not soon. */
  static final class TakesBack {
    private TakesBack() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(0) Object task) {
      LoopHaltGate.task(LoopHaltGate.TASK_TAKEN_BACK, task);
    }
  }

  /**
   * Leaves the task that is its first argument to the handler of a pool. The JDK's own handlers
   * keep none but by giving it to the pool again.
   */
  static final class LeavesToHandler {
    private LeavesToHandler() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static @Nullable Object enter(@Advice.Argument(0) Object task) {
      return LoopHaltGate.task(LoopHaltGate.TASK_IS_LEFT, task);
    }

    @Advice.OnMethodExit(suppress = Throwable.class, onThrowable = Throwable.class)
    static void exit(
        @Advice.Enter Object left,
        @Advice.FieldValue("handler") Object handler,
        @Advice.Thrown Throwable thrown) {
      if (left != null) {
        LoopHaltGate.task(
            thrown != null
                    || handler.getClass() == ThreadPoolExecutor.CallerRunsPolicy.class
                    || handler.getClass() == ThreadPoolExecutor.DiscardPolicy.class
                    || handler.getClass() == ThreadPoolExecutor.DiscardOldestPolicy.class
                ? LoopHaltGate.TASK_WAS_REFUSED
                : LoopHaltGate.TASK_MAY_BE_KEPT,
            left);
      }
    }
  }

  /** A constructor of what is run in parts, or later. */
  static final class Makes {
    private Makes() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object made) {
      LoopHaltGate.task(LoopHaltGate.TASK_MADE, made);
    }
  }

  /** Runs the task that it is a method of. */
  static final class Runs {
    private Runs() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static @Nullable Object enter(@Advice.This Object task) {
      return LoopHaltGate.task(LoopHaltGate.TASK_BEGINS, task);
    }

    @Advice.OnMethodExit(suppress = Throwable.class, onThrowable = Throwable.class)
    static void exit(@Advice.Enter Object entered) {
      if (entered != null) {
        LoopHaltGate.task(LoopHaltGate.TASK_ENDS, entered);
      }
    }
  }

  /** Runs the part of a coroutine that it is a method of. */
  static final class RunsCoroutine {
    private RunsCoroutine() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static @Nullable Object enter(@Advice.This Object part) {
      return LoopHaltGate.task(LoopHaltGate.COROUTINE_BEGINS, part);
    }

    @Advice.OnMethodExit(suppress = Throwable.class, onThrowable = Throwable.class)
    static void exit(@Advice.Enter Object entered) {
      if (entered != null) {
        LoopHaltGate.task(LoopHaltGate.TASK_ENDS, entered);
      }
    }
  }

  /** Loads anew what a cache has. */
  static final class Refreshes {
    private Refreshes() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static @Nullable Object enter(@Advice.This Object cache) {
      return LoopHaltGate.task(LoopHaltGate.REFRESH_BEGINS, cache);
    }

    @Advice.OnMethodExit(suppress = Throwable.class, onThrowable = Throwable.class)
    static void exit(@Advice.Enter Object entered) {
      if (entered != null) {
        LoopHaltGate.task(LoopHaltGate.TASK_ENDS, entered);
      }
    }
  }

  /** Is called by a worker of a pool right before it runs the second argument. */
  static final class BeforeTask {
    private BeforeTask() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(1) Object task) {
      LoopHaltGate.task(LoopHaltGate.WORKER_BEGINS, task);
    }
  }

  /** Is called by a worker of a pool between two tasks, and returns the next one. */
  static final class NextTask {
    private NextTask() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter() {
      LoopHaltGate.task(LoopHaltGate.WORKER_ENDS, null);
    }

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.Return Object task) {
      if (task != null) {
        LoopHaltGate.task(LoopHaltGate.WORKER_BEGINS, task);
      }
    }
  }

  /** Makes a thread, or starts one, for the task that is its first argument. */
  static final class GivesThread {
    private GivesThread() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(value = 0, readOnly = false) Runnable task) {
      Object instead = LoopHaltGate.task(LoopHaltGate.TASK_GETS_THREAD, task);
      if (instead != null) {
        task = (Runnable) instead;
      }
    }
  }

  /** Runs the task that is its first argument. */
  static final class RunsFirst {
    private RunsFirst() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static @Nullable Object enter(@Advice.Argument(0) Object task) {
      return LoopHaltGate.task(LoopHaltGate.TASK_BEGINS, task);
    }

    @Advice.OnMethodExit(suppress = Throwable.class, onThrowable = Throwable.class)
    static void exit(@Advice.Enter Object entered) {
      if (entered != null) {
        LoopHaltGate.task(LoopHaltGate.TASK_ENDS, entered);
      }
    }
  }

  /** Takes a task as its first argument, and may give it to another executor. */
  static final class IsGiven {
    private IsGiven() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static @Nullable Object enter(@Advice.Argument(0) Object task) {
      return task == null ? null : LoopHaltGate.task(LoopHaltGate.TASK_IS_GIVEN, task);
    }

    @Advice.OnMethodExit(suppress = Throwable.class, onThrowable = Throwable.class)
    static void exit(@Advice.Enter Object given, @Advice.Thrown Throwable thrown) {
      if (given != null) {
        LoopHaltGate.task(
            thrown == null ? LoopHaltGate.TASK_WAS_GIVEN : LoopHaltGate.TASK_WAS_REFUSED, given);
      }
    }
  }

  /** A constructor of a task that is to be run soon, unless it is said otherwise. */
  static final class HandsItselfOver {
    private HandsItselfOver() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object task) {
      LoopHaltGate.task(LoopHaltGate.TASK_HANDED_OVER, task);
    }
  }

  /** A method of a task that is to be run later, or again and again. */
  static final class TakesItselfBack {
    private TakesItselfBack() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.This Object task) {
      LoopHaltGate.task(LoopHaltGate.TASK_TAKEN_BACK, task);
    }
  }
}
