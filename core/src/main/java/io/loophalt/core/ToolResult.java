package io.loophalt.core;

import io.loophalt.core.detect.Step;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What came of a tool call. Immutable and thread-safe.
 *
 * <p>A failure counts by its message without what varies (line numbers, times, ids, directories),
 * so that the same failure is known at another line; docs/fingerprints.md has the rules.
 */
public final class ToolResult {

  private final String text;
  private final boolean failed;
  private final long digest;
  private final String state;

  private ToolResult(String text, boolean failed, long digest, String state) {
    this.text = text;
    this.failed = failed;
    this.digest = digest;
    this.state = state;
  }

  /** The tool has returned this text, empty if none. Text that reads like a failure is seen. */
  public static ToolResult of(String text) {
    return new ToolResult(Objects.requireNonNull(text, "text"), false, Step.ABSENT, "");
  }

  /** The tool has failed with this message; many exceptions have none, which counts as empty. */
  public static ToolResult failed(@Nullable String message) {
    return new ToolResult(message == null ? "" : message, true, Step.ABSENT, "");
  }

  /** The tool has failed with an exception, which counts by its {@code toString}. */
  public static ToolResult failed(Throwable thrown) {
    return failed(thrown.toString());
  }

  /**
   * The tool has returned something of which only a digest is known.
   *
   * @param result any number but 0
   */
  public static ToolResult ofDigest(long result) {
    return digested(result, false);
  }

  /**
   * The tool has failed, and only a digest of the failure is known.
   *
   * @param failure any number but 0
   */
  public static ToolResult failedWithDigest(long failure) {
    return digested(failure, true);
  }

  private static ToolResult digested(long digest, boolean failed) {
    if (digest == Step.ABSENT) {
      throw new IllegalArgumentException("0 stands for no digest");
    }
    return new ToolResult("", failed, digest, "");
  }

  /**
   * The same result, with what the caller knows of its environment afterwards, such as a hash of a
   * work tree. A change to a state in which the run has not been before is progress, as by {@link
   * GuardedRun#progress}, whatever the result; back and forth between known states is not.
   */
  public ToolResult inState(String description) {
    return new ToolResult(text, failed, digest, Objects.requireNonNull(description, "description"));
  }

  /** The text returned, or the message of the failure; empty where only a digest is known. */
  public String text() {
    return text;
  }

  boolean failed() {
    return failed;
  }

  /** The digest that the caller gave, else {@link Step#ABSENT}. */
  long digest() {
    return digest;
  }

  /** Empty if none is known. */
  String state() {
    return state;
  }
}
