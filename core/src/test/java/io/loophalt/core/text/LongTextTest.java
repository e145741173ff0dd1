package io.loophalt.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.loophalt.Effect;
import io.loophalt.core.fingerprint.DigestList;
import io.loophalt.core.fingerprint.TextDigest;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** What is too long to be read whole is judged by its ends and by a digest of what is between. */
class LongTextTest {

  private static final String LINES = "the quick brown fox jumps over the lazy dog\n".repeat(2_000);

  @Test
  void aFailureOfAnyLengthIsTheSameAtAnotherTime() {
    assertThat(failure("at 10:11:12 the build began\n" + LINES + "FAILED after 12.5 s"))
        .isEqualTo(failure("at 09:59:01 the build began\n" + LINES + "FAILED after 13.1 s"));
  }

  @Test
  void aFailureIsAnotherOneIfItSaysSomethingElseAnywhere() {
    String begin = "the build began\n";
    String end = "\nFAILED";

    assertThat(failure(begin + LINES + "x" + LINES + end))
        .isNotEqualTo(failure(begin + LINES + "y" + LINES + end))
        .isNotEqualTo(failure(begin + LINES + "x" + LINES + "\nFAILED twice"))
        .isNotEqualTo(failure("another began\n" + LINES + "x" + LINES + end));
  }

  @Test
  void ofAHugeMessageOfAnExceptionTheEndsAndTheLengthCount() {
    String middle = "x".repeat(TextEnds.LONGEST_DIGESTED_MESSAGE);
    String huge = "at line 7: lost " + middle + " of order 9";

    assertThat(ErrorNormalizer.digestOfMessage(huge))
        .isEqualTo(ErrorNormalizer.digestOfMessage(changedInTheMiddle(huge)))
        .isEqualTo(ErrorNormalizer.digestOfMessage(huge.replace("line 7", "line 8")))
        .isNotEqualTo(ErrorNormalizer.digestOfMessage(huge + "x"));
    assertThat(FailureText.ofMessage(huge, "{}"))
        .isEqualTo(FailureText.ofMessage(changedInTheMiddle(huge), "{}"))
        .isNotEqualTo(FailureText.ofMessage(huge + "x", "{}"));
  }

  @Test
  void aLongCommandIsNotTakenForALookBecauseItBeginsWithOne() {
    String fewLooks = "ls -l\n".repeat(10);

    assertThat(ToolVerbs.natureOf("bash", fewLooks, Effect.UNKNOWN) & ToolVerbs.LOOKING_CALL)
        .isNotZero();
    assertThat(
            ToolVerbs.natureOf("bash", "ls -l\n".repeat(5_000), Effect.UNKNOWN)
                & ToolVerbs.LOOKING_CALL)
        .isZero();
  }

  @Test
  void aLongTextAmongTheArgumentsAsksForWhatItIs() {
    String page = "{\"text\":\"" + "word ".repeat(5_000) + "\",\"page\":";

    assertThat(ArgumentShape.of("read", page + "1}"))
        .isNotEqualTo(ArgumentShape.of("read", page + "2}"));
    assertThat(ArgumentShape.question(page + "1}")).isZero();
  }

  @Test
  void aLongTextLeavesNoGarbage() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    String text = LINES.repeat(10);
    long digests = 0;
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 20; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 100; i++) {
        digests += TextDigest.of(text);
      }
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }

    assertThat(least).as("bytes for %d digests, %x", 100, digests).isLessThan(1_024);
  }

  @Test
  void aFailingTextOfAnyLengthCostsABoundedCopy() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    String text = LINES.repeat(100);
    long digests = failure(text);
    long before = threads.getCurrentThreadAllocatedBytes();

    digests += failure(text);

    assertThat(threads.getCurrentThreadAllocatedBytes() - before)
        .as("bytes for the digest of %d characters, %x", text.length(), digests)
        .isLessThan(8L * TextEnds.LONGEST_READ_WHOLE);
  }

  @Test
  void theWordsOfAFailureTakeRoomByWhatTheCallSays() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    String text = LINES.repeat(10);
    DigestList words = new DigestList(FailureWords.CAPACITY);
    FailureWords.read("build", "", text, "{\"module\": \"shop\"}", words);
    words.clear();
    long before = threads.getCurrentThreadAllocatedBytes();

    FailureWords.read("build", "", text, "{\"module\": \"shop\"}", words);

    assertThat(threads.getCurrentThreadAllocatedBytes() - before)
        .as("bytes for %d words", words.size())
        .isLessThan(1_024);
  }

  /** Reading to the end for each number took a thousand times as long as its ends. */
  @Test
  void theNumbersOfALongTextAreReadInTheTimeOfItsEnds() {
    String numbers = "1 2 3 4 5 6 7 8 9\n".repeat(100);

    assertThat(nanosToMeasure(numbers + LINES.repeat(100)))
        .as("nanoseconds")
        .isLessThan(50 * nanosToMeasure(numbers));
  }

  /** The least of several times. */
  private static long nanosToMeasure(String text) {
    DigestList measures = new DigestList(Measures.CAPACITY);
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 20; i++) {
      measures.clear();
      long before = System.nanoTime();
      Measures.read(text, measures);
      least = Math.min(least, System.nanoTime() - before);
    }
    return least;
  }

  private static String changedInTheMiddle(String text) {
    StringBuilder changed = new StringBuilder(text);
    changed.setCharAt(text.length() / 2, 'y');
    return changed.toString();
  }

  private static long failure(String output) {
    return FailureText.ofOutput(output, "{}");
  }
}
