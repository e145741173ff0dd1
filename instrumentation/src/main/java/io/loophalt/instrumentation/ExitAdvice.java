package io.loophalt.instrumentation;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;

/**
 * The code inlined at the exit of woven methods, normal or by exception. Byte Buddy copies these
 * bodies; they are never called as they stand.
 */
final class ExitAdvice {

  private ExitAdvice() {}

  /** For methods that return a reference, which may be replaced: by a text with a nudge, say. */
  static final class Replacing {
    private Replacing() {}

    @Advice.OnMethodExit(suppress = Throwable.class, onThrowable = Throwable.class)
    static void exit(
        @Advice.Local(EntryAdvice.CALL) Object call,
        @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) Object returned,
        @Advice.Thrown(readOnly = false) Throwable thrown) {
      if (call != null) {
        try {
          Object outcome = LoopHaltGate.leave(call, returned, thrown);
          if (outcome instanceof Throwable replacement) {
            thrown = replacement;
          } else if (outcome != null) {
            returned = outcome;
            thrown = null;
          }
        } catch (Throwable broken) {
          Throwable stop = LoopHaltGate.broken(call, broken);
          if (stop != null) {
            thrown = stop;
          }
        }
      }
    }
  }

  /** For methods that return a primitive or nothing. */
  static final class Watching {
    private Watching() {}

    @Advice.OnMethodExit(suppress = Throwable.class, onThrowable = Throwable.class)
    static void exit(
        @Advice.Local(EntryAdvice.CALL) Object call,
        @Advice.Return(typing = Assigner.Typing.DYNAMIC) Object returned,
        @Advice.Thrown(readOnly = false) Throwable thrown) {
      if (call != null) {
        try {
          Object outcome = LoopHaltGate.leave(call, returned, thrown);
          if (outcome instanceof Throwable replacement) {
            thrown = replacement;
          }
        } catch (Throwable broken) {
          Throwable stop = LoopHaltGate.broken(call, broken);
          if (stop != null) {
            thrown = stop;
          }
        }
      }
    }
  }
}
