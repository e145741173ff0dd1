package io.loophalt.recordings.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.Effect;
import io.loophalt.recordings.assembly.RunAssembler;
import io.loophalt.recordings.assembly.RunAssembler.Reply;
import io.loophalt.recordings.assembly.Texts;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Understands one event of OpenHands, of the first generation or of the SDK. */
final class OpenHandsEvents {

  /** Actions that tell of the controller, not of the agent's work. */
  private static final Set<String> NOT_WORK =
      Set.of(
          "system",
          "start",
          "null",
          "pause",
          "resume",
          "stop",
          "change_agent_state",
          "recall",
          "condensation_request",
          "loop_recovery");

  /** Fields beside the model's arguments: its thoughts, and what the controller adds. */
  private static final List<String> NOT_ARGUMENTS =
      List.of(
          "thought",
          "security_risk",
          "confirmation_state",
          "hidden",
          "blocking",
          "kind",
          "summary");

  private final RunAssembler run;
  private long inputTokensBefore;
  private long outputTokensBefore;

  OpenHandsEvents(RunAssembler run) {
    this.run = run;
  }

  /** Takes the next event, or a pair of an action and its observation. */
  void take(JsonNode event) {
    if (event.isArray()) {
      event.forEach(this::take);
    } else if (event.path("kind").isTextual()) {
      ofSdk(event);
    } else if (event.path("observation").isTextual()) {
      observation(event);
    } else if (event.path("action").isTextual()) {
      action(event);
    }
  }

  private void action(JsonNode event) {
    String action = event.path("action").asText();
    if (NOT_WORK.contains(action)) {
      return;
    }
    if (action.equals("condensation")) {
      run.compacted();
      return;
    }
    JsonNode args = event.path("args");
    boolean byAgent = event.path("source").asText().equals("agent");
    if (action.equals("message")) {
      if (byAgent) {
        reply(event, Texts.of(args.path("content")));
      } else {
        run.userSpoke(Texts.of(args.path("content")));
      }
    } else if (byAgent) {
      reply(event, Texts.of(args.path("thought")));
      String function = event.path("tool_call_metadata").path("function_name").asText();
      run.call(
          event.path("id").asText(),
          function.isEmpty() ? action : function,
          arguments(args),
          Effect.UNKNOWN);
    }
  }

  private void reply(JsonNode event, String text) {
    JsonNode response = event.path("tool_call_metadata").path("model_response");
    JsonNode usage = response.path("usage");
    long input = TokenUsage.input(usage);
    long output = TokenUsage.output(usage);
    JsonNode soFar = event.path("llm_metrics").path("accumulated_token_usage");
    if (soFar.isObject()) {
      long inputSoFar = TokenUsage.input(soFar);
      long outputSoFar = TokenUsage.output(soFar);
      if (input + output == 0) {
        input = Math.max(0, inputSoFar - inputTokensBefore);
        output = Math.max(0, outputSoFar - outputTokensBefore);
      }
      inputTokensBefore = inputSoFar;
      outputTokensBefore = outputSoFar;
    }
    run.reply(
        new Reply(
            Texts.orNull(response.path("id")),
            text,
            response.path("model").asText(""),
            input,
            output,
            Texts.epochMillis(event.path("timestamp"))));
  }

  private void observation(JsonNode event) {
    String content = Texts.of(event.path("content"));
    String error =
        switch (event.path("observation").asText()) {
          case "error", "user_rejected" -> content;
          case "run" -> exitCode(event.path("extras"));
          default -> null;
        };
    boolean known = event.path("cause").isIntegralNumber();
    if (known || error != null) {
      run.result(
          known ? event.path("cause").asText() : null,
          content,
          error,
          Texts.epochMillis(event.path("timestamp")));
    }
  }

  private void ofSdk(JsonNode event) {
    Long time = Texts.epochMillis(event.path("timestamp"));
    String callId = event.path("tool_call_id").asText();
    switch (event.path("kind").asText()) {
      case "ActionEvent" -> {
        run.reply(
            new Reply(
                Texts.orNull(event.path("llm_response_id")),
                Texts.ofContent(event.path("thought")),
                "",
                0,
                0,
                time));
        JsonNode action = event.path("action");
        run.call(
            callId,
            event.path("tool_name").asText(),
            action.isObject()
                ? arguments(action)
                : Texts.of(event.path("tool_call").path("arguments")),
            Effect.UNKNOWN);
      }
      case "ObservationEvent" -> {
        JsonNode observation = event.path("observation");
        String text = Texts.ofContent(observation.path("content"));
        boolean failed = observation.path("is_error").asBoolean(false);
        run.result(callId, text, failed ? text : exitCode(observation), time);
      }
      case "AgentErrorEvent" -> {
        String error = Texts.of(event.path("error"));
        run.result(callId, error, error, time);
      }
      case "UserRejectObservation" -> {
        String reason = Texts.of(event.path("rejection_reason"));
        run.result(callId, reason, reason, time);
      }
      case "MessageEvent" -> {
        if (event.path("source").asText().equals("agent")) {
          run.reply(
              new Reply(
                  Texts.orNull(event.path("llm_response_id")),
                  Texts.ofContent(event.path("llm_message").path("content")),
                  "",
                  0,
                  0,
                  time));
        } else {
          run.userSpoke(Texts.ofContent(event.path("llm_message").path("content")));
        }
      }
      case "Condensation" -> run.compacted();
      default -> {
        // System prompts, state updates and logs.
      }
    }
  }

  private static String arguments(JsonNode args) {
    if (args instanceof ObjectNode object) {
      return object.deepCopy().without(NOT_ARGUMENTS).toString();
    }
    return Texts.of(args);
  }

  /** A command that failed; -1 means that it still runs. */
  private static @Nullable String exitCode(JsonNode result) {
    JsonNode inside = result.path("metadata").path("exit_code");
    int code = (inside.isMissingNode() ? result.path("exit_code") : inside).asInt(0);
    return code > 0 ? "exit code " + code : null;
  }
}
