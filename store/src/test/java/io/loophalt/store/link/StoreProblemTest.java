package io.loophalt.store.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import java.net.SocketTimeoutException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisMovedDataException;

class StoreProblemTest {

  @Property
  void nothingOfWhatAServerWasSentIsQuoted(@ForAll String sent) {
    assertThat(StoreProblem.said(new JedisDataException("ERR unknown command '" + sent)))
        .isEqualTo("ERR");
    assertThat(StoreProblem.said(new JedisDataException("'" + sent)))
        .isEqualTo("JedisDataException");
  }

  @Test
  void whatIsWrongIsSaidInTheServersWord() {
    assertThat(StoreProblem.said(new JedisDataException("WRONGPASS invalid username-password")))
        .isEqualTo("WRONGPASS");
    assertThat(StoreProblem.said(new JedisDataException("OOM command not allowed")))
        .isEqualTo("OOM");
  }

  @Test
  void theNodeOfAClusterIsTakenForOne() {
    HostAndPort other = new HostAndPort("host", 1);

    assertThat(StoreProblem.said(new JedisMovedDataException("MOVED 1 host:1", other, 1)))
        .contains("store.cluster");
  }

  @Test
  void whatCouldNotBeReachedIsSaidAsTheSystemSaysIt() {
    JedisConnectionException refused =
        new JedisConnectionException("Failed to connect", new ConnectException("refused"));

    assertThat(StoreProblem.said(refused)).contains("ConnectException").contains("refused");
    assertThat(StoreProblem.said(new JedisConnectionException("no sentinel knows a master")))
        .isEqualTo("no sentinel knows a master");
  }

  /** As the client has it of a host with several addresses. */
  @Test
  void theCauseIsFoundAmongTheSuppressed() {
    JedisConnectionException all = new JedisConnectionException("Failed to connect to any host");
    all.addSuppressed(new ConnectException("refused"));

    assertThat(StoreProblem.said(all)).contains("refused");
  }

  @Test
  void aConnectionThatWasClosedIsNoServerThatIsLate() {
    assertThat(StoreProblem.isOfConnection(new JedisConnectionException("closed"))).isTrue();
    assertThat(
            StoreProblem.isOfConnection(
                new JedisConnectionException(new SocketTimeoutException("no answer in time"))))
        .isFalse();
    assertThat(StoreProblem.isOfConnection(new JedisDataException("ERR"))).isFalse();
  }

  @Test
  void whatIsOfTheKeysSaysNothingOfTheServer() {
    assertThat(StoreProblem.isOfTheKeys(new JedisDataException("TRYAGAIN Multiple keys"))).isTrue();
    assertThat(StoreProblem.isOfTheKeys(new JedisDataException("WRONGTYPE Operation"))).isTrue();
    assertThat(
            StoreProblem.isOfTheKeys(
                new JedisDataException("ERR Error running script: WRONGTYPE Operation")))
        .isTrue();
    assertThat(StoreProblem.isOfTheKeys(new JedisDataException("CLUSTERDOWN"))).isFalse();
    assertThat(StoreProblem.isOfTheKeys(new JedisConnectionException("TRYAGAIN"))).isFalse();
  }
}
