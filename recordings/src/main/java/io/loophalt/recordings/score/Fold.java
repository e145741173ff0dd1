package io.loophalt.recordings.score;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.function.Predicate;

/**
 * A part of the runs: a fifth that is held out while detection is worked on, and the rest. Which
 * one a run is in follows from its id alone, so that it is the same for everyone and for ever: in
 * the held-out fifth if the first byte of the SHA-256 of the id in UTF-8 is a multiple of 5.
 */
public enum Fold implements Predicate<String> {
  /** All runs. */
  ALL("all"),
  /** A fifth of the runs, for the last check. */
  HELD_OUT("held-out"),
  /** The others, to work with. */
  REST("rest");

  private static final int PARTS = 5;

  private final String id;

  Fold(String id) {
    this.id = id;
  }

  /** The name on a command line. */
  public String id() {
    return id;
  }

  /** Whether a run is in it. */
  @Override
  public boolean test(String run) {
    return switch (this) {
      case ALL -> true;
      case HELD_OUT -> isHeldOut(run);
      case REST -> !isHeldOut(run);
    };
  }

  private static boolean isHeldOut(String run) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(run.getBytes(StandardCharsets.UTF_8));
      return (hash[0] & 0xff) % PARTS == 0;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
