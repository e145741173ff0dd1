package io.loophalt.compatibility.deep;

import io.loophalt.LoopHaltException;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * Loads one tool class again and again, from deeper in the stack each time until there is no room
 * to load it at all; reports how many of the loaded ones are not guarded in the end.
 */
public final class DeepLoading {

  private static final int CAP = 7;
  private static final int FURTHEST_FROM_THE_END = 3_000;
  private static final int STEP = 25;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static int deepest;
  private static int left;

  private DeepLoading() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    Lifeline.hold();
    byte[] classFile = classFile();
    if (args.length > 0) {
      Report.fact("first.halted.at", haltedAt(new ToolLoader(classFile).define()));
    }
    List<Class<?>> loaded = new ArrayList<>();
    Thread deep =
        new Thread(
            null,
            () -> {
              warmUp(classFile);
              for (int room = FURTHEST_FROM_THE_END; room > 0; room -= STEP) {
                tryTheEnd(classFile);
                load(classFile, Math.max(0, deepest - room), loaded);
              }
            },
            "deep",
            1 << 20);
    deep.start();
    deep.join();
    Report.fact("loaded.some", loaded.size() > 10);
    Report.fact("unguarded", unguardedAfterAll(loaded));
    Report.fact("done", true);
  }

  private static byte[] classFile() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(DeepLoading.class.getResourceAsStream("DeepTool.class"))) {
      return in.readAllBytes();
    }
  }

  /** Until the JVM has compiled most of the way down. */
  private static void warmUp(byte[] classFile) {
    for (int i = 0; i < 2_000; i++) {
      loadAt(10, new Nowhere(classFile));
    }
  }

  /** By the frames that loading has, of which the JVM may compile some at any moment. */
  private static void tryTheEnd(byte[] classFile) {
    try {
      loadAt(Integer.MAX_VALUE, new Nowhere(classFile));
    } catch (StackOverflowError end) {
      deepest = Integer.MAX_VALUE - left;
    }
  }

  private static void load(byte[] classFile, int depth, List<Class<?>> loaded) {
    try {
      Class<?> tool = loadAt(depth, new ToolLoader(classFile));
      if (tool != null) {
        loaded.add(tool);
      }
    } catch (StackOverflowError noRoom) {
      return; // It is not loaded then.
    }
  }

  private static Class<?> loadAt(int depth, ToolLoader loader) {
    left = depth;
    return depth == 0 ? loader.define() : loadAt(depth - 1, loader);
  }

  private static int unguardedAfterAll(List<Class<?>> loaded) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    List<Class<?>> left = new ArrayList<>(loaded);
    while (!left.isEmpty() && System.nanoTime() < deadline) {
      for (Class<?> tool : List.copyOf(left)) {
        if (haltedAt(tool) == 5) {
          left.remove(tool);
        }
      }
    }
    return left.size();
  }

  /** On a thread of its own, which is a run of its own. */
  private static int haltedAt(Class<?> type) throws Exception {
    @SuppressWarnings("unchecked")
    UnaryOperator<String> tool =
        (UnaryOperator<String>) type.getDeclaredConstructor().newInstance();
    int[] at = new int[1];
    Thread calls =
        new Thread(
            () -> {
              int returns = 0;
              for (int call = 1; call <= CAP && at[0] == 0; call++) {
                try {
                  returns += tool.apply("timeout").isEmpty() ? 0 : 1;
                } catch (LoopHaltException e) {
                  at[0] = returns + 1;
                }
              }
            });
    calls.start();
    calls.join();
    return at[0];
  }

  private static class ToolLoader extends ClassLoader {
    private final byte[] classFile;

    ToolLoader(byte[] classFile) {
      super(DeepLoading.class.getClassLoader());
      this.classFile = classFile;
    }

    Class<?> define() {
      return defineClass(DeepTool.class.getName(), classFile, 0, classFile.length);
    }
  }

  /** Only goes the way. */
  private static final class Nowhere extends ToolLoader {
    Nowhere(byte[] classFile) {
      super(classFile);
    }

    @Override
    Class<?> define() {
      return Object.class;
    }
  }
}
