package io.loophalt.operations.control;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.PrintableText;
import io.loophalt.core.policy.Allowance;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.runtime.steering.Freeze;
import java.math.BigDecimal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What goes through the socket: one JSON object a line, a request and its answer.
 *
 * <pre>
 * {"protocol":1,"command":"halt","run":"run-1","reason":"too dear"}
 * {"protocol":1,"ok":true,"result":"run-1 is halted: …"}
 * {"protocol":1,"ok":false,"error":"there is no run run-2; …"}
 * </pre>
 *
 * <p>Of one thread. A connection remembers what it was told, so that {@code changes} can answer
 * with what is new to it.
 */
public final class ControlProtocol {

  /** Raised when a client of the version before would misread an answer. */
  public static final int VERSION = 1;

  /** What is read and written; everything beyond ASCII is escaped, so that nothing obeys it. */
  public static final ObjectMapper JSON =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
          .build();

  private static final char DELETE = 0x7F;

  /** Runs in one answer: some 400 kB. */
  private static final int MOST_CHANGES = 1_000;

  private final Control control;

  /** Null while nobody has asked for changes. */
  private @Nullable ChangedRuns changes;

  /** For one connection to an agent. */
  ControlProtocol(Control control) {
    this.control = control;
  }

  /** A document for a person or their program, of which a terminal obeys nothing. */
  public static String text(JsonNode document) {
    try {
      return JSON.writerWithDefaultPrettyPrinter()
          .writeValueAsString(document)
          .replace(String.valueOf(DELETE), "\\u007f");
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Follows a request, and answers it with a line without its end. */
  String answer(String line) {
    ObjectNode answer = JSON.createObjectNode().put("protocol", VERSION);
    try {
      JsonNode request = JSON.readTree(line);
      Object result = follow(request == null ? JSON.createObjectNode() : request);
      answer.put("ok", true);
      answer.set("result", JSON.valueToTree(result));
    } catch (JsonProcessingException unreadable) {
      refuse(answer, "the request is no JSON object");
    } catch (ControlException | IllegalArgumentException refused) {
      refuse(answer, String.valueOf(refused.getMessage()));
    } catch (RuntimeException broken) {
      refuse(answer, "an error of the agent's own: " + broken);
    }
    return answer.toString();
  }

  private static void refuse(ObjectNode answer, String why) {
    answer.put("ok", false).put("error", why);
  }

  private Object follow(JsonNode request) throws ControlException {
    String command = request.path("command").asText();
    String run = request.path("run").asText();
    return switch (command) {
      case "agent" -> control.agent();
      case "runs" -> control.runs(Math.max(0, request.path("most").asInt(Integer.MAX_VALUE)));
      case "budgets" -> control.budgets();
      case "changes" -> changes(request.path("most").asInt(MOST_CHANGES));
      case "show" -> control.show(request.path("cut").asBoolean() ? control.wholeId(run) : run);
      case "config" -> control.config();
      default -> noted(request, command, order(request, command, run));
    };
  }

  /** What changes something, and is to be seen by others. */
  private String order(JsonNode request, String command, String run) throws ControlException {
    return switch (command) {
      case "halt" -> control.halt(run, request.path("reason").asText());
      case "reset" -> control.reset(run);
      case "resume" -> control.resume(run, allowance(request));
      case "freeze" -> freeze(request);
      case "unfreeze" -> control.unfreeze();
      case "block" -> control.block(request.path("tool").asText());
      case "unblock" -> control.unblock(request.path("tool").asText());
      case "mode" -> control.mode(mode(request.path("mode").asText()));
      case "disable" -> control.disable();
      case "enable" -> control.enable();
      case "reload" -> control.reload();
      default ->
          throw new ControlException(
              "the agent there does not know the command '"
                  + PrintableText.name(command)
                  + "'; it is of another version");
    };
  }

  private String noted(JsonNode request, String command, String said) {
    JsonNode run = request.path("run");
    control
        .orders()
        .add(
            PrintableText.name(request.path("by").asText()),
            command,
            run.isTextual() ? run.asText() : null,
            said);
    return said;
  }

  private Changes changes(int most) {
    ChangedRuns known = changes;
    if (known == null) {
      known = new ChangedRuns(control);
      changes = known;
    }
    return known.next(Math.max(1, Math.min(most, MOST_CHANGES)));
  }

  private String freeze(JsonNode request) throws ControlException {
    String effect = request.path("effect").asText("");
    if (!effect.isEmpty() && !effect.equals("write")) {
      throw new ControlException("'effect' can only be 'write'");
    }
    long seconds = request.path("seconds").asLong(Control.FREEZE.toSeconds());
    return control.freeze(
        effect.isEmpty() ? Freeze.Calls.ALL : Freeze.Calls.WRITING,
        request.path("halt").asBoolean(),
        Duration.ofSeconds(seconds));
  }

  private static Mode mode(String name) throws ControlException {
    return switch (name) {
      case "act" -> Mode.ACT;
      case "observe" -> Mode.OBSERVE;
      default -> throw new ControlException("the mode is 'act' or 'observe'");
    };
  }

  private static Allowance allowance(JsonNode request) {
    JsonNode cost = request.path("extra_cost");
    long seconds = request.path("extra_seconds").asLong();
    return new Allowance(
        request.path("extra_steps").asLong(),
        request.path("extra_turns").asLong(),
        request.path("extra_tokens").asLong(),
        cost.isMissingNode() ? null : new BigDecimal(cost.asText()),
        seconds == 0 ? null : Duration.ofSeconds(seconds));
  }
}
