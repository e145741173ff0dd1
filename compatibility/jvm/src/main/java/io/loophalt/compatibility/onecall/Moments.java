package io.loophalt.compatibility.onecall;

/** Moments at which a debugger begins to listen, or ends. Nothing happens in them. */
final class Moments {

  private Moments() {}

  /** A tool is about to be called. */
  static void enters() {}

  /** Its body is about to return. */
  static void leaves() {}

  /** Its caller has the result, or the halt; or what follows is of no interest. */
  static void left() {}

  /** Nothing that follows is of interest. */
  static void over() {}
}
