package io.loophalt.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Calls of the place where a framework hears of a failure before it tries again, and gives up if
 * something is thrown: a halt is, so that nobody waits for attempts that would be refused.
 */
public final class FrameworkRetries implements CallHandler {

  private final int position;

  /**
   * For one such place.
   *
   * @param position of the failure among the parameters
   */
  public FrameworkRetries(int position) {
    this.position = position;
  }

  @Override
  public @Nullable Object before(Call call) {
    return call.argument(position) instanceof Throwable failure && comesOfHalt(failure)
        ? failure
        : null;
  }

  @Override
  public @Nullable Object after(Call call, @Nullable Object returned, @Nullable Throwable thrown) {
    return null;
  }

  private static boolean comesOfHalt(Throwable failure) {
    Throwable each = failure;
    // Chains of causes may be closed to rings by hand.
    for (int depth = 0; each != null && depth < 100; depth++) {
      if (Runs.isHalt(each)) {
        return true;
      }
      each = each.getCause();
    }
    return false;
  }
}
