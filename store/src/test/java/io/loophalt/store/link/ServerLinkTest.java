package io.loophalt.store.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.runtime.safety.Log;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;

class ServerLinkTest {

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final Log log = new Log(new PrintStream(said, true, StandardCharsets.UTF_8));

  @Test
  void aServerIsLookedForAgainWhateverWasThrown() throws InterruptedException {
    Error planted = new NoClassDefFoundError("planted");
    BrokenDoor door = new BrokenDoor(planted, planted, planted);
    ServerLink link = new ServerLink(door, TimeUnit.SECONDS.toNanos(1), log);

    link.start();

    assertThat(door.tries.await(60, TimeUnit.SECONDS)).as("tried again and again").isTrue();
    link.close();
    assertThat(link.isTried()).isTrue();
    assertThat(said.toString(StandardCharsets.UTF_8).lines())
        .singleElement()
        .asString()
        .contains("nowhere is away (java.lang.NoClassDefFoundError: planted)");
  }

  @Test
  void whyAServerIsAwayIsToldOnceWhenItIsKnown() throws InterruptedException {
    JedisException late = ofConnection(new SocketTimeoutException("no answer in time"));
    JedisException refused = ofConnection(new SSLHandshakeException("planted"));
    JedisException other = ofConnection(new ConnectException("planted as well"));
    BrokenDoor door = new BrokenDoor(late, late, refused, other, late, refused);
    ServerLink link = new ServerLink(door, TimeUnit.SECONDS.toNanos(1), log);

    link.start();

    assertThat(door.tries.await(60, TimeUnit.SECONDS)).as("tried again and again").isTrue();
    link.close();
    assertThat(said.toString(StandardCharsets.UTF_8).lines())
        .satisfiesExactly(
            first -> assertThat(first).contains("away (java.net.SocketTimeoutException: no answer"),
            then ->
                assertThat(then).contains("away (javax.net.ssl.SSLHandshakeException: planted"));
  }

  private static JedisException ofConnection(IOException cause) {
    return new JedisConnectionException("the connection failed", cause);
  }

  /** Leads nowhere, for one reason after the other. */
  private static final class BrokenDoor implements ServerLink.Door {

    private final Queue<Throwable> reasons;
    private final CountDownLatch tries;

    BrokenDoor(Throwable... reasons) {
      this.reasons = new ConcurrentLinkedQueue<>(List.of(reasons));
      tries = new CountDownLatch(reasons.length);
    }

    @Override
    public StoreConnection open() {
      tries.countDown();
      Throwable reason = reasons.remove();
      if (reason instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) reason;
    }

    @Override
    public String place() {
      return "nowhere";
    }

    @Override
    public Trial trial() {
      throw new AssertionError("nothing is open");
    }

    @Override
    public void rehearse() {}

    @Override
    public boolean isOfCluster() {
      return false;
    }

    @Override
    public void changed() {}
  }
}
