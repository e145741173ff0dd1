package io.loophalt.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.StopReason;
import java.io.File;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one run of the agent came to; written by the JVM that ran it, read by the one that compares.
 *
 * @param ending how it ended
 * @param message the answer, or the message of the exception that reached the caller
 * @param modelCalls answers the model gave
 * @param inputTokens tokens sent, as the model reported them
 * @param outputTokens tokens received, as the model reported them
 * @param attempts the checks that ran, oldest first
 * @param stopReason why Loophalt stopped the run, if it did
 */
record RunReport(
    Ending ending,
    String message,
    int modelCalls,
    long inputTokens,
    long outputTokens,
    List<Attempt> attempts,
    @Nullable StopReason stopReason) {

  /** How a run can end. */
  enum Ending {
    ANSWERED("the model's answer"),
    FRAMEWORK_CAP("the framework's cap"),
    HANDED_ON("the next worker"),
    HALTED("LoopHaltException"),
    FAILED("another exception");

    private final String inWords;

    Ending(String inWords) {
      this.inWords = inWords;
    }

    String inWords() {
      return inWords;
    }
  }

  private static final ObjectMapper JSON = new ObjectMapper();

  RunReport {
    attempts = List.copyOf(attempts);
  }

  /** Tokens in both directions. */
  long tokens() {
    return inputTokens + outputTokens;
  }

  void writeTo(File file) throws IOException {
    JSON.writeValue(file, this);
  }

  static RunReport readFrom(File file) throws IOException {
    return JSON.readValue(file, RunReport.class);
  }
}
