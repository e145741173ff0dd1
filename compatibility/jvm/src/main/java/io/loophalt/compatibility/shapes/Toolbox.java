package io.loophalt.compatibility.shapes;

import io.loophalt.AgentTool;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One tool method of each shape. Where it matters the result tells how the body was called. */
@SuppressWarnings("MethodCanBeStatic")
class Toolbox {

  static final Object TOKEN = new Object();

  private int sideEffects;

  @AgentTool
  static int ofStatic(int x) {
    return x + 1;
  }

  @AgentTool
  private int ofPrivate(int x) {
    return x + 2;
  }

  int callPrivate(int x) {
    return ofPrivate(x);
  }

  @AgentTool
  final int ofFinal(int x) {
    return x + 3;
  }

  @AgentTool
  synchronized String ofSynchronized(int x) {
    return x + (Thread.holdsLock(this) ? " locked" : " NOT LOCKED");
  }

  @AgentTool
  static synchronized boolean ofStaticSynchronized(int x) {
    return x > 0 && Thread.holdsLock(Toolbox.class);
  }

  @AgentTool
  <T extends Comparable<T>> T ofGeneric(List<T> values) {
    return Collections.max(values);
  }

  @AgentTool
  String ofVarargs(String... parts) {
    return String.join("+", parts);
  }

  @AgentTool
  int ofPrimitiveVarargs(int... parts) {
    return parts.length;
  }

  @AgentTool
  boolean ofBoolean(int x) {
    return x % 2 == 1;
  }

  @AgentTool
  byte ofByte(byte x) {
    return (byte) (x + 100);
  }

  @AgentTool
  short ofShort(short x) {
    return (short) (x + 30_000);
  }

  @AgentTool
  char ofChar(char x) {
    return (char) (x + 1);
  }

  @AgentTool
  long ofLong(long x) {
    return x << 40;
  }

  @AgentTool
  float ofFloat(float x) {
    return x / 3;
  }

  @AgentTool
  double ofDouble(double x) {
    return x / 3;
  }

  @AgentTool
  void ofVoid(int x) {
    sideEffects += x;
  }

  int sideEffects() {
    return sideEffects;
  }

  @AgentTool
  long ofRecursion(int x) {
    return x <= 1 ? 1 : x * ofRecursion(x - 1);
  }

  @AgentTool
  String ofManyWideParameters(int a, long b, double c, String d, float e, char f, byte[] g) {
    return a + " " + b + " " + c + " " + d + " " + e + " " + f + " " + g.length;
  }

  @AgentTool
  int ofReassignedParameters(int x, String text) {
    int rounds = 0;
    while (x > 0) {
      x--;
      text = text + rounds++;
    }
    return text.length() + x;
  }

  @AgentTool
  String ofManyExits(int x) {
    try {
      if (x % 3 == 0) {
        return "zero";
      }
      if (x % 3 == 1) {
        throw new IllegalArgumentException("one");
      }
    } catch (IllegalArgumentException e) {
      return "caught " + e.getMessage();
    } finally {
      sideEffects += 1000;
    }
    return "end";
  }

  @AgentTool
  @Nullable String ofNull(int x) {
    return x > Integer.MIN_VALUE ? null : "never";
  }

  @AgentTool
  Object ofIdentity(int x) {
    return x > Integer.MIN_VALUE ? TOKEN : this;
  }

  @AgentTool
  int[] ofArray(int x) {
    return new int[] {x, x};
  }

  @AgentTool
  int ofCheckedException(int x) throws IOException {
    IOException e = new FileNotFoundException("no file " + x);
    e.addSuppressed(new IllegalStateException("suppressed"));
    e.initCause(new IllegalArgumentException("cause"));
    throw e;
  }

  @AgentTool
  int ofError(int x) {
    throw new AssertionError("error " + x);
  }

  /** What the body can see of its callers. */
  @AgentTool
  String ofStack(int x) {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .map(f -> f.getMethodName() + ":" + f.getLineNumber())
                    .collect(Collectors.joining(" < ", x + " ", "")));
  }

  @AgentTool
  boolean ofInterruption(int x) {
    Thread.currentThread().interrupt();
    return x > 0;
  }

  /** Interface methods. */
  interface Calculator {

    @AgentTool
    default int ofDefault(int x) {
      return ofPrivateInterface(x) * factor();
    }

    @AgentTool
    private int ofPrivateInterface(int x) {
      return x + 5;
    }

    @AgentTool
    static int ofStaticInterface(int x) {
      return x + 6;
    }

    /** Without a body there is nothing to weave. */
    @AgentTool
    int factor();
  }

  /** Javac copies the annotation to the bridge {@code apply(Object)}. */
  static final class UpperCase implements UnaryOperator<String> {

    @Override
    @AgentTool
    public String apply(String text) {
      return text.toUpperCase(Locale.ROOT);
    }
  }

  /** The method that {@link Special} overrides and calls. */
  static class General {

    @AgentTool
    Object ofSuper(int x) {
      return "general " + x;
    }
  }

  /** A bridge for the narrower return type, and two tools of one name on the stack. */
  static final class Special extends General {

    @Override
    @AgentTool
    String ofSuper(int x) {
      return "special " + super.ofSuper(x);
    }
  }

  /** A record. */
  record Point(int x) {

    @AgentTool
    int ofRecord(int dx) {
      return x + dx;
    }
  }

  /** An enum whose constant has a body. */
  enum Operation {
    TWICE {
      @Override
      @AgentTool
      int ofEnumConstant(int x) {
        return 2 * x;
      }
    };

    abstract int ofEnumConstant(int x);
  }

  /** A class with an outer instance. */
  final class Inner {

    @AgentTool
    int ofInner(int x) {
      return callPrivate(x) + 1;
    }
  }

  /** An application's own mark, which Java lets it put on a constructor too. */
  @Target({ElementType.CONSTRUCTOR, ElementType.METHOD})
  @Retention(RetentionPolicy.RUNTIME)
  @interface Marked {}

  /** A constructor cannot be a tool, and a native method has no body to weave. */
  static final class Built {

    private final int x;

    @Marked
    Built(int x) {
      this.x = x;
    }

    int x() {
      return x;
    }

    @Marked
    native int nativeX();
  }
}
