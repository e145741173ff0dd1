package io.loophalt.operations.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.runtime.runs.LiveRun;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OpenTelemetryLibraryTest {

  private final MeasuredRuns runs = new MeasuredRuns();
  private final OpenTelemetryLibrary library =
      Objects.requireNonNull(
          OpenTelemetryLibrary.find("", OpenTelemetryLibraryTest.class.getClassLoader()));

  @AfterEach
  void nothingIsGlobal() {
    GlobalOpenTelemetry.resetForTest();
  }

  @Test
  void nothingIsAskedOfOneThatTheApplicationHasYetToSetAndAllOfOneThatCollects() throws Throwable {
    GlobalOpenTelemetry.resetForTest();
    assertThat(library.isSetUp()).isFalse();
    GlobalOpenTelemetry.set(OpenTelemetrySdk.builder().build()); // would throw if it had been asked
    assertThat(library.isSetUp()).as("without a reader of metrics").isFalse();
    GlobalOpenTelemetry.resetForTest();

    InMemoryMetricReader reader = InMemoryMetricReader.create();
    GlobalOpenTelemetry.set(
        OpenTelemetrySdk.builder()
            .setMeterProvider(SdkMeterProvider.builder().registerMetricReader(reader).build())
            .build());
    assertThat(library.isSetUp()).isTrue();
    LiveRun live = runs.open("run", "search", null);
    runs.asks(live, "large", 100, 10);
    library.register(new LatestReading(runs.reading));
    library.register(new LatestReading(runs.reading));

    Map<String, MetricData> collected = collect(reader);
    MetricData tokens = Objects.requireNonNull(collected.get("loophalt.tokens"));
    assertThat(tokens.getUnit()).isEqualTo("{token}");
    assertThat(tokens.getDoubleSumData().isMonotonic()).isTrue();
    assertThat(tokens.getDoubleSumData().getPoints())
        .extracting(DoublePointData::getValue, each -> each.getAttributes().toString())
        .anySatisfy(
            point -> {
              assertThat(point.toList().get(0)).isEqualTo(100.0);
              assertThat(point.toList().get(1).toString())
                  .contains("gen_ai.response.model=\"large\"", "loophalt.task=\"search\"");
            })
        .hasSize(2);
    assertThat(collected).containsKeys("loophalt.agent.info", "loophalt.runs.live");
    assertThat(Objects.requireNonNull(collected.get("loophalt.agent.time")).getUnit())
        .isEqualTo("s");
  }

  private static Map<String, MetricData> collect(InMemoryMetricReader reader) {
    Map<String, MetricData> byName = new TreeMap<>();
    reader.collectAllMetrics().forEach(each -> byName.put(each.getName(), each));
    return byName;
  }
}
