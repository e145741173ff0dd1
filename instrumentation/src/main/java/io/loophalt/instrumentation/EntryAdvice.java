package io.loophalt.instrumentation;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/**
 * The code inlined at the entry of woven methods. Byte Buddy copies these bodies; they are never
 * called as they stand.
 *
 * <p>It is suppressed whole, so that no error of ours can leave a woven method. A halt therefore
 * travels as a value: entry returns it, which skips the body, and {@link ExitAdvice} assigns it to
 * the thrown slot, which no suppression touches. So does the end of a thread that is stopped, which
 * may come at any moment of our own code; what little of it lies outside the {@code try} is thrown
 * on by {@link LoopHaltGate#passOn}, to which the suppression gives whatever it catches.
 *
 * <p>Up to four arguments are passed one by one, which allocates nothing for references; more are
 * passed as an array; so are all where the handler may replace them.
 */
final class EntryAdvice {

  /** Name of the local variable that carries the call from entry to exit. */
  static final String CALL = "loophaltCall";

  private EntryAdvice() {}

  /** For up to four parameters. */
  static final class Few {
    private Few() {}

    @Advice.OnMethodEnter(suppress = Throwable.class, skipOn = Advice.OnNonDefaultValue.class)
    static @Nullable Object enter(
        @SiteId int site,
        @Advice.Origin Class<?> declaring,
        @Advice.This(optional = true, typing = Assigner.Typing.DYNAMIC) Object self,
        @Advice.Argument(value = 0, optional = true, typing = Assigner.Typing.DYNAMIC) Object a0,
        @Advice.Argument(value = 1, optional = true, typing = Assigner.Typing.DYNAMIC) Object a1,
        @Advice.Argument(value = 2, optional = true, typing = Assigner.Typing.DYNAMIC) Object a2,
        @Advice.Argument(value = 3, optional = true, typing = Assigner.Typing.DYNAMIC) Object a3,
        @Advice.Local(CALL) Object call) {
      try {
        call = LoopHaltGate.enter(site, declaring, self, a0, a1, a2, a3);
        return LoopHaltGate.skips(call) ? call : null;
      } catch (Throwable broken) {
        call = LoopHaltGate.broken(call, broken);
        return call;
      }
    }
  }

  /** For methods whose arguments the handler may replace. */
  static final class Rewriting {
    private Rewriting() {}

    @Advice.OnMethodEnter(suppress = Throwable.class, skipOn = Advice.OnNonDefaultValue.class)
    static @Nullable Object enter(
        @SiteId int site,
        @Advice.Origin Class<?> declaring,
        @Advice.This(optional = true, typing = Assigner.Typing.DYNAMIC) Object self,
        @Advice.AllArguments(readOnly = false, typing = Assigner.Typing.DYNAMIC) Object[] arguments,
        @Advice.Local(CALL) Object call) {
      try {
        call = LoopHaltGate.enterAll(site, declaring, self, arguments);
        if (LoopHaltGate.skips(call)) {
          return call;
        }
        Object[] replaced = LoopHaltGate.arguments(call);
        if (replaced != null) {
          arguments = replaced;
        }
        return null;
      } catch (Throwable broken) {
        call = LoopHaltGate.broken(call, broken);
        return call;
      }
    }
  }

  /** For five parameters or more. */
  static final class Many {
    private Many() {}

    @Advice.OnMethodEnter(suppress = Throwable.class, skipOn = Advice.OnNonDefaultValue.class)
    static @Nullable Object enter(
        @SiteId int site,
        @Advice.Origin Class<?> declaring,
        @Advice.This(optional = true, typing = Assigner.Typing.DYNAMIC) Object self,
        @Advice.AllArguments Object[] arguments,
        @Advice.Local(CALL) Object call) {
      try {
        call = LoopHaltGate.enterAll(site, declaring, self, arguments);
        return LoopHaltGate.skips(call) ? call : null;
      } catch (Throwable broken) {
        call = LoopHaltGate.broken(call, broken);
        return call;
      }
    }
  }
}
