package io.loophalt.store.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.runtime.safety.Log;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ServerLinkTest {

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final Log log = new Log(new PrintStream(said, true, StandardCharsets.UTF_8));

  @Test
  void aServerIsLookedForAgainWhateverWasThrown() throws InterruptedException {
    BrokenDoor door = new BrokenDoor(new NoClassDefFoundError("planted"));
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

  /** Leads nowhere, for a reason that is not the server's. */
  private static final class BrokenDoor implements ServerLink.Door {

    private final CountDownLatch tries = new CountDownLatch(3);
    private final Error broken;

    BrokenDoor(Error broken) {
      this.broken = broken;
    }

    @Override
    public StoreConnection open() {
      tries.countDown();
      throw broken;
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
