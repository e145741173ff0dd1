package io.loophalt.recordings.spans;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.loophalt.recordings.assembly.GenAiSpan.Requested;
import io.loophalt.recordings.assembly.GenAiSpan.Response;
import io.loophalt.recordings.spans.Message.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a model's span says that the model was sent, and what it answered.
 *
 * @param asked the calls of the model's last answer before it
 * @param sent the messages after that answer: those before were told with earlier spans
 * @param isSeen whether anything that was sent is recorded in a form that is known
 * @param answered those of the answer; none if not recorded
 */
record Exchange(List<Requested> asked, List<Message> sent, boolean isSeen, List<Message> answered) {

  /** Where the bodies of providers, SDKs and LangChain have messages. */
  private static final List<String> LISTS =
      List.of("messages", "contents", "choices", "output", "candidates", "generations");

  /** The events of the conventions of 1.27, which hold all messages. */
  private static final String PROMPT = "gen_ai.content.prompt";

  private static final String COMPLETION = "gen_ai.content.completion";

  /** Of a span that is no model's. */
  static final Exchange NONE = new Exchange(List.of(), List.of(), false, List.of());

  static Exchange of(SpanAttributes attributes, JsonNode span) {
    List<JsonNode> answered =
        firstThatIsThere(
            () -> messages(attributes.json("gen_ai.output.messages")),
            () -> attributes.listed("llm.output_messages"),
            () -> attributes.listed("gen_ai.completion"),
            () -> answer(attributes, "gen_ai.output"),
            () -> ofVercel(attributes),
            () -> messages(attributes.json("gcp.vertex.agent.llm_response")),
            () -> answer(attributes, "langfuse.observation.output"),
            () -> answer(attributes, "mlflow.spanOutputs"),
            () -> answer(attributes, "gen_ai.completion"),
            () -> answer(MessageEvents.named(span, COMPLETION), "gen_ai.completion"),
            () -> MessageEvents.answered(attributes, span));
    List<JsonNode> all =
        firstThatIsThere(
            () -> messages(attributes.json("gen_ai.input.messages")),
            () -> attributes.listed("llm.input_messages"),
            () -> attributes.listed("gen_ai.prompt"),
            () -> messages(attributes.json("ai.prompt.messages")),
            () -> messages(attributes.json("gcp.vertex.agent.llm_request")),
            () -> messages(attributes.json("langfuse.observation.input")),
            () -> messages(attributes.json("mlflow.spanInputs")),
            () -> messages(attributes.json("gen_ai.prompt")),
            () -> messages(MessageEvents.named(span, PROMPT).json("gen_ai.prompt")),
            () -> MessageEvents.sent(attributes, span));
    List<Message> sent = new ArrayList<>();
    List<Requested> asked = List.of();
    boolean isSeen = false;
    for (int i = all.size() - 1; i >= 0; i--) {
      Message message = Message.of(all.get(i));
      isSeen |= message.role() != Role.OTHER || !message.texts().isEmpty();
      if (message.role() == Role.ASSISTANT) {
        asked = message.calls();
        break;
      }
      sent.add(0, message);
    }
    return new Exchange(asked, sent, isSeen, answered.stream().map(Message::of).toList());
  }

  /**
   * What the user said since the model's last answer; null if nothing, as far as recorded. Words in
   * one message with a tool's result are a program's, as they are for live runs.
   */
  @Nullable String userSaid() {
    List<String> texts = new ArrayList<>();
    boolean spoke = false;
    for (Message message : sent) {
      if (message.role() == Role.USER && message.responses().isEmpty()) {
        spoke = true;
        texts.addAll(message.texts());
      }
    }
    return spoke ? String.join("\n", texts) : null;
  }

  /**
   * What tools answered since then. Where responses name no call, and there are as many as calls,
   * each is of the call at its place.
   */
  List<Response> responses() {
    List<Response> responses = new ArrayList<>();
    sent.forEach(message -> responses.addAll(message.responses()));
    List<Response> named = new ArrayList<>();
    for (int i = 0; i < responses.size(); i++) {
      Response each = responses.get(i);
      boolean known = !each.id().isEmpty() || responses.size() != asked.size();
      String id = known ? each.id() : asked.get(i).id();
      if (!id.isEmpty()) {
        named.add(new Response(id, each.text()));
      }
    }
    return named;
  }

  /** The text of the answer; empty if not recorded. */
  String text() {
    List<String> texts = new ArrayList<>();
    answered.forEach(message -> texts.addAll(message.texts()));
    return String.join("\n", texts);
  }

  /**
   * The calls that the answer asks for.
   *
   * @param spanId stands, with its place, for the id of a call that has none
   */
  List<Requested> requested(String spanId) {
    List<Requested> calls = new ArrayList<>();
    for (Message message : answered) {
      for (Requested call : message.calls()) {
        calls.add(
            call.id().isEmpty()
                ? Requested.withoutId(spanId, calls.size(), call.tool(), call.arguments())
                : call);
      }
    }
    return calls;
  }

  @SafeVarargs
  private static List<JsonNode> firstThatIsThere(Supplier<List<JsonNode>>... places) {
    for (Supplier<List<JsonNode>> place : places) {
      List<JsonNode> messages = place.get();
      if (!messages.isEmpty()) {
        return messages;
      }
    }
    return List.of();
  }

  /** The messages in a list, or in the body of a request or an answer of a provider's. */
  private static List<JsonNode> messages(JsonNode value) {
    List<JsonNode> messages = new ArrayList<>();
    if (value.isArray()) {
      for (JsonNode each : value) {
        messages.addAll(each.isArray() ? messages(each) : List.of(each)); // LangChain's batches.
      }
      return messages;
    }
    for (String member : LISTS) {
      if (value.path(member).isArray()) {
        return messages(value.path(member));
      }
    }
    if (value.has("role") || value.path("content").has("parts")) {
      messages.add(value);
    }
    return messages;
  }

  /** An answer, which may be its text alone. */
  private static List<JsonNode> answer(SpanAttributes attributes, String name) {
    JsonNode answer = attributes.json(name);
    List<JsonNode> messages = messages(answer);
    String text = answer.isContainerNode() ? "" : attributes.text(name);
    return messages.isEmpty() && !text.isEmpty()
        ? List.of(Message.ofAssistant(ToolContent.plain(text), MissingNode.getInstance()))
        : messages;
  }

  /** Vercel's AI SDK before 7 has attributes for the text and for the calls. */
  private static List<JsonNode> ofVercel(SpanAttributes attributes) {
    String text = attributes.text("ai.response.text");
    JsonNode calls = attributes.json("ai.response.toolCalls");
    return text.isEmpty() && calls.isEmpty()
        ? List.of()
        : List.of(Message.ofAssistant(text, calls));
  }
}
