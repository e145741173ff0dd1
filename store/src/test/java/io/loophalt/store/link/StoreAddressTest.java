package io.loophalt.store.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.runtime.policy.StorePolicy;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.HostAndPort;

class StoreAddressTest {

  @Test
  void theNodeOfTheUrlIsAskedFirstAndNoneTwice() {
    StoreAddress address =
        new StoreAddress(inCluster("redis://first", "second:7001", "first:6379", "[::1]:7002"));

    assertThat(address.nodes())
        .containsExactly(
            new HostAndPort("first", 6379),
            new HostAndPort("second", 7001),
            new HostAndPort("[::1]", 7002));
  }

  @Test
  void aPlaceNamesNobodyWhoConnects() {
    StoreAddress address = new StoreAddress(inCluster("redis://user:s3cret@first:7000/3"));

    assertThat(address.place()).isEqualTo("first:7000");
  }

  private static StorePolicy inCluster(String url, String... nodes) {
    return new StorePolicy(
        URI.create(url),
        StorePolicy.KEY_PREFIX,
        StorePolicy.TTL,
        StorePolicy.TIMEOUT,
        List.of(),
        null,
        null,
        List.of(nodes),
        null,
        null);
  }
}
