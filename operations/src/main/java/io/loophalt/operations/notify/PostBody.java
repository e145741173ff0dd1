package io.loophalt.operations.notify;

import com.fasterxml.jackson.core.JsonGenerator;
import io.loophalt.PrintableText;
import io.loophalt.core.event.BudgetUsed;
import io.loophalt.recordings.PrintableJson;
import io.loophalt.runtime.policy.NotifyPolicy.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The body of a post: one JSON object, its schema in {@code docs/notify.schema.json}. Names are in
 * the form of {@link PrintableText}, for the people who read them. Immutable, thread-safe.
 */
final class PostBody {

  /** Raised when a receiver of the version before would misread a body. */
  static final int VERSION = 1;

  private final Jvm jvm;
  private final @Nullable String runs;

  /** Of live runs. */
  PostBody(Jvm jvm) {
    this(jvm, String.valueOf(jvm.pid()));
  }

  /**
   * Of runs that are known otherwise.
   *
   * @param runs where commands find them; null if no command does
   */
  PostBody(Jvm jvm, @Nullable String runs) {
    this.jvm = jvm;
    this.runs = runs;
  }

  /**
   * The body of one.
   *
   * @param id the same each time that it is tried
   * @param dropped how many were dropped in this JVM so far
   */
  byte[] of(Notification told, String id, long dropped) {
    return PrintableJson.line(
            json -> {
              json.writeNumberField("version", VERSION);
              json.writeStringField("type", told.kind().name().toLowerCase(Locale.ROOT));
              json.writeStringField("id", id);
              json.writeStringField("time", told.time().toString());
              json.writeStringField("text", text(told));
              json.writeObjectFieldStart("jvm");
              json.writeNumberField("pid", jvm.pid());
              json.writeStringField("main", PrintableText.name(jvm.main()));
              textOrNull(json, "host", jvm.host());
              json.writeEndObject();
              json.writeStringField("run", PrintableText.name(told.run()));
              json.writeStringField("task", PrintableText.name(told.task()));
              json.writeObjectFieldStart("reason");
              json.writeStringField("kind", told.reason());
              json.writeStringField("detail", PrintableText.of(told.detail()));
              textOrNull(json, "detector", told.detector());
              json.writeEndObject();
              used(json, told.used());
              Instant until = told.until();
              textOrNull(json, "until", until == null ? null : until.toString());
              budget(json, told.budget());
              commands(json, told);
              json.writeNumberField("dropped", dropped);
            })
        .getBytes(StandardCharsets.UTF_8);
  }

  private static void used(JsonGenerator json, Notification.@Nullable Used used)
      throws IOException {
    if (used == null) {
      json.writeNullField("used");
      return;
    }
    json.writeObjectFieldStart("used");
    json.writeNumberField("steps", used.steps());
    json.writeNumberField("turns", used.turns());
    json.writeNumberField("tokens", used.tokens());
    json.writeNumberField("cost", used.cost());
    json.writeEndObject();
  }

  private static void budget(JsonGenerator json, @Nullable BudgetUsed budget) throws IOException {
    if (budget == null) {
      json.writeNullField("budget");
      return;
    }
    json.writeObjectFieldStart("budget");
    json.writeStringField("name", PrintableText.name(budget.budget()));
    json.writeBooleanField("enforced", budget.enforced());
    json.writeStringField("unit", budget.unit());
    json.writeNumberField("used", budget.used());
    json.writeNumberField("limit", budget.limit());
    json.writeStringField("until", budget.until().toString());
    json.writeEndObject();
  }

  private void commands(JsonGenerator json, Notification told) throws IOException {
    json.writeObjectFieldStart("commands");
    String known = runs;
    if (known == null) {
      json.writeStringField("list", CommandLines.JVMS);
      json.writeNullField("resume");
      json.writeNullField("halt");
      json.writeEndObject();
      return;
    }
    json.writeStringField("list", CommandLines.list(known));
    BudgetUsed budget = told.budget();
    boolean stands = budget == null ? told.kind() != Kind.ESCALATION : budget.enforced();
    textOrNull(json, "resume", stands ? CommandLines.resume(known, told.run(), extra(told)) : null);
    textOrNull(
        json,
        "halt",
        told.kind() == Kind.HALT || told.kind() == Kind.BUDGET
            ? null
            : CommandLines.halt(known, told.run()));
    json.writeEndObject();
  }

  /** What has to be granted so that the run goes on; of a stuck one, steps. */
  private static String extra(Notification told) {
    if ("turns".equals(told.detector())) {
      return "--extra-turns 10";
    }
    return switch (told.reason()) {
      case "cost_cap" -> "--extra-cost 1";
      case "token_cap" -> "--extra-tokens 20000";
      case "wall_clock_cap" -> "--extra-time 10m";
      default -> "--extra-steps 20";
    };
  }

  private static String text(Notification told) {
    String run = "run " + PrintableText.name(told.run());
    String task = " (task " + PrintableText.name(told.task()) + ')';
    String because = ": " + PrintableText.of(told.detail());
    return switch (told.kind()) {
      case HALT -> run + task + " is halted, " + told.reason() + because;
      case WAITING ->
          run + task + " waits for a person until " + told.until() + ", " + told.reason() + because;
      case ESCALATION ->
          run
              + task
              + (told.reason().equals("escalate") ? " is escalated" : " was nudged again")
              + because;
      case BUDGET -> PrintableText.of(told.detail());
    };
  }

  private static void textOrNull(JsonGenerator json, String name, @Nullable String text)
      throws IOException {
    if (text == null) {
      json.writeNullField(name);
    } else {
      json.writeStringField(name, text);
    }
  }
}
