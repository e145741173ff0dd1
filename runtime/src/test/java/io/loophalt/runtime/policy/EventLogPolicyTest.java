package io.loophalt.runtime.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventLogPolicyTest {

  @ParameterizedTest
  @CsvSource({
    "loophalt-events.jsonl, loophalt-events-7-ab.jsonl",
    "logs.d/events, logs.d/events-7-ab",
    "logs/.events, logs/.events-7-ab",
    "/var/log/a.b.jsonl, /var/log/a.b-7-ab.jsonl",
    "a-{jvm}.jsonl, a-7-ab.jsonl",
    "logs/{jvm}/events.jsonl, logs/7-ab/events.jsonl",
  })
  void eachProcessHasAFileOfItsOwn(String configured, String own) {
    assertThat(EventLogPolicy.fileOf(Path.of(configured), "7-ab")).isEqualTo(Path.of(own));
  }
}
