package io.loophalt.core.run;

/** Whoever keeps a run among others. */
public interface RunKeeper {

  /** For runs that nobody keeps; a class, because a lambda costs start-up time. */
  RunKeeper NOBODY =
      new RunKeeper() {
        @Override
        public void awake() {}

        @Override
        public void atRest() {}

        @Override
        public void halted() {}

        @Override
        public void makeRoom(long nowNanos) {}
      };

  /** The run begins to count among those awake. Called with its lock held. */
  void awake();

  /** The run counts among those awake no more: it sleeps, or is over. Called with its lock held. */
  void atRest();

  /** A call of the run was answered by a halt. Called without any lock. */
  void halted();

  /** The run is about to wake. Called without any lock. */
  void makeRoom(long nowNanos);
}
