package io.loophalt.recordings.format;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.PrintableText;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.detect.Turn.Prompt;
import io.loophalt.core.policy.Intervention;
import io.loophalt.recordings.EventJson;
import io.loophalt.recordings.LazyStep;
import io.loophalt.recordings.LoggedEvents;
import io.loophalt.recordings.RecordedRun.Forgetting;
import io.loophalt.recordings.RecordedRun.RecordedTurn;
import io.loophalt.recordings.RunReport;
import io.loophalt.recordings.RunSink;
import io.loophalt.recordings.assembly.LoggedCall;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Loophalt's own event log.
 *
 * <p>Runs whose turns and steps were logged are judged anew, by their digests. Of other runs only
 * what happened then is known, and that is what is reported.
 *
 * <p>Several JVMs may have written to one log, each with a {@code run-1} of its own. Events say
 * which JVM they are of; where they do not, or where the end of a run was lost, a run that begins
 * to count its steps or turns anew is another run.
 */
final class EventLogFormat implements RecordingFormat {

  @Override
  public String name() {
    return "Loophalt event logs";
  }

  @Override
  public boolean recognizes(JsonNode value) {
    String kind = value.path("event").asText();
    return value.path("event").isTextual()
        && (value.has("run") || kind.equals(EventJson.CONFIGURATION))
        && value.has("time");
  }

  @Override
  public boolean isRotated() {
    return true;
  }

  @Override
  public Reading open(Source source, RunSink sink) {
    LoggedEvents events = sink.log();
    return events == null ? new Log(sink) : new AsWritten(events);
  }

  /** The next event of a run; null if it is of none. */
  private static @Nullable ObjectNode event(JsonParser parser) throws IOException {
    ObjectNode event = Streamed.object(parser, "an event");
    if (event.path("event").asText().equals(EventJson.CONFIGURATION)) {
      return null;
    }
    if (event.path("run").asText().isEmpty()) {
      throw Streamed.broken(parser, "an event without 'run'");
    }
    return event;
  }

  private record AsWritten(LoggedEvents events) implements Reading {
    @Override
    public void value(JsonParser parser, long number) throws IOException {
      JsonNode event = EventLogFormat.event(parser);
      if (event != null) {
        events.event(event);
      }
    }

    @Override
    public void end() {
      events.end();
    }
  }

  private static final class Log implements Reading {

    /** So many runs of which something was told last are kept as they are; others rest. */
    private static final int MOST_AWAKE = 1_000;

    /** More names of JVMs and tasks are no names, and are kept with each run. */
    private static final int MOST_NAMES = 10_000;

    private final RunSink sink;
    private final Map<RunKey, LoggedRun> runs = new LinkedHashMap<>();

    /** Those that do not rest, the one of which was told longest ago first. */
    private final Map<LoggedRun, Boolean> awake = new LinkedHashMap<>(16, 0.75f, true);

    /** Of JVMs and tasks, which many runs share. */
    private final Map<String, String> names = new HashMap<>();

    Log(RunSink sink) {
      this.sink = sink;
    }

    private String shared(String name) {
      String known = names.get(name);
      if (known == null && names.size() < MOST_NAMES) {
        names.put(name, name);
      }
      return known == null ? name : known;
    }

    private void isTold(LoggedRun run) {
      awake.put(run, true);
      if (awake.size() > MOST_AWAKE) {
        LoggedRun idlest = awake.keySet().iterator().next();
        awake.remove(idlest);
        idlest.rest();
      }
    }

    @Override
    public void value(JsonParser parser, long number) throws IOException {
      JsonNode event = EventLogFormat.event(parser);
      if (event == null) {
        return;
      }
      String run = event.path("run").asText();
      RunKey key = new RunKey(shared(event.path("jvm").asText()), run);
      LoggedRun logged = runs.get(key);
      if (logged != null) {
        logged.wake();
      }
      if (logged == null) {
        logged = new LoggedRun(run, shared(event.path("task").asText()), sink);
        runs.put(key, logged);
      } else if (logged.isOver(event)) {
        LoggedRun next = new LoggedRun(run, shared(event.path("task").asText()), sink);
        next.takeOver(logged);
        awake.remove(logged);
        logged.end(null);
        logged = next;
        runs.put(key, logged);
      }
      isTold(logged);
      switch (event.path("event").asText()) {
        case "turn" -> logged.turn(event);
        case "step" -> {
          try {
            logged.step(event);
          } catch (IllegalArgumentException e) {
            throw Streamed.broken(parser, String.valueOf(e.getMessage()));
          }
        }
        case "intervention" -> logged.intervention(event);
        case "run_end" -> {
          runs.remove(key);
          awake.remove(logged);
          logged.end(event);
        }
        case "progress" -> logged.forgotten(event, false);
        case "reset" -> logged.forgotten(event, true);
        default -> {
          // Warnings change nothing; kinds of a later version are none of ours.
        }
      }
    }

    @Override
    public void end() {
      awake.clear();
      for (Iterator<LoggedRun> open = runs.values().iterator(); open.hasNext(); ) {
        LoggedRun run = open.next();
        open.remove(); // what judges it is as large as that of one that is awake
        run.wake();
        run.end(null);
      }
    }
  }

  /** A run by its name and the JVM it was in, empty if the log does not say. */
  private record RunKey(String jvm, String run) {}

  /**
   * The application told the agent to forget.
   *
   * @param stepsOver of the turn at hand; {@link Forgetting#BEFORE_ANSWER} if all of the turn
   *     before were
   * @param latestBegun number of the latest step that had begun
   */
  private record Forgotten(boolean reset, int stepsOver, int latestBegun) {}

  /** What the log said of one run so far. */
  private static final class LoggedRun {

    /** Steps with higher numbers are not told apart: one broken number must not cost memory. */
    private static final int MOST_NUMBERED = 10_000_000;

    private final String id;
    private final String task;
    private final RunSink sink;
    private RunSink.@Nullable OpenRun anew;
    private @Nullable Turn turn;
    private boolean turnIsAnswered;
    private final ArrayList<LoggedCall> calls = new ArrayList<>(0);
    private final List<Forgotten> forgotten = new ArrayList<>(0);
    private int position;
    private int latestTurn = -1;

    /** The numbers of its steps; null until there is one. */
    private @Nullable BitSet toldSteps;

    /** The calls of the turn at hand as they stand in the log, while the run rests. */
    private List<String> restingCalls = List.of();

    private final List<RunReport.Found> findings = new ArrayList<>(0);
    private @Nullable JsonNode halt;
    private long latestStep = -1;
    private String digestKey = "";

    LoggedRun(String id, String task, RunSink sink) {
      this.id = id;
      this.task = task;
      this.sink = sink;
    }

    /**
     * Whether an event is of a later run of the same name, because it counts anew. Calls that were
     * made at one time are logged in the order in which they ended, so that a lower number alone
     * does not tell.
     */
    boolean isOver(JsonNode event) {
      return switch (event.path("event").asText()) {
        case "turn" -> event.path("turn").asInt(-1) == 0 && latestTurn > 0;
        case "step" -> {
          int number = event.path("step").asInt(-1);
          yield number >= 0 && toldSteps != null && toldSteps.get(number);
        }
        default -> false;
      };
    }

    /** Other runs are told for a while. */
    void rest() {
      if (!calls.isEmpty()) {
        restingCalls = calls.stream().map(each -> each.written()).toList();
        calls.clear();
        calls.trimToSize();
      }
      RunSink.OpenRun open = anew;
      if (open != null) {
        open.rest();
      }
    }

    /** Something more is told of it. */
    void wake() {
      if (!restingCalls.isEmpty()) {
        restingCalls.forEach(each -> calls.add(LoggedCall.readAgain(each)));
        restingCalls = List.of();
      }
    }

    /** Takes the answer that asks for the first step of this run. */
    void takeOver(LoggedRun before) {
      Turn asked = before.turn;
      if (asked != null && asked.index() == 0 && before.calls.isEmpty()) {
        turn = asked;
        turnIsAnswered = before.turnIsAnswered;
        latestTurn = 0;
        before.turn = null;
      }
    }

    void turn(JsonNode event) {
      int index = event.path("turn").asInt();
      boolean isOpen = turn != null && !turnIsAnswered && turn.index() == index;
      // The calls of a streamed answer may be over before the answer is complete.
      if (!isOpen) {
        endTurn();
      }
      turnIsAnswered = true;
      latestTurn = Math.max(latestTurn, index);
      turn =
          new Turn(
              index,
              event.path("tool_calls").asInt(),
              "",
              event.path("model").asText(""),
              event.path("input_tokens").asLong(),
              event.path("output_tokens").asLong(),
              promptOf(event),
              event.path("compacted_before").asBoolean(false));
    }

    /**
     * Logs of older versions say only whether the user spoke. What answers say is in no log: where
     * that decides, nothing is known.
     */
    private static Prompt promptOf(JsonNode event) {
      String said = event.path("prompt").asText();
      if (said.equalsIgnoreCase(Prompt.REPEATED.name())) {
        return Prompt.UNSEEN;
      }
      for (Prompt each : Prompt.values()) {
        if (each.name().equalsIgnoreCase(said)) {
          return each;
        }
      }
      return event.path("user_message_before").asBoolean(false) ? Prompt.NEW : Prompt.NONE;
    }

    void step(JsonNode event) {
      checkKey(event);
      int index = event.path("turn").asInt();
      if (turn == null || turn.index() != index) {
        endTurn();
        turn = new Turn(index, 0, "", "", 0, 0, false, false);
        turnIsAnswered = false;
      }
      latestTurn = Math.max(latestTurn, index);
      LoggedCall call = new LoggedCall(event);
      if (call.number() >= 0 && call.number() < MOST_NUMBERED) {
        BitSet told = toldSteps == null ? new BitSet() : toldSteps;
        told.set(call.number());
        toldSteps = told;
      }
      calls.add(call);
    }

    /** Digests under different keys say nothing of each other. */
    private void checkKey(JsonNode event) {
      String key = event.path(EventJson.DIGESTS).asText("none");
      if (digestKey.isEmpty()) {
        digestKey = key;
      } else if (!digestKey.equals(key)) {
        throw new IllegalArgumentException(
            "the digests of run "
                + PrintableText.name(id)
                + " are under the key "
                + PrintableText.name(digestKey)
                + " and from here on under "
                + PrintableText.name(key)
                + ": give the processes that share a run the same 'digest-key'");
      }
    }

    void forgotten(JsonNode event, boolean reset) {
      forgotten.add(new Forgotten(reset, calls.size(), event.path("step").asInt(-1)));
    }

    void intervention(JsonNode event) {
      latestStep = Math.max(latestStep, event.path("step").asLong());
      Intervention kind = kind(event);
      boolean enforced = event.path("enforced").asBoolean(true);
      findings.add(
          new RunReport.Found(
              Math.max(0, event.path("step").asInt()),
              event.path("turn").asLong(),
              event.path("detector").asText(),
              event.path("count").asLong(),
              kind,
              !enforced,
              enforced));
      if (kind == Intervention.HALT && enforced && halt == null) {
        halt = event;
      }
    }

    /** The run is over; without an event that says so, its log breaks off. */
    void end(@Nullable JsonNode event) {
      if (anew != null || turn != null) {
        endTurn();
        open().end(null);
      } else {
        sink.judged(asItHappened(event));
      }
    }

    private void endTurn() {
      Turn open = turn;
      if (open == null) {
        return;
      }
      Turn asRecorded =
          new Turn(
              open.index(),
              calls.size(),
              open.text(),
              open.model(),
              open.inputTokens(),
              open.outputTokens(),
              open.prompt(),
              open.compactedBefore());
      // A turn whose calls were refused is not an idle one: the log of a halted run ends with it.
      if (!calls.isEmpty() || open.toolCalls() == 0) {
        List<LazyStep> steps = calls.stream().map(LoggedCall::recorded).toList();
        open().turn(new RecordedTurn(asRecorded, steps, 0, position, forgettings()));
        position += Math.max(1, calls.size());
      }
      forgotten.replaceAll(
          each -> new Forgotten(each.reset(), Forgetting.BEFORE_ANSWER, each.latestBegun()));
      calls.clear();
      turn = null;
    }

    /** Those of the turn at hand; what came after its last step is left for the next. */
    private List<Forgetting> forgettings() {
      List<Forgetting> ofTurn = new ArrayList<>();
      for (Iterator<Forgotten> all = forgotten.iterator(); all.hasNext(); ) {
        Forgotten each = all.next();
        int over = Math.max(0, each.stepsOver());
        boolean inStep = over < calls.size() && calls.get(over).number() <= each.latestBegun();
        if (each.stepsOver() == Forgetting.BEFORE_ANSWER || over < calls.size()) {
          ofTurn.add(new Forgetting(each.reset(), inStep ? over : each.stepsOver(), inStep));
          all.remove();
        }
      }
      return ofTurn;
    }

    private RunSink.OpenRun open() {
      if (anew == null) {
        anew = sink.begin(id, task);
      }
      return anew;
    }

    private RunReport asItHappened(@Nullable JsonNode end) {
      JsonNode reason = end == null ? null : end.path("stop_reason");
      JsonNode stopped = halt;
      String kind =
          reason != null
              ? reason.path("kind").asText("done")
              : stopped != null ? stopped.path("stop_reason").asText("no_progress") : "done";
      String detector = null;
      if (stopped != null) {
        detector = stopped.path("detector").asText();
      } else if (!findings.isEmpty()) {
        detector = findings.get(0).detector();
      }
      return new RunReport(
          id,
          end == null ? null : end.path("preset").textValue(),
          end == null ? (int) latestStep + 1 : end.path("steps").asInt(),
          first(Intervention.NUDGE),
          first(Intervention.ESCALATE),
          haltedAt(kind, end),
          detector,
          kind,
          reason == null ? "" : reason.path("detail").asText(),
          findings,
          end == null ? 0 : end.path("input_tokens").asLong() + end.path("output_tokens").asLong(),
          0,
          null,
          false);
    }

    /** Where the halt itself is in no part of the log, the end tells of it: after the last step. */
    private @Nullable Integer haltedAt(String kind, @Nullable JsonNode end) {
      JsonNode stopped = halt;
      if (stopped != null) {
        return Math.max(0, stopped.path("step").asInt());
      }
      return end == null || kind.equals("done") ? null : Math.max(0, end.path("steps").asInt() - 1);
    }

    private @Nullable Integer first(Intervention intervention) {
      for (RunReport.Found each : findings) {
        if (each.delivered() && each.intervention() == intervention) {
          return each.position();
        }
      }
      return null;
    }

    private static Intervention kind(JsonNode event) {
      return switch (event.path("intervention").asText().toLowerCase(Locale.ROOT)) {
        case "nudge" -> Intervention.NUDGE;
        case "escalate" -> Intervention.ESCALATE;
        case "halt" -> Intervention.HALT;
        default -> Intervention.NONE;
      };
    }
  }
}
