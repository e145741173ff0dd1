package io.loophalt.frameworks.genai;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.extension.sdk.SdkModelCalls.ToolResult;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is read of contents that have the shape of Google's. */
class GoogleContentsTest {

  /** As Google has it. */
  public record Content(Optional<String> role, Optional<List<Part>> parts) {}

  /** As Google has it: one of the three. */
  public record Part(
      Optional<String> text, Optional<Response> functionResponse, Optional<String> inlineData) {}

  /** As Google has it. */
  public record Response(
      Optional<String> name,
      Optional<Map<String, Object>> response,
      Optional<List<String>> parts) {}

  @Test
  void aMemberCalledErrorIsAFailureIfItSaysSomething() {
    for (Object nothing : Arrays.asList(null, false, "", 0, 0.0, List.of(), Map.of())) {
      assertThat(result(nothing).error()).as("%s", nothing).isNull();
      assertThat(result(nothing).text()).as("what is left of %s", nothing).isEqualTo("20.5");
    }
    for (Object something : List.of(true, "no", 404, List.of("no"), Map.of("code", 404))) {
      assertThat(result(something).error()).as("%s", something).isTrue();
    }
  }

  @Test
  void picturesBelongToTheResultInWhichTheyAreOrBehindWhichTheyStand() {
    Part within = response(Map.of("output", "seen"), List.of("p1"));

    assertThat(results(user(within))).containsExactly(List.of("p1"));
    assertThat(results(user(response(Map.of(), List.of()), picture("p2"))))
        .containsExactly(List.of(picture("p2")));
    assertThat(results(user(response(Map.of(), List.of())), user(picture("p3"))))
        .containsExactly(List.of(picture("p3")));
    assertThat(results(user(picture("before"), response(Map.of(), List.of()))))
        .containsExactly(List.of());
  }

  private static ToolResult result(@Nullable Object error) {
    Map<String, Object> response = new HashMap<>();
    response.put("error", error);
    response.put("celsius", 20.5);
    return new GoogleContents(List.of(user(response(response, List.of())))).results().get(0);
  }

  private static List<List<Object>> results(Content... contents) {
    return new GoogleContents(List.of(contents))
        .results().stream().map(ToolResult::otherParts).toList();
  }

  private static Content user(Part... parts) {
    return new Content(Optional.of("user"), Optional.of(List.of(parts)));
  }

  private static Part picture(String data) {
    return new Part(Optional.empty(), Optional.empty(), Optional.of(data));
  }

  private static Part response(Map<String, Object> response, List<String> parts) {
    return new Part(
        Optional.empty(),
        Optional.of(new Response(Optional.of("look"), Optional.of(response), Optional.of(parts))),
        Optional.empty());
  }
}
