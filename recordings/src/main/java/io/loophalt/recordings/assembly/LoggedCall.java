package io.loophalt.recordings.assembly;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.Effect;
import io.loophalt.core.detect.Fingerprint;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.StepContents;
import io.loophalt.core.detect.StepNews;
import io.loophalt.core.detect.StepRecord;
import io.loophalt.core.detect.StepTraits;
import io.loophalt.core.policy.ToolPolicy;
import io.loophalt.core.text.Measures;
import io.loophalt.core.text.Retried;
import io.loophalt.recordings.LazyStep;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tool call of an event log: digests without contents. Where a rule asks for words it gets each
 * digest as a word of its own, so that equal contents stay equal and others differ, but nothing is
 * merely similar.
 */
public final class LoggedCall implements StepContents, LazyStep.Source {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Of a short digest. */
  private static final int DIGITS = 8;

  private static final int SHOWN_BITS = 24;

  private final JsonNode event;
  private final int number;
  private final String tool;
  private final String actionClass;
  private final Effect effect;
  private final StepRecord record;
  private final long startMillis;
  private final long endMillis;

  /**
   * Reads it.
   *
   * @param event of the log
   * @throws IllegalArgumentException if what should be digests is none
   */
  public LoggedCall(JsonNode event) {
    this.event = event;
    this.number = event.path("step").asInt(-1);
    this.record = new StepRecord(traits(event), fingerprint(event), news(event.path("news")));
    this.tool = event.path("tool").asText();
    this.actionClass = event.path("action_class").asText(tool);
    this.effect =
        switch (event.path("effect").asText("")) {
          case "read" -> Effect.READ;
          case "write" -> Effect.WRITE;
          default -> Effect.UNKNOWN;
        };
    this.startMillis = event.path("start_ms").asLong();
    this.endMillis = event.path("end_ms").asLong();
  }

  /** The event that it was read from, in a fifth of the memory. */
  public String written() {
    return event.toString();
  }

  /** The call of such an event. */
  public static LoggedCall readAgain(String written) {
    try {
      return new LoggedCall(JSON.readTree(written));
    } catch (JsonProcessingException neverWritten) {
      throw new UncheckedIOException(neverWritten);
    }
  }

  /** The call for whoever plays the log. */
  public LazyStep recorded() {
    return new LazyStep(tool, this);
  }

  /**
   * The step by the settings of its tool. Those that say how arguments and results are to be read
   * held when the digests were made, and hold no more; that the tool tries many does.
   */
  @Override
  public Step step(@Nullable ToolPolicy settings) {
    String ofSettings = settings == null ? null : settings.actionClass();
    Fingerprint fingerprint = record.fingerprint();
    Step step = new Step(this);
    step.begin(
        tool,
        ofSettings == null ? actionClass : ofSettings,
        effect,
        fingerprint.action(),
        /* cut= */ false,
        startMillis);
    boolean failed = record.traits().failed();
    step.end(
        failed,
        Unrecorded.letters(fingerprint.result()),
        failed ? Unrecorded.letters(fingerprint.exactError()) : "",
        fingerprint.state(),
        endMillis);
    step.give(record);
    step.triesMany(settings != null && Boolean.TRUE.equals(settings.exhaustive()));
    return step;
  }

  @Override
  public long endMillis() {
    return endMillis;
  }

  private static Fingerprint fingerprint(JsonNode event) {
    long failure = digest(event, "failure");
    // Logs of older versions have no headline.
    boolean hasHeadline = event.has("failure_headline");
    return new Fingerprint(
        digest(event, "action"),
        digest(event, "files"),
        digest(event, "state"),
        digest(event, "error"),
        digest(event, "exact_error"),
        digest(event, "result"),
        digest(event, "normalized_result"),
        failure,
        hasHeadline ? digest(event, "failure_headline") : failure,
        digest(event, "shape"),
        digest(event, "question"));
  }

  private static StepTraits traits(JsonNode event) {
    return new StepTraits(
        event.path("failed").asBoolean(false),
        event.path("edits").asBoolean(false),
        event.path("looks_only").asBoolean(false),
        event.path("sleeps").asBoolean(false),
        event.path("only_remarks").asBoolean(false),
        event.path("absence").asBoolean(false),
        event.path("not_yet").asBoolean(false),
        event.path("retry_after").asInt(-1));
  }

  private static StepNews news(JsonNode news) {
    if (!news.isObject()) {
      return StepNews.UNKNOWN; // a log of an older version
    }
    return new StepNews(
        news.path("does_nothing").asBoolean(false),
        news.path("changes").asBoolean(false),
        news.path("checks").asBoolean(false),
        news.path("note").asBoolean(false),
        news.path("says_done").asBoolean(false),
        news.path("says_nothing").asBoolean(false),
        news.path("says_well").asBoolean(false),
        news.path("says_no_more").asBoolean(false),
        news.path("says_unchanged").asBoolean(false),
        news.path("refuses").asBoolean(false),
        news.path("measures_nothing").asBoolean(false),
        news.path("denies_done").asBoolean(false),
        news.path("begins_not_yet").asBoolean(false),
        news.path("not_up").asBoolean(false),
        news.path("short").asBoolean(false),
        news.path("names_state").asBoolean(false),
        digests(news, "lines"),
        news.path("lines_cut").asBoolean(false),
        digests(news, "failure_words"),
        digests(news, "values"),
        news.path("values_cut").asBoolean(false),
        shortDigest(news, "things", 0),
        shortDigest(news, "retried", Retried.NOT),
        digests(news, "measures"),
        shortDigest(news, "steady", 0),
        shortDigest(news, "answer", 0),
        shortDigest(news, "deed", Retried.NOT),
        news.path("items_done").asInt(0),
        news.path("share").asInt(Measures.NO_SHARE),
        shortDigest(news, "board", 0),
        shortDigest(news, "form", 0),
        digests(news, "named_lines"));
  }

  private static int shortDigest(JsonNode news, String name, int ifNone) {
    List<Integer> digests = digests(news, name);
    return digests.isEmpty() ? ifNone : digests.get(0);
  }

  private static List<Integer> digests(JsonNode news, String name) {
    String hex = news.path(name).asText("");
    List<Integer> digests = new ArrayList<>(hex.length() / DIGITS);
    try {
      for (int at = 0; at < hex.length(); at += DIGITS) {
        digests.add(Integer.parseUnsignedInt(hex.substring(at, at + DIGITS), 16));
      }
    } catch (NumberFormatException | StringIndexOutOfBoundsException e) {
      throw new IllegalArgumentException("'" + name + "' are no digests: " + hex, e);
    }
    return digests;
  }

  private static long digest(JsonNode event, String name) {
    String hex = event.path(name).asText("");
    try {
      return hex.isEmpty() ? Step.ABSENT : Long.parseUnsignedLong(hex, 16);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + name + "' is not a digest: " + hex, e);
    }
  }

  /** The captured arguments, or else their digest. */
  @Override
  public String shownArguments(Step step) {
    JsonNode captured = event.path("arguments");
    if (!captured.isTextual()) {
      return shown(record.fingerprint().action());
    }
    return captured.asText() + (event.path("arguments_cut").asBoolean() ? "…" : "");
  }

  /** The digest: of its failure if it tells of one. */
  @Override
  public String shownOutcome(Step step) {
    Fingerprint digests = record.fingerprint();
    return shown(digests.failure() == Step.ABSENT ? digests.result() : digests.failure());
  }

  /** As the last actions of a live run are shown. */
  private static String shown(long digest) {
    return HexFormat.of().toHexDigits(digest >>> (Long.SIZE - SHOWN_BITS), SHOWN_BITS / 4);
  }

  /** The event that tells it. */
  JsonNode event() {
    return event;
  }

  /** The number that the live run gave it; -1 if the log does not say. */
  public int number() {
    return number;
  }

  @Override
  public String argumentsText() {
    return Unrecorded.letters(record.fingerprint().action());
  }
}
