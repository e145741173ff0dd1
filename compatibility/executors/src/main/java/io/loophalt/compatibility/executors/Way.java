package io.loophalt.compatibility.executors;

/** A way to hand work over to another thread. */
interface Way {

  /** Hands the work over; it is not waited for. */
  void hand(Runnable work) throws Exception;
}
