package io.loophalt.endurance;

import java.util.List;

/** Something that reads what others wrote. Called on one thread. */
interface FuzzTarget {

  /** What it is called on the command line. */
  String name();

  /** Whole inputs that it understands, to be spoilt. */
  List<byte[]> samples();

  /**
   * Reads an input.
   *
   * @throws Exception whatever it must not throw; a refusal that is promised is no failure
   */
  void feed(byte[] input) throws Exception;
}
