package io.loophalt.runtime.invocation;

import io.loophalt.runtime.safety.InternalErrorBreaker;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The handlers of woven methods by number. A number is a constant in the woven code, so that
 * finding the handler is one array read; methods with equal handlers have one number.
 *
 * <p>A part of the agent that fails is taken out here: its numbers stay, and lead nowhere.
 *
 * <p>Thread-safe. Adding is rare and locks only this table, never application code; numbers are not
 * reused.
 */
public final class CallSiteTable implements InternalErrorBreaker.Switch {

  /**
   * What a number stands for.
   *
   * @param part whose errors the handler's are; null for the agent's as a whole
   */
  public record Site(Interceptor handler, @Nullable InternalErrorBreaker part) {}

  /** In place of a handler that failed too often. */
  private static final class Unwatched implements Interceptor {
    @Override
    public @Nullable Object before(Invocation call) {
      return null;
    }

    @Override
    public @Nullable Object after(
        Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
      return null;
    }
  }

  private volatile Site[] sites = new Site[0];

  /** Gives the handler a number; its errors are the agent's. */
  public int add(Interceptor handler) {
    return add(handler, null);
  }

  /** Gives the handler of a part a number. */
  public synchronized int add(Interceptor handler, @Nullable InternalErrorBreaker part) {
    Site[] before = sites;
    Site[] after = Arrays.copyOf(before, before.length + 1);
    boolean isOut = part != null && part.isOff();
    after[before.length] = new Site(isOut ? new Unwatched() : handler, part);
    sites = after;
    return before.length;
  }

  /** Takes out all handlers of a part: its calls run as if never woven. */
  @Override
  public synchronized void off(InternalErrorBreaker part) {
    Site[] left = sites.clone();
    for (int i = 0; i < left.length; i++) {
      if (left[i].part() == part) {
        left[i] = new Site(new Unwatched(), part);
      }
    }
    sites = left;
  }

  public Site at(int site) {
    return sites[site];
  }
}
