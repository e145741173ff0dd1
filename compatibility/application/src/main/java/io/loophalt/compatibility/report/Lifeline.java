package io.loophalt.compatibility.report;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Ties a forked application to the test that started it: standard input carries the test's signals,
 * and its end, which comes when the test closes it or dies in whatever way, ends this JVM.
 */
public final class Lifeline {

  /** Set by the test that forks; without it there is nobody to be tied to. */
  public static final String PROPERTY = "loophalt.lifeline";

  /** Exit status of an application whose test is gone. */
  public static final int ORPHANED = 97;

  private static final BlockingQueue<String> SIGNALS = new LinkedBlockingQueue<>();

  private Lifeline() {}

  /** Begins to listen. */
  public static void hold() {
    if (!Boolean.getBoolean(PROPERTY)) {
      return;
    }
    Thread listener = new Thread(Lifeline::listen, "lifeline");
    listener.setDaemon(true);
    listener.start();
  }

  /** Waits until the test sends {@code signal}; other signals before it are dropped. */
  public static void await(String signal) {
    try {
      String received;
      do {
        received = SIGNALS.take();
      } while (!received.equals(signal));
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while waiting for '" + signal + "'", e);
    }
  }

  /** The next signal that the test sends. */
  public static String next() {
    try {
      return SIGNALS.take();
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while waiting for a signal", e);
    }
  }

  private static void listen() {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        SIGNALS.add(line);
      }
    } catch (IOException e) {
      System.err.println("lifeline broke: " + e);
    }
    Runtime.getRuntime().halt(ORPHANED);
  }
}
