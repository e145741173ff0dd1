package java.lang;

/**
 * The one class woven code links to: a switchboard between instrumented methods and the agent
 * behind it.
 *
 * <p>It is defined in {@code java.lang} because every class loader delegates {@code java.*} to the
 * boot loader, child-first (Tomcat), {@code java.*}-only (OSGi) and named-module loaders included.
 * Its signatures hold JDK types only. The agent, in its own isolated loader, extends it and
 * installs itself once; until then, and after the agent has turned itself off, every call is one
 * volatile read.
 *
 * <p>Thread-safe. Nothing here locks or allocates, or throws anything but the end of a stopped
 * thread.
 */
public abstract class LoopHaltGate {

  /** A task was given to an executor, which is to run it soon, and once. */
  public static final int TASK_HANDED_OVER = 0;

  /** A task will not be run by the executor it was given to, or not soon. */
  public static final int TASK_TAKEN_BACK = 1;

  /**
   * A stage of a future, or a coroutine, was made. Parts of it are run on several occasions, each
   * between {@link #TASK_BEGINS} and {@link #TASK_ENDS}.
   */
  public static final int TASK_MADE = 2;

  /** A thread has taken a task out of a queue, and runs it next. */
  public static final int TASK_TAKEN = 3;

  /** A task begins to run on the calling thread; the answer is for {@link #TASK_ENDS}, or null. */
  public static final int TASK_BEGINS = 4;

  /** A task does not run any more; it stands for what {@link #TASK_BEGINS} has answered. */
  public static final int TASK_ENDS = 5;

  /** As {@link #TASK_BEGINS}, of a worker of a pool, which keeps the answer for itself. */
  public static final int WORKER_BEGINS = 6;

  /** A worker of a pool has run its task, if it had one; the task is null. */
  public static final int WORKER_ENDS = 7;

  /** A thread is made for a task; the answer is what it is to run instead, or null. */
  public static final int TASK_GETS_THREAD = 8;

  /** As {@link #TASK_BEGINS}, of a part of a coroutine of Kotlin's. */
  public static final int COROUTINE_BEGINS = 9;

  /**
   * An executor that is not the JDK's is given a task; the answer is for {@link #TASK_WAS_GIVEN} or
   * {@link #TASK_WAS_REFUSED}, or null. Until then it may give the task to another one.
   */
  public static final int TASK_IS_GIVEN = 10;

  /** It has the task; stands for what {@link #TASK_IS_GIVEN} has answered. */
  public static final int TASK_WAS_GIVEN = 11;

  /**
   * It will not be run by who was given it, but for once that it was; stands for what {@link
   * #TASK_IS_GIVEN} or {@link #TASK_IS_LEFT} has answered.
   */
  public static final int TASK_WAS_REFUSED = 12;

  /** An executor makes a thread; as {@link #TASK_GETS_THREAD} if that is for the task given. */
  public static final int EXECUTOR_MAKES_THREAD = 13;

  /**
   * A cache begins to load anew what it has, whoever has read it, and may call a loader that hands
   * tasks over; the answer is for {@link #TASK_ENDS}, or null. The task is the cache.
   */
  public static final int REFRESH_BEGINS = 14;

  /**
   * A pool has no room for a task, and leaves it to its handler, which may give it to an executor;
   * the answer is for {@link #TASK_WAS_REFUSED} or {@link #TASK_MAY_BE_KEPT}, or null.
   */
  public static final int TASK_IS_LEFT = 15;

  /** Nobody knows what the handler has done; stands for what {@link #TASK_IS_LEFT} has answered. */
  public static final int TASK_MAY_BE_KEPT = 16;

  private static volatile LoopHaltGate installed;

  /** For the agent alone; applications gain nothing by extending this class. */
  protected LoopHaltGate() {}

  /** Puts {@code gate} behind all woven code, or nothing if null. */
  protected static void install(LoopHaltGate gate) {
    installed = gate;
  }

  /**
   * A woven method is about to run its body.
   *
   * @param site number of the woven method, given at weaving
   * @param declaring the class that was woven
   * @param self the receiver, null in a static method
   * @return null to go on unwatched; a {@link Throwable} to skip the body and throw it; a call
   *     token for {@link #leave} otherwise (see {@link #skips})
   */
  public static Object enter(
      int site, Class<?> declaring, Object self, Object a0, Object a1, Object a2, Object a3) {
    LoopHaltGate gate = installed;
    return gate == null ? null : gate.before(site, declaring, self, a0, a1, a2, a3, null);
  }

  /**
   * As {@link #enter}, for methods with more than four parameters; {@code arguments} holds all of
   * them.
   */
  public static Object enterAll(int site, Class<?> declaring, Object self, Object[] arguments) {
    LoopHaltGate gate = installed;
    return gate == null
        ? null
        : gate.before(site, declaring, self, null, null, null, null, arguments);
  }

  /** Whether the body is to be skipped for what {@link #enter} returned. */
  public static boolean skips(Object token) {
    if (token == null) {
      return false;
    }
    LoopHaltGate gate = installed;
    return token instanceof Throwable || (gate != null && gate.replaces(token));
  }

  /**
   * The arguments that the body is to get instead of its own, or null to leave them as they are.
   *
   * @param token what {@link #enterAll} returned; null is allowed
   */
  public static Object[] arguments(Object token) {
    LoopHaltGate gate = installed;
    return gate == null || token == null ? null : gate.rewritten(token);
  }

  /**
   * A woven method has run its body, or skipped it.
   *
   * @param token what {@link #enter} returned, not null
   * @param returned the value returned, boxed; null if none
   * @param thrown what the body threw, or null
   * @return null to leave the outcome as it is; a {@link Throwable} to throw instead; otherwise the
   *     value to return instead
   */
  public static Object leave(Object token, Object returned, Throwable thrown) {
    if (token instanceof Throwable) {
      return token;
    }
    LoopHaltGate gate = installed;
    return gate == null ? null : gate.after(token, returned, thrown);
  }

  /**
   * Something was thrown inside the code of the agent's that is inlined into a woven method.
   *
   * @param token what {@link #enter} returned; null if it has not, or returned null
   * @return null to go on unwatched; what was thrown, to throw it on, if a thread is stopped
   */
  public static Throwable broken(Object token, Throwable thrown) {
    LoopHaltGate gate = installed;
    if (gate != null) {
      gate.abandoned(token);
    }
    return isThreadDeath(thrown) ? thrown : null;
  }

  /** Throws on what ends a thread that is stopped, and nothing else. */
  public static void passOn(Throwable thrown) {
    if (isThreadDeath(thrown)) {
      throw (Error) thrown;
    }
  }

  /** By name: the class is deprecated for removal. */
  private static boolean isThreadDeath(Throwable thrown) {
    return thrown instanceof Error && thrown.getClass().getName().equals("java.lang.ThreadDeath");
  }

  /**
   * Something happens to a task of an executor. Only woven in if runs are to go with tasks.
   *
   * @param event one of the constants above
   * @param task the task; null where there is none
   * @return what the event says; null to go on as if nothing were woven
   */
  public static Object task(int event, Object task) {
    LoopHaltGate gate = installed;
    return gate == null ? null : gate.onTask(event, task);
  }

  /**
   * A task was given to a scheduler.
   *
   * @param task the task
   * @param delay until it is to be run, in any unit; one that is to wait is not handed over
   */
  public static void scheduled(Object task, long delay) {
    if (delay <= 0) {
      task(TASK_HANDED_OVER, task);
    }
  }

  /** Stands in an executor that is not the JDK's for {@code task.run()}. */
  public static void run(Runnable task) {
    Object entered = told(TASK_BEGINS, task);
    if (entered == null) {
      task.run();
      return;
    }
    try {
      task.run();
    } finally {
      told(TASK_ENDS, entered);
    }
  }

  /** Stands in an executor that is not the JDK's for what a thread it makes is to run. */
  public static Runnable ofThread(Runnable task) {
    Object instead = told(EXECUTOR_MAKES_THREAD, task);
    return instead == null ? task : (Runnable) instead;
  }

  private static Object told(int event, Object task) {
    try {
      return task == null ? null : task(event, task);
    } catch (Throwable broken) {
      passOn(broken);
      return null;
    }
  }

  /** What {@link #enter} does; exactly one of the four arguments or {@code all} is filled. */
  protected abstract Object before(
      int site,
      Class<?> declaring,
      Object self,
      Object a0,
      Object a1,
      Object a2,
      Object a3,
      Object[] all);

  /** Whether the token stands for a value to return in place of the body's. */
  protected abstract boolean replaces(Object token);

  /** What {@link #arguments} does. */
  protected abstract Object[] rewritten(Object token);

  /** What {@link #leave} does. */
  protected abstract Object after(Object token, Object returned, Throwable thrown);

  /** What {@link #task} does. */
  protected abstract Object onTask(int event, Object task);

  /** The call that a token stands for is over for the agent; null for the one entered last. */
  protected abstract void abandoned(Object token);
}
