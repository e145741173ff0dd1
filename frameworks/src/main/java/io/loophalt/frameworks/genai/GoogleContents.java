package io.loophalt.frameworks.genai;

import io.loophalt.extension.ModelResponse;
import io.loophalt.extension.reflect.JsonText;
import io.loophalt.extension.reflect.Property;
import io.loophalt.extension.reflect.Rebuilt;
import io.loophalt.extension.sdk.CallOrder;
import io.loophalt.extension.sdk.SdkModelCalls.CallPart;
import io.loophalt.extension.sdk.SdkModelCalls.ToolResult;
import io.loophalt.extension.sdk.ToolExchange;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads and rewrites the contents that Google's Gen AI SDK sends, and reads its answers.
 *
 * <p>Calls and results need not have ids: a function's first result answers its first call.
 */
final class GoogleContents {

  private static final String TYPES = "com.google.genai.types.";

  /** The member of a result that says how a function failed. */
  private static final String ERROR = "error";

  /** What the paths of arguments begin with. */
  private static final String ROOT = "$.";

  /** The member of a result that is Loophalt's. */
  private static final String TOLD = "loophalt";

  private static final Property CANDIDATES = new Property("candidates");
  private static final Property FINISH_REASON = new Property("finishReason");
  private static final Property CONTENT = new Property("content");
  private static final Property ROLE = new Property("role");
  private static final Property PARTS = new Property("parts");
  private static final Property TEXT = new Property("text");
  private static final Property THOUGHT = new Property("thought");
  private static final Property FUNCTION_CALL = new Property("functionCall");
  private static final Property FUNCTION_RESPONSE = new Property("functionResponse");
  private static final Property ID = new Property("id");
  private static final Property NAME = new Property("name");
  private static final Property ARGS = new Property("args");
  private static final Property PARTIAL_ARGS = new Property("partialArgs");
  private static final Property JSON_PATH = new Property("jsonPath");
  private static final Property STRING_VALUE = new Property("stringValue");
  private static final Property NUMBER_VALUE = new Property("numberValue");
  private static final Property BOOL_VALUE = new Property("boolValue");
  private static final Property RESPONSE = new Property("response");
  private static final Property MODEL_VERSION = new Property("modelVersion");
  private static final Property USAGE = new Property("usageMetadata");
  private static final Property PROMPT = new Property("promptTokenCount");
  private static final Property TOOL_USE_PROMPT = new Property("toolUsePromptTokenCount");
  private static final Property CACHED = new Property("cachedContentTokenCount");
  private static final Property ANSWERED = new Property("candidatesTokenCount");
  private static final Property THOUGHTS = new Property("thoughtsTokenCount");

  private final List<?> contents;

  /** Where what follows the last answer begins. */
  private final int sinceAnswer;

  /** Where the last answer begins; of a stream it may be several contents. */
  private final int answer;

  GoogleContents(Object request) {
    contents = request instanceof List<?> list ? list : List.of();
    int from = contents.size();
    while (from > 0 && !isOfModel(contents.get(from - 1))) {
      from--;
    }
    sinceAnswer = from;
    while (from > 0 && isOfModel(contents.get(from - 1))) {
      from--;
    }
    answer = from;
  }

  private static boolean isOfModel(Object content) {
    return ROLE.text(content).equals("model");
  }

  /** What a response, or a chunk of one, says; null if nothing. */
  static @Nullable Object ofResponse(@Nullable Object response) {
    List<?> candidates = CANDIDATES.list(response);
    return candidates.isEmpty() ? null : CONTENT.of(candidates.get(0));
  }

  /** Whether a response, or a chunk of one, is finished; some models say so of every chunk. */
  static boolean ends(Object response) {
    List<?> candidates = CANDIDATES.list(response);
    return !candidates.isEmpty() && FINISH_REASON.of(candidates.get(0)) != null;
  }

  /** Each chunk of a stream has the usage so far. */
  static ModelResponse answer(Object response) {
    StringBuilder text = new StringBuilder();
    int calls = 0;
    for (Object part : PARTS.list(ofResponse(response))) {
      Object call = FUNCTION_CALL.of(part);
      if (call != null) {
        calls += NAME.text(call).isEmpty() ? 0 : 1;
      } else if (!Boolean.TRUE.equals(THOUGHT.of(part))) {
        text.append(TEXT.text(part));
      }
    }
    Object usage = USAGE.of(response);
    return new ModelResponse(
        MODEL_VERSION.text(response),
        text.toString(),
        calls,
        PROMPT.number(usage) + TOOL_USE_PROMPT.number(usage),
        CACHED.number(usage),
        ANSWERED.number(usage) + THOUGHTS.number(usage));
  }

  /** Arguments as the SDK has them, in a map of the JDK's. */
  static Object arguments(@Nullable Object arguments) {
    return arguments instanceof Map<?, ?> members ? new LinkedHashMap<>(members) : "";
  }

  /**
   * In a stream, too, each call comes as a whole, unless the request asks for its arguments in
   * pieces: those have no name, and belong to the call that was begun last.
   */
  static List<CallPart> calls(Object response) {
    List<CallPart> calls = new ArrayList<>(1);
    for (Object part : PARTS.list(ofResponse(response))) {
      Object call = FUNCTION_CALL.of(part);
      if (call != null) {
        String name = NAME.text(call);
        List<?> pieces = PARTIAL_ARGS.list(call);
        Object arguments = pieces.isEmpty() ? arguments(ARGS.of(call)) : members(pieces);
        calls.add(CallPart.of(0, name.isEmpty() ? "" : ID.text(call), name, arguments));
      }
    }
    return calls;
  }

  /** What the pieces say, by the paths to their arguments. */
  private static Map<String, @Nullable Object> members(List<?> pieces) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    for (Object piece : pieces) {
      String path = JSON_PATH.text(piece);
      String name = path.startsWith(ROOT) ? path.substring(ROOT.length()) : path;
      Object text = STRING_VALUE.of(piece);
      if (text == null) {
        Object number = NUMBER_VALUE.of(piece);
        members.put(name, number == null ? BOOL_VALUE.of(piece) : number);
      } else {
        members.put(name, members.get(name) instanceof String before ? before + text : text);
      }
    }
    return members;
  }

  /** The last answer, if the contents end with results of the calls that it asks for. */
  @Nullable Object answerBefore() {
    for (int i = sinceAnswer; i < contents.size(); i++) {
      for (Object part : PARTS.list(contents.get(i))) {
        if (FUNCTION_RESPONSE.of(part) != null) {
          return sinceAnswer == 0 ? null : contents.get(sinceAnswer - 1);
        }
      }
    }
    return null;
  }

  /** What came of the calls of the last answer. */
  List<ToolResult> results() {
    List<ToolResult> results = new ArrayList<>(1);
    for (Place place : places()) {
      results.add(place.result());
    }
    return results.isEmpty() ? results : ToolExchange.withParts(results, partsBehindResults());
  }

  /** What is no text behind the first result: a picture that an application says there. */
  private List<Object> partsBehindResults() {
    List<Object> others = null;
    boolean behind = false;
    for (Object content : contents.subList(sinceAnswer, contents.size())) {
      for (Object part : PARTS.list(content)) {
        if (FUNCTION_RESPONSE.of(part) != null) {
          behind = true;
        } else if (behind && TEXT.of(part) == null) {
          others = others == null ? new ArrayList<>(1) : others;
          others.add(part);
        }
      }
    }
    return others == null ? List.of() : others;
  }

  /** Where a result is. */
  private record Place(int content, int part, ToolResult result) {}

  private List<Place> places() {
    List<Place> places = new ArrayList<>(1);
    Map<String, Deque<String>> asked = null;
    for (int i = sinceAnswer; i < contents.size(); i++) {
      List<?> parts = PARTS.list(contents.get(i));
      for (int j = 0; j < parts.size(); j++) {
        Object given = FUNCTION_RESPONSE.of(parts.get(j));
        if (given != null) {
          asked = asked == null ? idsByFunction() : asked;
          places.add(new Place(i, j, resultOf(given, asked.get(NAME.text(given)))));
        }
      }
    }
    return places;
  }

  /** The ids of the calls in the last answer that are not answered yet, by the function's name. */
  private Map<String, Deque<String>> idsByFunction() {
    Map<String, Deque<String>> ids = new HashMap<>(4);
    CallOrder order = new CallOrder();
    for (Object content : contents.subList(answer, sinceAnswer)) {
      for (Object part : PARTS.list(content)) {
        Object call = FUNCTION_CALL.of(part);
        if (call != null) {
          String name = NAME.text(call);
          String id = ID.text(call);
          ids.computeIfAbsent(name, none -> new ArrayDeque<>(1))
              .add(id.isEmpty() ? order.next(name) : id);
        }
      }
    }
    return ids;
  }

  /** A failure is a member of its own, or what the application words as such. */
  private static ToolResult resultOf(Object given, @Nullable Deque<String> asked) {
    String id = ID.text(given);
    String inOrder = asked == null || asked.isEmpty() ? "" : asked.remove();
    Object response = RESPONSE.of(given);
    boolean failed = response instanceof Map<?, ?> map && saysSomething(map.get(ERROR));
    String text = textOf(failed ? response : withoutError(response));
    return new ToolResult(
        id.isEmpty() ? inOrder : id,
        text,
        failed ? Boolean.TRUE : null,
        List.copyOf(PARTS.list(given)));
  }

  /** Many functions have the member always: {@code false}, zero or nothing in it is no failure. */
  private static boolean saysSomething(@Nullable Object error) {
    if (error instanceof Optional<?> optional) {
      return saysSomething(optional.orElse(null));
    }
    if (error instanceof CharSequence text) {
      return text.length() > 0;
    }
    if (error instanceof Number number) {
      return number.doubleValue() != 0;
    }
    if (error instanceof Collection<?> list) {
      return !list.isEmpty();
    }
    if (error instanceof Map<?, ?> members) {
      return !members.isEmpty();
    }
    return error != null && !Boolean.FALSE.equals(error);
  }

  /** A text that begins with the member would read like a failure. */
  private static @Nullable Object withoutError(@Nullable Object response) {
    if (!(response instanceof Map<?, ?> members) || !members.containsKey(ERROR)) {
      return response;
    }
    Map<Object, Object> others = new LinkedHashMap<>(members);
    others.remove(ERROR);
    return others;
  }

  /** What a function gave may be an object of the application's. */
  private static String textOf(@Nullable Object response) {
    return JsonText.of(
        response instanceof Map<?, ?> members && members.size() == 1
            ? members.values().iterator().next()
            : response);
  }

  /** The same with a text that goes with a result. */
  Object with(ToolResult told, String text) throws ReflectiveOperationException {
    List<Place> places = places();
    for (int i = places.size() - 1; i >= 0; i--) {
      Place place = places.get(i);
      if (place.result().callId().equals(told.callId())) {
        List<Object> changed = new ArrayList<>(contents);
        changed.set(place.content(), with(contents.get(place.content()), place.part(), text));
        return changed;
      }
    }
    throw new NoSuchFieldException("no result of call " + told.callId());
  }

  private static Object with(Object content, int position, String text)
      throws ReflectiveOperationException {
    List<Object> parts = new ArrayList<>(PARTS.list(content));
    Object part = parts.get(position);
    Object given = Objects.requireNonNull(FUNCTION_RESPONSE.of(part));
    Map<Object, Object> response = new LinkedHashMap<>();
    if (RESPONSE.of(given) instanceof Map<?, ?> before) {
      response.putAll(before);
    }
    response.put(TOLD, text);
    Object told = Rebuilt.with(given, "response", Map.class, response);
    Class<?> type = Rebuilt.beside(given, TYPES + "FunctionResponse");
    parts.set(position, Rebuilt.with(part, "functionResponse", type, told));
    return Rebuilt.with(content, "parts", List.class, parts);
  }

  /** The same, and the user says a text last. */
  Object andThen(String text, ClassLoader sdk) throws ReflectiveOperationException {
    Object part =
        Rebuilt.make(Class.forName(TYPES + "Part", true, sdk), "fromText", String.class, text);
    Object builder =
        Objects.requireNonNull(
            Class.forName(TYPES + "Content", true, sdk).getMethod("builder").invoke(null));
    Rebuilt.call(builder, "role", String.class, "user");
    Rebuilt.call(builder, "parts", List.class, List.of(part));
    List<Object> changed = new ArrayList<>(contents);
    changed.add(Rebuilt.call(builder, "build"));
    return changed;
  }
}
