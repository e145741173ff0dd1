package io.loophalt.operations.metrics;

import io.loophalt.PrintableText;
import io.opentelemetry.exporter.internal.FailedExportException.HttpExportException;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.common.export.HttpResponse;
import io.opentelemetry.sdk.metrics.InstrumentType;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.export.MetricExporter;
import java.io.IOException;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An exporter that says once when nothing arrives, and again after something has. Thread-safe. */
final class ToldExporter implements MetricExporter {

  private final MetricExporter exporter;
  private final String endpoint;
  private final Consumer<String> complaints;
  private final AtomicBoolean failing = new AtomicBoolean();

  /** What has become of the latest values. */
  private volatile CompletableResultCode latest = CompletableResultCode.ofSuccess();

  ToldExporter(MetricExporter exporter, String endpoint, Consumer<String> complaints) {
    this.exporter = exporter;
    this.endpoint = endpoint;
    this.complaints = complaints;
  }

  @Override
  public AggregationTemporality getAggregationTemporality(InstrumentType instrumentType) {
    return exporter.getAggregationTemporality(instrumentType);
  }

  @Override
  public CompletableResultCode export(Collection<MetricData> metrics) {
    CompletableResultCode result = exporter.export(metrics);
    latest = result;
    result.whenComplete(
        () -> {
          if (result.isSuccess()) {
            failing.set(false);
          } else if (failing.compareAndSet(false, true)) {
            complaints.accept(
                "metrics do not arrive at "
                    + endpoint
                    + PrintableText.of(why(result.getFailureThrowable()))
                    + "; they are sent again at the next interval, and runs are watched all the"
                    + " same");
          }
        });
    return result;
  }

  /** In parentheses; empty where nothing is known. */
  private static String why(@Nullable Throwable failure) {
    HttpResponse answer =
        failure instanceof HttpExportException refused ? refused.getResponse() : null;
    if (answer != null) {
      return " (HTTP " + answer.getStatusCode() + ')';
    }
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof IOException) {
        String name = each.getClass().getSimpleName();
        return " (" + (each.getMessage() == null ? name : name + ": " + each.getMessage()) + ')';
      }
    }
    // Its message may quote what was to be sent, such as a header.
    return failure == null ? "" : " (" + failure.getClass().getSimpleName() + ')';
  }

  /** Waits until nothing is under way: values that come meanwhile would be dropped. */
  void await(long millis) {
    latest.join(millis, TimeUnit.MILLISECONDS);
  }

  @Override
  public CompletableResultCode flush() {
    return exporter.flush();
  }

  @Override
  public CompletableResultCode shutdown() {
    return exporter.shutdown();
  }
}
