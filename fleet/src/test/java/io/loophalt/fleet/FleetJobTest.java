package io.loophalt.fleet;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetJobTest {

  /** In a cluster it would begin, and fail with words of Flink's. */
  @Test
  void aFolderWithoutAFileIsAMistakeOfWhoSubmitsTheJob(@TempDir Path empty) {
    FleetJob job = new FleetJob();
    job.files.add(empty.toString());
    StreamExecutionEnvironment flink = StreamExecutionEnvironment.createLocalEnvironment(1);

    assertThatThrownBy(() -> job.lines(flink, Recorded.SETTINGS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("there is no file in " + empty);
  }
}
