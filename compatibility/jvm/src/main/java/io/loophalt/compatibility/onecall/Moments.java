package io.loophalt.compatibility.onecall;

/** Moments at which a debugger listens, or splits what it has heard. Nothing happens in them. */
final class Moments {

  private Moments() {}

  /** What follows is the same as what came before, and is to be noted. */
  static void rehearsed() {}

  /** A tool is about to be called. */
  static void calls() {}

  /** Its body runs. */
  static void body() {}

  /** Its caller has the result, or the halt. */
  static void returned() {}

  /** Nothing that follows is to be noted. */
  static void over() {}
}
