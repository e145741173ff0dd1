package io.loophalt.recordings;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.loophalt.core.detect.Fingerprint;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.StepNews;
import io.loophalt.core.detect.StepRecord;
import io.loophalt.core.detect.StepTraits;
import io.loophalt.core.detect.Turn.Prompt;
import io.loophalt.core.event.ArgumentCapture.Captured;
import io.loophalt.core.event.BudgetUsed;
import io.loophalt.core.event.CeilingNeared;
import io.loophalt.core.event.ConfigurationRead;
import io.loophalt.core.event.Event;
import io.loophalt.core.event.Intervened;
import io.loophalt.core.event.ProgressReported;
import io.loophalt.core.event.RunEnded;
import io.loophalt.core.event.RunReset;
import io.loophalt.core.event.RunWaits;
import io.loophalt.core.event.StepTaken;
import io.loophalt.core.event.TurnTaken;
import io.loophalt.core.fingerprint.DigestKey;
import io.loophalt.core.text.ArgumentShape;
import io.loophalt.core.text.Measures;
import io.loophalt.core.text.Retried;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The form of an event in the log: one JSON object on one line, its schema in {@code
 * docs/events.md}. Thread-safe.
 */
public final class EventJson {

  /** The field that says how an event's digests are keyed. */
  public static final String DIGESTS = "digests";

  /** The kind of the one event that is of no run. */
  public static final String CONFIGURATION = "configuration";

  /**
   * The process in the events of the job that judges a fleet's traces, all of whose tasks share it.
   */
  public static final String FLEET = "fleet";

  private final JsonFactory json = PrintableJson.factory();

  private final String jvm;

  /** Writes the events of a process by its name. */
  public EventJson(String jvm) {
    this.jvm = jvm;
  }

  /** The line, its line feed included, in UTF-8. */
  public byte[] line(Event event) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
    try (JsonGenerator out = json.createGenerator(bytes)) {
      out.writeStartObject();
      if (event instanceof RunEnded ended) {
        head(out, "run_end", ended, ended.task());
        runEnded(out, ended);
      } else if (event instanceof Intervened intervened) {
        head(out, "intervention", intervened, intervened.task());
        out.writeStringField(DIGESTS, DigestKey.current().name());
        intervened(out, intervened);
      } else if (event instanceof CeilingNeared neared) {
        head(out, "ceiling_warning", neared, neared.task());
        out.writeStringField("ceiling", neared.ceiling());
        out.writeNumberField("used", neared.used());
        out.writeNumberField("limit", neared.limit());
      } else if (event instanceof BudgetUsed budget) {
        head(out, budget.spent() ? "budget_spent" : "budget_warning", budget, budget.task());
        budget(out, budget);
      } else if (event instanceof RunWaits waits) {
        head(out, "waiting", waits, waits.task());
        out.writeStringField("stop_reason", waits.reason().kind().id());
        out.writeStringField("until", waits.until().toString());
      } else if (event instanceof TurnTaken turn) {
        head(out, "turn", turn, turn.task());
        turn(out, turn);
      } else if (event instanceof StepTaken step) {
        head(out, "step", step, step.task());
        out.writeStringField(DIGESTS, DigestKey.current().name());
        step(out, step);
      } else if (event instanceof ProgressReported progress) {
        head(out, "progress", progress, progress.task());
        out.writeNumberField("step", progress.step());
      } else if (event instanceof RunReset reset) {
        head(out, "reset", reset, reset.task());
        out.writeNumberField("step", reset.step());
      } else if (event instanceof ConfigurationRead read) {
        head(out, CONFIGURATION, read);
        out.writeBooleanField("in_force", read.inForce());
        out.writeStringField("detail", read.detail());
      }
      out.writeEndObject();
      out.writeRaw('\n');
    }
    return bytes.toByteArray();
  }

  private void head(JsonGenerator out, String kind, Event event) throws IOException {
    out.writeStringField("event", kind);
    out.writeStringField("time", event.time().toString());
    out.writeStringField("jvm", jvm);
  }

  private void head(JsonGenerator out, String kind, Event event, String task) throws IOException {
    head(out, kind, event);
    out.writeStringField("run", event.runId());
    out.writeStringField("task", task);
  }

  private static void runEnded(JsonGenerator out, RunEnded event) throws IOException {
    out.writeStringField("preset", event.preset());
    textOrNull(out, "framework", event.framework());
    textOrNull(out, "parent", event.parentRunId());
    out.writeObjectFieldStart("stop_reason");
    out.writeStringField("kind", event.kind().id());
    out.writeStringField("detail", event.detail());
    out.writeEndObject();
    out.writeBooleanField("partial", event.partial());
    out.writeNumberField("steps", event.steps());
    out.writeNumberField("turns", event.turns());
    out.writeNumberField("input_tokens", event.inputTokens());
    out.writeNumberField("output_tokens", event.outputTokens());
    cost(out, event.cost());
    out.writeNumberField("wall_seconds", event.wall().toMillis() / 1000.0);
    out.writeObjectFieldStart("tools");
    for (RunEnded.ToolUse use : event.tools()) {
      out.writeObjectFieldStart(use.tool());
      out.writeNumberField("calls", use.calls());
      out.writeBooleanField("repeated", use.repeated());
      out.writeEndObject();
    }
    out.writeEndObject();
    out.writeObjectFieldStart("models");
    for (RunEnded.ModelUse use : event.models()) {
      out.writeObjectFieldStart(use.model());
      out.writeNumberField("turns", use.turns());
      out.writeNumberField("input_tokens", use.inputTokens());
      out.writeNumberField("output_tokens", use.outputTokens());
      cost(out, use.cost());
      out.writeEndObject();
    }
    out.writeEndObject();
    RunEnded.Interventions told = event.interventions();
    out.writeObjectFieldStart("interventions");
    out.writeNumberField("nudges", told.nudges());
    out.writeNumberField("escalations", told.escalations());
    out.writeNumberField("nudges_followed_by_news", told.nudgesFollowedByNews());
    out.writeNumberField("escalations_followed_by_news", told.escalationsFollowedByNews());
    out.writeEndObject();
  }

  private static void cost(JsonGenerator out, @Nullable BigDecimal cost) throws IOException {
    if (cost == null) {
      out.writeNullField("cost");
    } else {
      out.writeNumberField("cost", cost);
    }
  }

  private static void intervened(JsonGenerator out, Intervened event) throws IOException {
    out.writeStringField("intervention", lower(event.intervention()));
    out.writeBooleanField("enforced", event.enforced());
    textOrNull(out, "stop_reason", event.stopReason() == null ? null : event.stopReason().id());
    out.writeStringField("detector", event.detector());
    out.writeStringField("rule", event.rule());
    out.writeNumberField("count", event.count());
    out.writeNumberField("step", event.step());
    out.writeNumberField("turn", event.turn());
    out.writeObjectFieldStart("evidence");
    digest(out, "action", event.action());
    digest(out, "outcome", event.outcome());
    if (!event.lastActions().isEmpty()) {
      out.writeArrayFieldStart("last_actions");
      for (String action : event.lastActions()) {
        out.writeString(action);
      }
      out.writeEndArray();
    }
    out.writeEndObject();
  }

  private static void budget(JsonGenerator out, BudgetUsed event) throws IOException {
    out.writeStringField("budget", event.budget());
    out.writeBooleanField("enforced", event.enforced());
    out.writeStringField("unit", event.unit());
    out.writeNumberField("used", event.used());
    out.writeNumberField("limit", event.limit());
    out.writeStringField("until", event.until().toString());
  }

  private static void turn(JsonGenerator out, TurnTaken event) throws IOException {
    out.writeNumberField("turn", event.turn());
    out.writeStringField("model", event.model());
    out.writeNumberField("tool_calls", event.toolCalls());
    out.writeNumberField("input_tokens", event.inputTokens());
    out.writeNumberField("output_tokens", event.outputTokens());
    out.writeBooleanField("user_message_before", event.prompt() == Prompt.NEW);
    out.writeStringField("prompt", lower(event.prompt()));
    out.writeBooleanField("compacted_before", event.compactedBefore());
  }

  private static void step(JsonGenerator out, StepTaken event) throws IOException {
    out.writeNumberField("step", event.step());
    out.writeNumberField("turn", event.turn());
    out.writeStringField("tool", event.tool());
    out.writeStringField("action_class", event.actionClass());
    out.writeStringField("effect", lower(event.effect()));
    StepRecord record = event.record();
    if (record != null) {
      traits(out, record.traits());
      fingerprint(out, record.fingerprint());
      news(out, record.news().keyed(DigestKey.current()));
    }
    Captured arguments = event.arguments();
    if (arguments != null) {
      out.writeStringField("arguments", arguments.text());
      flag(out, "arguments_cut", arguments.isCut());
    }
    out.writeNumberField("start_ms", event.startMillis());
    out.writeNumberField("end_ms", event.endMillis());
  }

  private static void traits(JsonGenerator out, StepTraits traits) throws IOException {
    out.writeBooleanField("failed", traits.failed());
    out.writeBooleanField("edits", traits.edits());
    out.writeBooleanField("looks_only", traits.looksOnly());
    out.writeBooleanField("sleeps", traits.sleeps());
    out.writeBooleanField("only_remarks", traits.onlyRemarks());
    out.writeBooleanField("absence", traits.answersWithAbsence());
    out.writeBooleanField("not_yet", traits.saysNotYet());
    if (traits.retryAfterSeconds() >= 0) {
      out.writeNumberField("retry_after", traits.retryAfterSeconds());
    }
  }

  private static void fingerprint(JsonGenerator out, Fingerprint fingerprint) throws IOException {
    digest(out, "action", fingerprint.action());
    digest(out, "files", fingerprint.files());
    digest(out, "state", fingerprint.state());
    digest(out, "error", fingerprint.error());
    digest(out, "exact_error", fingerprint.exactError());
    digest(out, "result", fingerprint.result());
    digest(out, "normalized_result", fingerprint.normalizedResult());
    digest(out, "failure", fingerprint.failure());
    digest(out, "failure_headline", fingerprint.failureHeadline());
    digest(out, "shape", fingerprint.shape());
    long question = DigestKey.current().keyedSet(fingerprint.question(), ArgumentShape.WORD_BITS);
    hexadecimal(out, "question", question);
  }

  private static void news(JsonGenerator out, StepNews news) throws IOException {
    out.writeObjectFieldStart("news");
    flag(out, "does_nothing", news.doesNothing());
    flag(out, "changes", news.changes());
    flag(out, "checks", news.checks());
    flag(out, "note", news.takesANote());
    flag(out, "says_done", news.saysDone());
    flag(out, "says_nothing", news.saysNothing());
    flag(out, "says_well", news.saysWell());
    flag(out, "says_no_more", news.saysNoMoreThanWell());
    flag(out, "says_unchanged", news.saysUnchanged());
    flag(out, "refuses", news.refuses());
    flag(out, "measures_nothing", news.measuresNothing());
    flag(out, "denies_done", news.deniesWhatIsDone());
    flag(out, "begins_not_yet", news.beginsNotYet());
    flag(out, "not_up", news.saysNotUp());
    flag(out, "short", news.isShort());
    flag(out, "names_state", news.namesAState());
    digests(out, "lines", news.lines());
    flag(out, "lines_cut", news.linesAreCut());
    digests(out, "failure_words", news.failureWords());
    digests(out, "values", news.values());
    flag(out, "values_cut", news.valuesAreCut());
    if (news.things() != 0) {
      digests(out, "things", List.of(news.things()));
    }
    if (news.retried() != Retried.NOT) {
      digests(out, "retried", List.of(news.retried()));
    }
    digests(out, "measures", news.measures());
    if (news.steady() != 0) {
      digests(out, "steady", List.of(news.steady()));
    }
    if (news.answerButForChance() != 0) {
      digests(out, "answer", List.of(news.answerButForChance()));
    }
    if (news.deed() != Retried.NOT) {
      digests(out, "deed", List.of(news.deed()));
    }
    if (news.itemsDone() > 0) {
      out.writeNumberField("items_done", news.itemsDone());
    }
    if (news.share() != Measures.NO_SHARE) {
      out.writeNumberField("share", news.share());
    }
    if (news.board() != 0) {
      digests(out, "board", List.of(news.board()));
    }
    if (news.form() != 0) {
      digests(out, "form", List.of(news.form()));
    }
    digests(out, "named_lines", news.namedLines());
    out.writeEndObject();
  }

  private static void flag(JsonGenerator out, String name, boolean value) throws IOException {
    if (value) {
      out.writeBooleanField(name, true);
    }
  }

  /** Eight hexadecimal digits each, one behind the other. */
  private static void digests(JsonGenerator out, String name, List<Integer> digests)
      throws IOException {
    if (!digests.isEmpty()) {
      StringBuilder text = new StringBuilder(8 * digests.size());
      for (int digest : digests) {
        text.append(String.format(Locale.ROOT, "%08x", digest));
      }
      out.writeStringField(name, text.toString());
    }
  }

  private static void digest(JsonGenerator out, String name, long digest) throws IOException {
    hexadecimal(out, name, digest == Step.ABSENT ? digest : DigestKey.current().keyed(digest));
  }

  private static void hexadecimal(JsonGenerator out, String name, long digest) throws IOException {
    if (digest != Step.ABSENT) {
      out.writeStringField(name, String.format(Locale.ROOT, "%016x", digest));
    }
  }

  private static void textOrNull(JsonGenerator out, String name, @Nullable String text)
      throws IOException {
    if (text == null) {
      out.writeNullField(name);
    } else {
      out.writeStringField(name, text);
    }
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
