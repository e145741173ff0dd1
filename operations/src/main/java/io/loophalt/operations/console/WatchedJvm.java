package io.loophalt.operations.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.PrintableText;
import io.loophalt.operations.control.ControlClient;
import io.loophalt.operations.control.ControlException;
import io.loophalt.operations.control.ControlProtocol;
import io.loophalt.operations.control.GuardedJvms.Jvm;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Asks one JVM once a second what has changed, over one connection, until it is gone. What it asks
 * costs that JVM a look at each of its runs, and more only for those that did something.
 */
final class WatchedJvm implements Runnable {

  private static final long ASKS_EVERY_MILLIS = 1_000;

  /** One that needs long to answer is asked less often: a fiftieth of its time at most. */
  private static final int RESTS = 50;

  private static final long MOST_REST_MILLIS = 10_000;

  /** Where there was more than one answer holds. */
  private static final long ASKS_AGAIN_MILLIS = 100;

  private final Jvm jvm;
  private final Board board;
  private final Semaphore wanted = new Semaphore(0);
  private volatile boolean connected;

  WatchedJvm(Jvm jvm, Board board) {
    this.jvm = jvm;
    this.board = board;
  }

  Jvm jvm() {
    return jvm;
  }

  /** Whether there is a connection. */
  boolean isConnected() {
    return connected;
  }

  /** Does not wait for the next second: something was ordered. */
  void lookNow() {
    wanted.release();
  }

  /** Looks until the JVM is gone, or this thread is interrupted. */
  @Override
  public void run() {
    try {
      while (look()) {
        await(ASKS_EVERY_MILLIS);
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  /** As long as the connection lasts; false if the JVM is gone. */
  private boolean look() throws InterruptedException {
    try (ControlClient client = new ControlClient(jvm.socket())) {
      board.connected(jvm);
      connected = true;
      while (true) {
        long begin = System.nanoTime();
        JsonNode changes = client.ask(ControlClient.request("changes"));
        long tookMillis = (System.nanoTime() - begin) / 1_000_000;
        board.changed(jvm, changes);
        long rest = Math.min(MOST_REST_MILLIS, RESTS * tookMillis);
        await(
            changes.path("more").asBoolean()
                ? ASKS_AGAIN_MILLIS
                : Math.max(ASKS_EVERY_MILLIS, rest));
      }
    } catch (ControlException | SocketTimeoutException trouble) {
      board.silent(jvm, String.valueOf(trouble.getMessage()));
      return true;
    } catch (IOException closed) {
      if (isGone()) {
        board.gone(jvm);
        return false;
      }
      board.silent(jvm, String.valueOf(closed.getMessage()));
      return true;
    } finally {
      connected = false;
    }
  }

  private boolean isGone() {
    if (!Files.exists(jvm.socket())) {
      return true;
    }
    try (ControlClient client = new ControlClient(jvm.socket())) {
      return client == null;
    } catch (SocketException nobody) {
      return true;
    } catch (IOException busy) {
      return false;
    }
  }

  private void await(long millis) throws InterruptedException {
    if (wanted.tryAcquire(millis, TimeUnit.MILLISECONDS)) {
      wanted.drainPermits();
    }
  }

  /** Its configuration, printable: an array of keys, values and origins. */
  JsonNode config() throws IOException, ControlException {
    ArrayNode printable = ControlProtocol.JSON.createArrayNode();
    for (JsonNode each : ask(ControlClient.request("config"))) {
      ObjectNode row = printable.addObject();
      each.properties()
          .forEach(field -> row.put(field.getKey(), PrintableText.of(field.getValue().asText())));
    }
    return printable;
  }

  private JsonNode ask(ObjectNode request) throws IOException, ControlException {
    try (ControlClient client = new ControlClient(jvm.socket())) {
      return client.ask(request);
    }
  }
}
