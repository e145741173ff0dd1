package io.loophalt.runtime.boundary;

import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import org.jspecify.annotations.Nullable;

/**
 * Calls of the place where a framework hears of a failure before it tries again, and gives up if
 * something is thrown: a halt is, so that nobody waits for attempts that would be refused.
 */
public final class RetryHandler implements Interceptor {

  private final int position;

  /**
   * For one such place.
   *
   * @param position of the failure among the parameters
   */
  public RetryHandler(int position) {
    this.position = position;
  }

  @Override
  public @Nullable Object before(Invocation call) {
    return call.argument(position) instanceof Throwable failure && comesOfHalt(failure)
        ? failure
        : null;
  }

  @Override
  public @Nullable Object after(
      Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
    return null;
  }

  private static boolean comesOfHalt(Throwable failure) {
    Throwable each = failure;
    // Chains of causes may be closed to rings by hand.
    for (int depth = 0; each != null && depth < 100; depth++) {
      if (RunCorrelator.isHalt(each)) {
        return true;
      }
      each = each.getCause();
    }
    return false;
  }
}
