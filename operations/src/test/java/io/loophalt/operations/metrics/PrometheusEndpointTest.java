package io.loophalt.operations.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.runtime.policy.PrometheusPolicy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PrometheusEndpointTest {

  private final List<String> complaints = new CopyOnWriteArrayList<>();
  private final PrometheusPolicy policy = new PrometheusPolicy("127.0.0.1", 0);

  @Test
  void itServesTheMetricsAndLeavesTheLimitsOfTheApplicationsOwnServersAlone() throws Exception {
    MeasuredRuns runs = new MeasuredRuns();
    runs.open("run", "search", null);

    try (PrometheusEndpoint endpoint = open(runs)) {
      HttpResponse<String> answer = get(PrometheusEndpoint.url(policy, endpoint.port()));
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).contains("loophalt_runs_live{");
    }

    assertThat(System.getProperties().stringPropertyNames())
        .noneMatch(each -> each.startsWith("sun.net.httpserver."));
    assertThat(complaints).isEmpty();
  }

  @Test
  void aPortThatIsTakenIsToldInALine() {
    MeasuredRuns runs = new MeasuredRuns();
    try (PrometheusEndpoint first = open(runs)) {
      PrometheusPolicy taken = new PrometheusPolicy("127.0.0.1", first.port());

      assertThat(PrometheusEndpoint.open(taken, new LatestReading(runs.reading), complaints::add))
          .isNull();
    }
    assertThat(complaints)
        .singleElement()
        .asString()
        .startsWith("metrics are not served at 127.0.0.1:")
        .contains("in use");
  }

  private PrometheusEndpoint open(MeasuredRuns runs) {
    return Objects.requireNonNull(
        PrometheusEndpoint.open(policy, new LatestReading(runs.reading), complaints::add));
  }

  private static HttpResponse<String> get(String url) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
  }
}
