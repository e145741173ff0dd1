package io.loophalt.instrumentation;

/**
 * Tells whether a thread's stack has room for weaving. A class of the agent's or of Byte Buddy's
 * whose initialisation breaks off for lack of it could never be used again in this JVM.
 */
final class StackRoom {

  /** With the eight locals of a frame, some 100 KB where the JVM interprets it. */
  private static final int FRAMES = 400;

  private StackRoom() {}

  static boolean isEnough() {
    try {
      return descend(FRAMES, 1, 2, 3, 4, 5, 6, 7) != 0;
    } catch (StackOverflowError exhausted) {
      return false;
    }
  }

  private static long descend(int frames, long a, long b, long c, long d, long e, long f, long g) {
    return frames == 0 ? a + b + c + d + e + f + g : 1 + descend(frames - 1, b, c, d, e, f, g, a);
  }
}
