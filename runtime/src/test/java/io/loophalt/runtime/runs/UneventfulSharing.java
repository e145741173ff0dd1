package io.loophalt.runtime.runs;

import io.loophalt.core.run.Run;
import org.jspecify.annotations.Nullable;

/** Other processes, of which nobody has done anything. */
public final class UneventfulSharing implements RunSharing {

  /** How often they were asked what they have done. */
  public int entered;

  @Override
  public @Nullable Place find(
      String task, String name, @Nullable LiveRun parent, @Nullable LiveRun before) {
    return null;
  }

  @Override
  public Shared share(LiveRun live) {
    return new Shared() {
      @Override
      public boolean enter() {
        entered++;
        return true;
      }

      @Override
      public boolean isOver() {
        return false;
      }

      @Override
      public void over() {}

      @Override
      public boolean begin() {
        return false;
      }

      @Override
      public void end() {}

      @Override
      public void alone() {}

      @Override
      public boolean isForAnotherThread() {
        return false;
      }

      @Override
      public long millisElsewhere(Run run) {
        return 0;
      }
    };
  }

  @Override
  public long judgedAlone() {
    return 0;
  }
}
