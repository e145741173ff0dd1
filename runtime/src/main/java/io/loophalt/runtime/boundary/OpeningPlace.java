package io.loophalt.runtime.boundary;

import java.lang.StackWalker.StackFrame;
import java.util.Iterator;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where in the application a run is being opened: the first frame that is neither the agent's nor
 * the facade's. Costs some microseconds, whatever the depth of the stack.
 *
 * <p>A class, not a lambda: it may be the first of a JVM, which takes tens of milliseconds.
 */
final class OpeningPlace implements Function<Stream<StackFrame>, @Nullable StackTraceElement> {

  private static final OpeningPlace FIRST_OF_APPLICATION = new OpeningPlace();

  private OpeningPlace() {}

  /** The place on the calling thread, null if there is none. */
  static @Nullable StackTraceElement current() {
    return StackWalker.getInstance().walk(FIRST_OF_APPLICATION);
  }

  @Override
  public @Nullable StackTraceElement apply(Stream<StackFrame> frames) {
    Iterator<StackFrame> each = frames.iterator();
    while (each.hasNext()) {
      StackFrame frame = each.next();
      if (!isOurs(frame.getClassName())) {
        return frame.toStackTraceElement();
      }
    }
    return null;
  }

  private static boolean isOurs(String className) {
    return className.startsWith("io.loophalt.runtime.")
        || className.equals("io.loophalt.AgentRuns")
        || className.equals("java.lang.LoopHaltGate");
  }
}
