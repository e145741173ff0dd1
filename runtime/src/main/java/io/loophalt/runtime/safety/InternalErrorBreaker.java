package io.loophalt.runtime.safety;

import io.loophalt.core.failure.CoreFailure;
import io.loophalt.core.failure.ThreadStop;
import io.loophalt.extension.reflect.ApplicationException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The breaker of one part of the agent: counts the errors inside it, logs each kind once, and after
 * a few of them switches that part off, loudly. The whole agent is a part, too: its core.
 *
 * <p>What the application's own objects throw when the agent looks at them does not count. Most of
 * it is known where it is thrown, as an {@link ApplicationException}; for what frameworks' objects
 * throw in the middle of a handler, see {@link #isOurs}. Thread-safe.
 */
public final class InternalErrorBreaker {

  /** How many errors of its core the agent forgives itself. */
  public static final int LIMIT = 10;

  /** What the name of a class loader of an extension begins with. */
  public static final String EXTENSION = "loophalt extension ";

  /** How many errors a part is forgiven: those of a method, a framework or an event sink. */
  static final int LIMIT_OF_PART = 5;

  /** Takes a part out, so that the application runs as if that part had never been there. */
  public interface Switch {
    /** Called once, on the thread that had the last error. */
    void off(InternalErrorBreaker part);
  }

  /** Of the agent as a whole; null in itself. */
  private final @Nullable InternalErrorBreaker agent;

  /** What the part supports, if that is a framework. */
  private final @Nullable String framework;

  private final Log log;
  private final String consequence;
  private final int limit;
  private final Switch whenTooMany;
  private final AtomicInteger count = new AtomicInteger();

  /** Those of the parts as well. */
  private final AtomicInteger all = new AtomicInteger();

  private final Set<String> logged;

  /**
   * Of the agent as a whole.
   *
   * @param turnOff takes the agent out of all woven code
   */
  public InternalErrorBreaker(Log log, Runnable turnOff) {
    this.agent = null;
    this.framework = null;
    this.log = log;
    this.consequence =
        "TURNED OFF after "
            + LIMIT
            + " internal errors: from now on no run is watched or halted in this JVM";
    this.limit = LIMIT;
    this.whenTooMany = new WholeAgent(turnOff);
    this.logged = ConcurrentHashMap.newKeySet();
  }

  private InternalErrorBreaker(
      InternalErrorBreaker agent,
      @Nullable String framework,
      String part,
      String lost,
      Switch whenTooMany) {
    this.agent = agent;
    this.framework = framework;
    this.log = agent.log;
    this.consequence =
        part + " is SWITCHED OFF after " + LIMIT_OF_PART + " internal errors: " + lost;
    this.limit = LIMIT_OF_PART;
    this.whenTooMany = whenTooMany;
    this.logged = agent.logged;
  }

  /** A class instead of a lambda, which would cost start-up time. */
  private record WholeAgent(Runnable turnOff) implements Switch {
    @Override
    public void off(InternalErrorBreaker part) {
      turnOff.run();
    }
  }

  /**
   * A part that can fail alone.
   *
   * @param part its name, as a person would call it
   * @param lost what is not done any more without it
   * @param whenTooMany switches it off
   */
  public InternalErrorBreaker part(String part, String lost, Switch whenTooMany) {
    return new InternalErrorBreaker(agent == null ? this : agent, null, part, lost, whenTooMany);
  }

  /**
   * The part that supports an artifact of a framework.
   *
   * @param artifact what people call that
   * @param framework what people call the framework; null where its calls alone make no run
   * @param lost as above
   * @param whenTooMany as above
   */
  public InternalErrorBreaker support(
      String artifact, @Nullable String framework, String lost, Switch whenTooMany) {
    return new InternalErrorBreaker(
        agent == null ? this : agent, framework, "support of " + artifact, lost, whenTooMany);
  }

  /** The framework that the part supports; null if it supports none. */
  public @Nullable String framework() {
    return framework;
  }

  /**
   * Notes an error of this part; one of the core counts for the agent, wherever it came up. An
   * exhausted stack or heap is the application's and counts for nobody, nor does the end of a
   * thread that was stopped.
   */
  public void note(String where, Throwable error) {
    if (ThreadStop.is(error)) {
      return;
    }
    if (error instanceof CoreFailure core && core.getCause() != null) {
      InternalErrorBreaker whole = agent == null ? this : agent;
      whole.noteOurs(where, core.getCause());
    } else if (error instanceof ApplicationException theirs && theirs.getCause() != null) {
      noteTheirs(theirs.getMessage() + " threw ", theirs.getCause());
    } else if (error instanceof VirtualMachineError) {
      noteExhausted(where, error);
    } else if (isOurs(error)) {
      noteOurs(where, error);
    } else {
      noteTheirs("an object of the application's threw, " + where + ", ", error);
    }
  }

  private void noteOurs(String where, Throwable error) {
    if (error instanceof VirtualMachineError) {
      noteExhausted(where, error);
      return;
    }
    String author = extensionOf(error);
    say(
        (author == null ? "internal error " : "error of the extension " + author + ' ') + where,
        error);
    InternalErrorBreaker whole = agent == null ? this : agent;
    whole.all.incrementAndGet();
    if (count.incrementAndGet() == limit) {
      whenTooMany.off(this);
      log.warn(
          consequence
              + ". To turn it on again, restart the JVM. "
              + (author == null
                  ? "Please report the errors above."
                  : "The errors above are for the author of the extension " + author));
    }
  }

  private void say(String what, Throwable error) {
    if (logged.add(what + error.getClass().getName())) {
      log.error(what + "; the application is not affected", error);
    }
  }

  /** Whose code was at work when there was no room left says nothing of who has used it up. */
  private void noteExhausted(String where, Throwable error) {
    String said = where + " (" + error.getClass().getName() + ')';
    if (logged.add(said)) {
      log.warn(
          "stack or heap was exhausted "
              + said
              + "; this call is not watched to its end, and no error is counted");
    }
  }

  /** The jar of the extension that threw it; null if none did. */
  private static @Nullable String extensionOf(Throwable error) {
    for (StackTraceElement frame : error.getStackTrace()) {
      if (!isOfTheJdk(frame)) {
        String loader = frame.getClassLoaderName();
        return loader != null && loader.startsWith(EXTENSION)
            ? loader.substring(EXTENSION.length())
            : null;
      }
    }
    return null;
  }

  /** Without the message of an application's exception, which may quote what it works on. */
  private void noteTheirs(String asked, Throwable error) {
    String said = asked + error.getClass().getName();
    if (logged.add(said)) {
      log.warn(said + "; the application is not affected, but this call is not watched to its end");
    }
  }

  /**
   * Whether an error that nobody has named is the agent's: if the code that threw it, the JDK's
   * left out, is. By the loaders of the stack's frames, because the handlers of frameworks walk
   * through lists, maps and iterators of the application's in a hundred places, and each would have
   * to be wrapped; an exception without a stack is by the loader of its type.
   */
  private static boolean isOurs(Throwable error) {
    StackTraceElement[] frames;
    try {
      frames = error.getStackTrace();
    } catch (Throwable overridden) {
      ThreadStop.passOn(overridden);
      return false;
    }
    for (StackTraceElement frame : frames) {
      if (!isOfTheJdk(frame)) {
        return isOurs(frame);
      }
    }
    ClassLoader ofType = error.getClass().getClassLoader();
    return ofType == null
        || ofType == ClassLoader.getPlatformClassLoader()
        || isOurs(ofType.getName());
  }

  private static boolean isOurs(StackTraceElement frame) {
    return isOurs(frame.getClassLoaderName());
  }

  /** An extension of a user's is a part of the agent, too. */
  private static boolean isOurs(@Nullable String loader) {
    return loader != null
        && (loader.equals(InternalErrorBreaker.class.getClassLoader().getName())
            || loader.startsWith(EXTENSION));
  }

  private static boolean isOfTheJdk(StackTraceElement frame) {
    String loader = frame.getClassLoaderName();
    String module = frame.getModuleName();
    return (loader == null && module != null) || "platform".equals(loader);
  }

  /** Whether there were so many in its core that the agent is off. */
  public boolean haveTurnedOff() {
    InternalErrorBreaker whole = agent == null ? this : agent;
    return whole.isOff();
  }

  /** Whether there were so many that this part is off. */
  public boolean isOff() {
    return count.get() >= limit;
  }

  /** How many there were in all parts of the agent, those left out that count for nobody. */
  public int count() {
    return (agent == null ? this : agent).all.get();
  }
}
