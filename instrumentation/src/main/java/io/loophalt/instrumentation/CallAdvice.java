package io.loophalt.instrumentation;

import java.util.concurrent.atomic.AtomicReferenceArray;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.implementation.bytecode.StackManipulation;
import net.bytebuddy.implementation.bytecode.member.MethodInvocation;
import org.jspecify.annotations.Nullable;

/**
 * What is inlined into woven methods: the few kinds of advice there are, each read from its class
 * file once. Thread-safe.
 */
final class CallAdvice {

  private static final Class<?>[] ENTRIES = {
    EntryAdvice.Few.class, EntryAdvice.Many.class, EntryAdvice.Rewriting.class
  };
  private static final Class<?>[] EXITS = {ExitAdvice.Watching.class, ExitAdvice.Replacing.class};
  private static final int FEW = 4;

  /** What suppression does with whatever is thrown outside the advice's own {@code try}. */
  private static final StackManipulation PASS_ON = MethodInvocation.invoke(passOn());

  private final ClassFileLocator own;
  private final SiteConstants sites;
  private final AtomicReferenceArray<@Nullable Advice> kinds =
      new AtomicReferenceArray<>(ENTRIES.length * EXITS.length);

  /**
   * Reads them when they are needed.
   *
   * @param own where their class files are
   * @param sites the numbers that are inlined with them
   */
  CallAdvice(ClassFileLocator own, SiteConstants sites) {
    this.own = own;
    this.sites = sites;
  }

  private static MethodDescription.InDefinedShape passOn() {
    try {
      return new MethodDescription.ForLoadedMethod(
          LoopHaltGate.class.getMethod("passOn", Throwable.class));
    } catch (NoSuchMethodException otherGate) {
      throw new IllegalStateException("the gate is of another version", otherGate);
    }
  }

  /** Of which kind the advice for a method is, from 0 to below {@link #kinds}. */
  static int kindOf(MethodDescription method, boolean rewritesArguments) {
    int entry = rewritesArguments ? 2 : method.getParameters().size() > FEW ? 1 : 0;
    return entry * EXITS.length + (method.getReturnType().isPrimitive() ? 0 : 1);
  }

  /** How many kinds there are. */
  int kinds() {
    return kinds.length();
  }

  /** The advice of a kind. */
  Advice ofKind(int kind) {
    Advice known = kinds.get(kind);
    if (known == null) {
      known =
          Advice.withCustomMapping()
              .bind(sites)
              .to(ENTRIES[kind / EXITS.length], EXITS[kind % EXITS.length], own)
              .withExceptionHandler(PASS_ON);
      kinds.set(kind, known);
    }
    return known;
  }
}
