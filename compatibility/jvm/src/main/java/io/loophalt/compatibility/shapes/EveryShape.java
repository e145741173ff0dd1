package io.loophalt.compatibility.shapes;

import io.loophalt.AgentRun;
import io.loophalt.LoopHaltException;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Calls a tool of every shape: with the argument {@value #HEALTHY} each with several arguments, and
 * reports all that can be seen; with {@value #STUCK} each with the same argument again and again,
 * and reports when it is halted.
 */
public final class EveryShape {

  static final String HEALTHY = "healthy";
  static final String STUCK = "stuck";
  private static final int CAP = 7;

  private EveryShape() {}

  /** Entry point. */
  public static void main(String[] args) throws NoSuchMethodException {
    Lifeline.hold();
    boolean stuck = args.length > 0 && args[0].equals(STUCK);
    for (Map.Entry<String, Shape> shape : shapes().entrySet()) {
      if (stuck) {
        callAgainAndAgain(shape.getKey(), shape.getValue());
      } else {
        callWithDifferentArguments(shape.getKey(), shape.getValue());
      }
    }
    Report.fact("built", new Toolbox.Built(4).x());
    reportWhatReflectionSees();
    Report.fact("done", true);
  }

  private static Map<String, Shape> shapes() {
    Toolbox box = new Toolbox();
    Toolbox.Calculator seven = () -> 7;
    Toolbox.UpperCase upperCase = new Toolbox.UpperCase();
    Toolbox.General special = new Toolbox.Special();
    Toolbox.Inner inner = box.new Inner();
    Map<String, Shape> shapes = new LinkedHashMap<>();
    shapes.put("static", Toolbox::ofStatic);
    shapes.put("private", box::callPrivate);
    shapes.put("final", box::ofFinal);
    shapes.put("synchronized", box::ofSynchronized);
    shapes.put("static.synchronized", Toolbox::ofStaticSynchronized);
    shapes.put("generic", x -> box.ofGeneric(List.of("a" + x, "b" + x)));
    shapes.put("varargs", x -> box.ofVarargs("a", "b" + x));
    shapes.put("varargs.empty", x -> x % 2 == 0 ? box.ofVarargs() : box.ofVarargs("only" + x));
    shapes.put("varargs.primitive", x -> box.ofPrimitiveVarargs(new int[x]));
    shapes.put("boolean", box::ofBoolean);
    shapes.put("byte", x -> box.ofByte((byte) x));
    shapes.put("short", x -> box.ofShort((short) x));
    shapes.put("char", x -> box.ofChar((char) ('a' + x)));
    shapes.put("long", box::ofLong);
    shapes.put("float", box::ofFloat);
    shapes.put("double", box::ofDouble);
    shapes.put("void", x -> ofVoid(box, x));
    shapes.put("recursive", x -> box.ofRecursion(x + 5));
    shapes.put(
        "wide", x -> box.ofManyWideParameters(x, 1L << 40, 0.1, "d", 2.5f, 'f', new byte[x]));
    shapes.put("reassigned", x -> box.ofReassignedParameters(x, "text"));
    shapes.put("exits", box::ofManyExits);
    shapes.put("null", x -> String.valueOf(box.ofNull(x)));
    shapes.put("identity", x -> box.ofIdentity(x) == Toolbox.TOKEN);
    shapes.put("array", x -> Arrays.toString(box.ofArray(x)));
    shapes.put("checked", box::ofCheckedException);
    shapes.put("error", box::ofError);
    shapes.put("stack", box::ofStack);
    shapes.put("interruption", x -> box.ofInterruption(x) + " " + Thread.interrupted());
    shapes.put("default", seven::ofDefault);
    shapes.put("static.interface", Toolbox.Calculator::ofStaticInterface);
    shapes.put("bridge", x -> apply(upperCase, "text" + x));
    shapes.put("super", special::ofSuper);
    shapes.put("record", x -> new Toolbox.Point(3).ofRecord(x));
    shapes.put("enum", Toolbox.Operation.TWICE::ofEnumConstant);
    shapes.put("inner", inner::ofInner);
    return shapes;
  }

  private static int ofVoid(Toolbox box, int x) {
    box.ofVoid(x);
    return box.sideEffects();
  }

  /** Through the interface, and so through the bridge. */
  private static <T> T apply(UnaryOperator<T> operator, T argument) {
    return operator.apply(argument);
  }

  @AgentRun
  private static void callWithDifferentArguments(String name, Shape shape) {
    for (int x = 1; x <= 4; x++) {
      Report.fact(name + "." + x, describeCall(shape, x));
    }
  }

  @AgentRun
  private static void callAgainAndAgain(String name, Shape shape) {
    int haltedAt = 0;
    int halts = 0;
    for (int call = 1; call <= CAP; call++) {
      try {
        shape.call(2);
      } catch (LoopHaltException e) {
        halts++;
        haltedAt = haltedAt == 0 ? call : haltedAt;
      } catch (Throwable expected) {
        Report.fact(name + "." + call + ".threw", expected.getClass().getName());
      }
    }
    Report.fact(name + ".halted.at", haltedAt);
    Report.fact(name + ".halts", halts);
    Report.fact(name + ".lock.held", Thread.holdsLock(Toolbox.class));
  }

  private static String describeCall(Shape shape, int x) {
    try {
      return String.valueOf(shape.call(x));
    } catch (Throwable thrown) {
      return describe(thrown);
    }
  }

  private static String describe(Throwable thrown) {
    String frames =
        Stream.of(thrown.getStackTrace())
            .map(f -> f.getMethodName() + ":" + f.getLineNumber())
            .collect(Collectors.joining(" < "));
    String suppressed =
        Stream.of(thrown.getSuppressed()).map(Throwable::toString).collect(Collectors.joining(","));
    return thrown + " at " + frames + " suppressed " + suppressed + " cause " + thrown.getCause();
  }

  /** No method, field or interface may come or go: serialization and frameworks would notice. */
  private static void reportWhatReflectionSees() throws NoSuchMethodException {
    for (Class<?> type :
        List.of(Toolbox.class, Toolbox.UpperCase.class, Toolbox.Calculator.class)) {
      String methods =
          Stream.of(type.getDeclaredMethods())
              .filter(method -> !method.getName().startsWith("lambda$"))
              .map(EveryShape::signature)
              .sorted()
              .collect(Collectors.joining("; "));
      Report.fact("methods." + type.getSimpleName(), methods);
      Report.fact("fields." + type.getSimpleName(), type.getDeclaredFields().length);
      Report.fact("interfaces." + type.getSimpleName(), type.getInterfaces().length);
    }
    Method wide =
        Toolbox.class.getDeclaredMethod(
            "ofManyWideParameters",
            int.class,
            long.class,
            double.class,
            String.class,
            float.class,
            char.class,
            byte[].class);
    Report.fact("parameters", Arrays.toString(wide.getParameters()));
  }

  private static String signature(Method method) {
    return Modifier.toString(method.getModifiers())
        + " "
        + method.getName()
        + Arrays.toString(method.getParameterTypes())
        + Arrays.toString(method.getDeclaredAnnotations());
  }

  /** A tool as a function of one number. */
  private interface Shape {
    Object call(int x) throws Throwable;
  }
}
