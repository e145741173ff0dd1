package io.loophalt.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.Effect;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.standard.StandardPreset;
import io.loophalt.core.fingerprint.TextDigest;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.TaskPolicy;
import java.io.ByteArrayOutputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

/** What the state of a long run is made of, printed for docs/performance.md. */
class SavedRunPartsTest {

  private static final int STEPS = 5_000;

  /** The store's promise: 4 KB beside the log. */
  private static final int MOST_BESIDE_THE_LOG = 4_096;

  private int longs;
  private int halvesOfShortDigests;

  @Test
  void mostOfItAreDigestsAndItsLengthIsBounded() throws IOException {
    TaskPolicy policy =
        new TaskPolicy(
            "task",
            StandardPreset.VERSIONED_NAME,
            StandardPreset.detectors(),
            Map.of(),
            Ceilings.NONE,
            List.of(),
            TaskPolicy.OnHalt.THROW);
    Run run =
        new Run(
            "run-1", "task", policy, StandardPreset::detector, Mode.OBSERVE, null, RunEvents.NONE);
    for (int i = 0; i < STEPS; i++) {
      Step step = step("in/the/file " + i, "for this " + i % 7, i);
      Scene.modelCall(run, 1, 100, 10, "0", i);
      run.beforeStep(step);
      run.afterStep(step);
    }

    ByteArrayOutputStream saved = new ByteArrayOutputStream();
    run.save(counting(new DataOutputStream(saved)));

    int shortDigests = halvesOfShortDigests / 2;
    int log = Long.BYTES * longs + Integer.BYTES * shortDigests;
    System.out.printf(
        "state after %d steps: %d bytes; numbers of 8 bytes %d, digests of 4 bytes %d, together %d;"
            + " beside them %d; deflated %d%n",
        STEPS,
        saved.size(),
        longs,
        shortDigests,
        log,
        saved.size() - log,
        deflated(saved.toByteArray()));
    assertThat(log).isGreaterThan(saved.size() / 2);
    assertThat(saved.size() - log).isLessThan(MOST_BESIDE_THE_LOG);
  }

  private static Step step(String where, String what, int millis) {
    String arguments = where + ", " + what;
    Step step = new Step(() -> arguments);
    step.begin("look", null, Effect.UNKNOWN, TextDigest.of(arguments), false, millis);
    String result = where + " there is " + what;
    step.end(false, result, "", Step.ABSENT, millis);
    step.giveResult(TextDigest.of(result));
    return step;
  }

  /** Counts what is a digest, as a rule: what is written as eight bytes, or cut to four. */
  private DataOutput counting(DataOutputStream out) {
    return (DataOutput)
        Proxy.newProxyInstance(
            DataOutput.class.getClassLoader(),
            new Class<?>[] {DataOutput.class},
            (proxy, method, arguments) -> {
              count(method);
              try {
                return method.invoke(out, arguments);
              } catch (InvocationTargetException failed) {
                throw failed.getCause();
              }
            });
  }

  private void count(Method method) {
    if (method.getName().equals("writeLong")) {
      longs++;
    } else if (method.getName().equals("writeShort") && isCalledByShortDigests()) {
      halvesOfShortDigests++;
    }
  }

  private static boolean isCalledByShortDigests() {
    return StackWalker.getInstance()
        .walk(frames -> frames.anyMatch(frame -> frame.getClassName().endsWith("ShortDigests")));
  }

  private static int deflated(byte[] bytes) {
    Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
    try {
      deflater.setInput(bytes);
      deflater.finish();
      return deflater.deflate(new byte[2 * bytes.length]);
    } finally {
      deflater.end();
    }
  }
}
