package io.loophalt.runtime.async;

import io.loophalt.core.run.Run;
import io.loophalt.core.run.RunExchange;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** With which a run is shared, and for which only threads of the agent's may wait. */
public final class OtherProcesses implements RunExchange {

  /** What the threads are called that wait for them. */
  public static final String AGENTS = "loophalt-store-results";

  /** The threads on which they were asked. */
  public final List<String> askedOn = new CopyOnWriteArrayList<>();

  @Override
  public boolean begin() {
    askedOn.add(Thread.currentThread().getName());
    return false;
  }

  @Override
  public void end() {}

  @Override
  public void alone() {}

  @Override
  public boolean isForAnotherThread() {
    return !Thread.currentThread().getName().equals(AGENTS);
  }

  @Override
  public long millisElsewhere(Run run) {
    return 0;
  }
}
