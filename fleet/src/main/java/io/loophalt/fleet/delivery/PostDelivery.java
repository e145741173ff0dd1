package io.loophalt.fleet.delivery;

import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.operations.notify.Pace;
import io.loophalt.operations.notify.Webhook;
import io.loophalt.operations.notify.Webhook.Outcome;
import io.loophalt.runtime.policy.NotifyPolicy;
import java.io.IOException;
import java.time.Clock;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Posts bodies to the webhook that the configuration names. */
public final class PostDelivery implements Delivery {

  private static final Logger LOG = LoggerFactory.getLogger(PostDelivery.class);

  /** Amounts of money stay what they are. */
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
          .build();

  private final NotifyPolicy policy;
  private final Webhook webhook;
  private final Clock clock = Clock.systemUTC();
  private final Pace pace;
  private final Counter refused;

  /** The way to it. */
  public PostDelivery(NotifyPolicy policy, MetricGroup metrics) {
    this.policy = policy;
    this.webhook = new Webhook(policy, "fleet");
    this.pace = new Pace(policy.perMinute(), new SplittableRandom(), System.nanoTime());
    this.refused = metrics.counter("posts_refused");
  }

  @Override
  public @Nullable String deliver(String line) throws IOException, InterruptedException {
    ObjectNode body = (ObjectNode) JSON.readTree(line);
    body.put("dropped", refused.getCount());
    for (long nanos = pace.take(System.nanoTime()); nanos > 0; ) {
      TimeUnit.NANOSECONDS.sleep(nanos);
      nanos = pace.take(System.nanoTime());
    }
    Outcome outcome =
        webhook.post(
            JSON.writeValueAsBytes(body),
            body.path("id").asText(),
            clock.instant().getEpochSecond(),
            policy.timeout());
    if (outcome.delivered()) {
      return null;
    }
    if (outcome.again()) {
      TimeUnit.NANOSECONDS.sleep(outcome.after().toNanos());
      return NotifyPolicy.shown(policy.url()) + ": " + outcome.what();
    }
    refused.inc();
    LOG.warn(
        "a post was refused by {} ({}) and is not tried again",
        NotifyPolicy.shown(policy.url()),
        outcome.what());
    return null;
  }

  @Override
  public void close() {
    // Its thread is interrupted, and with it what it waits for.
  }
}
