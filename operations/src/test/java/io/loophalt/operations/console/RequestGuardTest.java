package io.loophalt.operations.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.operations.console.RequestGuard.Verdict;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RequestGuardTest {

  private static final String HOST = "127.0.0.1:4711";
  private static final String OWN = "http://" + HOST;

  private final RequestGuard guard = new RequestGuard(List.of(HOST, "localhost:4711"), "secret");

  @Test
  void thePageAndItsOrdersAreAdmitted() {
    assertThat(judge("GET", "/secret/", Map.of("Host", HOST))).isEqualTo(Verdict.ADMITTED);
    assertThat(judge("GET", "/secret/", Map.of("Host", HOST, "Sec-Fetch-Site", "none")))
        .isEqualTo(Verdict.ADMITTED);
    assertThat(judge("POST", "/secret/orders", Map.of("Host", HOST, "Origin", OWN)))
        .isEqualTo(Verdict.ADMITTED);
    assertThat(
            judge(
                "POST",
                "/secret/orders",
                Map.of("Host", HOST, "Origin", OWN, "Sec-Fetch-Site", "same-origin")))
        .isEqualTo(Verdict.ADMITTED);
  }

  @Test
  void withoutTheTokenNothingIsThere() {
    for (String path : List.of("/", "/secret", "/secre/", "/secret2/", "//secret/", "/x/secret/")) {
      assertThat(judge("GET", path, Map.of("Host", HOST))).as(path).isEqualTo(Verdict.UNKNOWN);
    }
  }

  @Test
  void aNameThatWasMadeToLeadHereIsRefused() {
    for (String host : List.of("evil.example:4711", "127.0.0.1", "127.0.0.1:80", "", HOST + ".x")) {
      assertThat(judge("GET", "/secret/", Map.of("Host", host)))
          .as(host)
          .isEqualTo(Verdict.WRONG_HOST);
    }
    assertThat(judge("GET", "/secret/", Map.of())).isEqualTo(Verdict.WRONG_HOST);
    assertThat(guard.judge("GET", "/secret/", Map.of("Host", List.of(HOST, HOST))))
        .isEqualTo(Verdict.WRONG_HOST);
  }

  @Test
  void whatOtherPagesMakeABrowserSendIsRefused() {
    for (String origin : List.of("null", "http://evil.example", "https://" + HOST, OWN + "1")) {
      assertThat(judge("POST", "/secret/orders", Map.of("Host", HOST, "Origin", origin)))
          .as(origin)
          .isEqualTo(Verdict.FOREIGN);
      assertThat(judge("GET", "/secret/events", Map.of("Host", HOST, "Origin", origin)))
          .as(origin)
          .isEqualTo(Verdict.FOREIGN);
    }
    assertThat(judge("POST", "/secret/orders", Map.of("Host", HOST))).isEqualTo(Verdict.FOREIGN);
    for (String site : List.of("cross-site", "same-site")) {
      assertThat(judge("GET", "/secret/", Map.of("Host", HOST, "Sec-Fetch-Site", site)))
          .as(site)
          .isEqualTo(Verdict.FOREIGN);
    }
    assertThat(
            judge(
                "POST",
                "/secret/orders",
                Map.of("Host", HOST, "Origin", OWN, "Sec-Fetch-Site", "none")))
        .isEqualTo(Verdict.FOREIGN);
  }

  @Test
  void tokensAreLongAndNeverTheSame() {
    String token = RequestGuard.newToken();

    assertThat(token).hasSize(32).matches("[A-Za-z0-9_-]+").isNotEqualTo(RequestGuard.newToken());
  }

  private Verdict judge(String method, String path, Map<String, String> headers) {
    Map<String, List<String>> lists = new HashMap<>();
    headers.forEach((name, value) -> lists.put(name, List.of(value)));
    return guard.judge(method, path, lists);
  }
}
