package io.loophalt.frameworks.genai;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.extension.sdk.CallOrder;
import io.loophalt.extension.sdk.SdkModelCalls.CallPart;
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

  /** As Google has a chunk. */
  public record Chunk(Optional<List<Candidate>> candidates) {}

  /** As Google has it. */
  public record Candidate(Optional<CallContent> content) {}

  /** As Google has it. */
  public record CallContent(Optional<List<CallOnly>> parts) {}

  /** As Google has it. */
  public record CallOnly(Optional<FunctionCall> functionCall) {}

  /** As Google has it; versions before 1.28 have no pieces. */
  public record FunctionCall(
      Optional<String> id,
      Optional<String> name,
      Optional<Map<String, Object>> args,
      Optional<List<Piece>> partialArgs) {}

  /** As Google has it: one of the three. */
  public record Piece(
      Optional<String> jsonPath,
      Optional<String> stringValue,
      Optional<Double> numberValue,
      Optional<Boolean> boolValue) {}

  @Test
  void argumentsThatComeInPiecesAreOfTheCallThatWasBegun() {
    assertThat(parts(call("fc-10", "set_light", null)))
        .containsExactly(new CallPart(0, "fc-10", "set_light", ""));
    assertThat(parts(call(null, "set_light", null)))
        .containsExactly(new CallPart(0, CallOrder.NO_ID, "set_light", ""));
    assertThat(parts(call(null, null, null, text("$.room", "kit"), text("$.room", "chen"))))
        .containsExactly(new CallPart(0, null, "", Map.of("room", "kitchen")));
    assertThat(parts(call("fc-11", null, null, number("$.level", 20.0))))
        .as("each piece may have an id of its own")
        .containsExactly(new CallPart(0, null, "", Map.of("level", 20.0)));
    assertThat(parts(call(null, null, Map.of("level", 20.0))))
        .containsExactly(new CallPart(0, null, "", Map.of("level", 20.0)));
    assertThat(parts(call(null, null, null))).containsExactly(new CallPart(0, null, "", ""));
  }

  @Test
  void aCallCountsOnceInHoweverManyPiecesItComes() {
    assertThat(GoogleContents.answer(call("fc-10", "set_light", null)).toolCalls()).isEqualTo(1);
    assertThat(GoogleContents.answer(call(null, null, null, number("$.level", 20.0))).toolCalls())
        .isZero();
  }

  private static List<CallPart> parts(Chunk chunk) {
    return GoogleContents.calls(chunk);
  }

  private static Chunk call(
      @Nullable String id,
      @Nullable String name,
      @Nullable Map<String, Object> args,
      Piece... pieces) {
    FunctionCall call =
        new FunctionCall(
            Optional.ofNullable(id),
            Optional.ofNullable(name),
            Optional.ofNullable(args),
            pieces.length == 0 ? Optional.empty() : Optional.of(List.of(pieces)));
    CallContent content = new CallContent(Optional.of(List.of(new CallOnly(Optional.of(call)))));
    return new Chunk(Optional.of(List.of(new Candidate(Optional.of(content)))));
  }

  private static Piece text(String path, String value) {
    return new Piece(Optional.of(path), Optional.of(value), Optional.empty(), Optional.empty());
  }

  private static Piece number(String path, double value) {
    return new Piece(Optional.of(path), Optional.empty(), Optional.of(value), Optional.empty());
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
