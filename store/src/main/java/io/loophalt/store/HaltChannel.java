package io.loophalt.store;

import io.loophalt.runtime.safety.OwnThread;
import io.loophalt.runtime.safety.Warnings;
import io.loophalt.store.link.RedisLink;
import io.loophalt.store.link.ServerLink;
import io.loophalt.store.link.StoreConnection;
import io.loophalt.store.link.StoreProblem;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * One connection on which the server tells this process of halts as soon as another one has put
 * them there, whether or not anything is called here. A thread of the agent's listens.
 *
 * <p>Thread-safe.
 */
final class HaltChannel {

  /** Who is told, on the thread that listens. */
  interface Listener {

    /** The channel is open: what was told before was missed. */
    void opened();

    /** A process has told something. */
    void heard(byte[] news);
  }

  /** After an attempt that has failed although the server is there. */
  private static final long PAUSE_SECONDS = 2;

  private final RedisLink link;
  private final byte[] channel;
  private final Listener listener;
  private final Warnings warnings;

  HaltChannel(RedisLink link, byte[] channel, Listener listener, Warnings warnings) {
    this.link = link;
    this.channel = channel;
    this.listener = listener;
    this.warnings = warnings;
  }

  /** Listens from a moment later on. */
  void open() {
    OwnThread.of(this::listen, "loophalt-store-halts").start();
  }

  private void listen() {
    try {
      while (true) {
        ServerLink server = link.awaitThere();
        warnings.goingOn(() -> listenUntilClosed(server));
        TimeUnit.SECONDS.sleep(PAUSE_SECONDS);
      }
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }

  private void listenUntilClosed(ServerLink server) {
    try {
      listenOnce(server);
    } catch (JedisDataException refused) {
      warnings.once(
          "halt channel",
          "the store does not tell this JVM of halts at once ("
              + StoreProblem.said(refused)
              + "): it hears of them with the next call that asks. The user needs"
              + " +subscribe, and & with the key-prefix and ':*'");
    } catch (RuntimeException closed) {
      // As each time that the server is away; the channel is opened again.
    }
  }

  private void listenOnce(ServerLink server) {
    try (StoreConnection connection = server.connect()) {
      connection.subscribe(channel);
      listener.opened();
      // From here on its answers are read. Before, while all runs are looked at, it would be closed
      // because nobody reads that it is there.
      server.listensOn(connection);
      while (true) {
        byte[] news = connection.hear();
        if (news != null) {
          listener.heard(news);
        }
      }
    } finally {
      server.listensOn(null);
    }
  }
}
