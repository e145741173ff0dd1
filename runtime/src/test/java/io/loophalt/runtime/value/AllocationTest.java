package io.loophalt.runtime.value;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.loophalt.core.fingerprint.TextDigest;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** What a guarded call does at every step takes no memory. */
class AllocationTest {

  private static final int CALLS = 10_000;

  private final CanonicalDigest digest = new CanonicalDigest();

  @Test
  void aCallWithFlatArgumentsAllocatesNothing() {
    List<Object> list = new ArrayList<>(List.of("x", 1, 2.5, 7L, true, TimeUnit.DAYS));
    Double fraction = 0.1;
    Long number = 1L << 60;
    assertAllocatesNothing(
        () -> {
          digest.begin("search");
          digest.add("query", "a text of some length, with é in it");
          digest.add("number", number);
          digest.add("fraction", fraction);
          digest.add("unit", TimeUnit.SECONDS);
          digest.add("list", list);
          return digest.finish();
        });
  }

  @Test
  void jsonTextWithoutEscapesAllocatesNothing() {
    String json =
        "{\"path\": \"src/a.py\", \"lines\": [1, 2.5, -3e2], \"deep\": {\"x\": [true, null]}}";
    assertAllocatesNothing(() -> digest.ofCall("edit", json));
  }

  @Test
  void textAllocatesNothing() {
    String text = "a result of the tool, ".repeat(50);
    assertAllocatesNothing(() -> TextDigest.combine(TextDigest.of(text), 5));
  }

  private static void assertAllocatesNothing(LongSupplier call) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long sum = 0;
    for (int i = 0; i < 3 * CALLS; i++) {
      sum += call.getAsLong();
    }
    threads.getCurrentThreadAllocatedBytes();
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < CALLS; i++) {
      sum += call.getAsLong();
    }
    long bytes = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(bytes / CALLS).as("bytes per call (%s in all, %s)", bytes, sum).isZero();
  }
}
