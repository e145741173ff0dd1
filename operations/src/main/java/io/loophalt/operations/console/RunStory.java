package io.loophalt.operations.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.PrintableText;
import io.loophalt.core.detect.Step;
import io.loophalt.core.policy.Intervention;
import io.loophalt.operations.control.ControlClient;
import io.loophalt.operations.control.ControlException;
import io.loophalt.operations.control.ControlProtocol;
import io.loophalt.operations.timeline.HtmlWriter;
import io.loophalt.operations.timeline.Intake;
import io.loophalt.operations.timeline.LastActions;
import io.loophalt.operations.timeline.RepeatFinder;
import io.loophalt.operations.timeline.Spoken;
import io.loophalt.operations.timeline.Timeline;
import io.loophalt.operations.timeline.Timeline.Compared;
import io.loophalt.operations.timeline.TimelineHtml;
import io.loophalt.operations.timeline.TimelineRow;
import io.loophalt.operations.timeline.TimelineStep;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The story of a live run, which grows while somebody looks at it. An agent keeps the last steps of
 * a run and no others: the story begins with those, and what is made faster than it is looked at is
 * told as a gap. Thread-safe.
 */
final class RunStory {

  /** About 100 bytes each. */
  private static final int MOST_STEPS = 1_000;

  private static final int MOST_SPOKEN = 50;
  private static final long LOOKS_EVERY_NANOS = 400_000_000;

  private final BoardRun run;
  private final Deque<TimelineStep> steps = new ArrayDeque<>();

  /** By the step after which they were. */
  private final Map<Long, Spoken> nudges = new TreeMap<>();

  private long stepsSoFar;
  private @Nullable Spoken halt;
  private @Nullable JsonNode detail;
  private @Nullable ControlClient client;
  private int readers;
  private long lookedNanos = System.nanoTime() - LOOKS_EVERY_NANOS;
  private long version;
  private boolean over;
  private String html = "";

  RunStory(BoardRun run) {
    this.run = run;
  }

  /** Somebody begins to read it. */
  synchronized void opened() {
    readers++;
  }

  /** They do so no more. */
  synchronized void closed() {
    readers--;
    if (readers == 0) {
      disconnect();
    }
  }

  /** Asks for what is new; not more often than is of use. */
  synchronized void look() {
    long now = System.nanoTime();
    if (over || now - lookedNanos < LOOKS_EVERY_NANOS) {
      return;
    }
    lookedNanos = now;
    try {
      ControlClient connected = client;
      if (connected == null) {
        connected = new ControlClient(run.jvm.jvm.socket());
        client = connected;
      }
      take(connected.ask(ControlClient.request("show").put("run", run.id)));
    } catch (ControlException noSuchRun) {
      over = true;
      version++;
      disconnect();
    } catch (IOException gone) {
      disconnect(); // The board tells that the JVM is gone, or silent.
    }
  }

  private void disconnect() {
    ControlClient connected = client;
    client = null;
    if (connected != null) {
      try {
        connected.close();
      } catch (IOException closed) {
        // It is closed.
      }
    }
  }

  /** Takes what the agent says of the run now. */
  synchronized void take(JsonNode now) {
    if (now.path("run") instanceof ObjectNode view) {
      view.remove(List.of("seconds", "idle_seconds")); // The page counts by itself.
    }
    if (now.equals(detail)) {
      return;
    }
    detail = now;
    takeSteps(now);
    takeInterventions(now);
    html = written();
    version++;
  }

  private void takeSteps(JsonNode now) {
    long made = Intake.count(now.path("run").path("steps"));
    if (made < stepsSoFar) { // A conversation has begun anew.
      steps.clear();
      nudges.clear();
    }
    stepsSoFar = made;
    TimelineStep latest = steps.peekLast();
    int known = latest == null ? -1 : latest.number();
    for (TimelineStep each : LastActions.of(now, (int) Math.min(Integer.MAX_VALUE, made - 1))) {
      if (each.number() > known) {
        steps.add(each);
      }
    }
    while (steps.size() > MOST_STEPS) {
      steps.remove();
    }
  }

  private void takeInterventions(JsonNode now) {
    JsonNode nearest = now.path("run").path("nearest");
    for (JsonNode each : now.path("nudges")) {
      long after = Intake.count(each);
      // By what a nudge was is known of those alone that are seen when they come.
      boolean isNew = after == stepsSoFar && nearest.isObject();
      if (nudges.size() < MOST_SPOKEN) {
        nudges.computeIfAbsent(after, at -> nudge(at, isNew ? nearest : MissingNode.getInstance()));
      }
    }
    JsonNode stop = now.path("stop");
    halt =
        stop.isObject()
            ? new Spoken(
                Intervention.HALT,
                true,
                Intake.name(stop.path("detector")),
                "",
                Intake.count(stop.path("count")),
                (int) Intake.count(stop.path("steps")) - 1,
                (int) Intake.UNKNOWN,
                Step.ABSENT,
                Step.ABSENT)
            : null;
  }

  private static Spoken nudge(long after, JsonNode rule) {
    return new Spoken(
        Intervention.NUDGE,
        true,
        Intake.name(rule.path("detector")),
        Intake.name(rule.path("rule")),
        Intake.count(rule.path("count")),
        (int) after - 1,
        (int) Intake.UNKNOWN,
        Step.ABSENT,
        Step.ABSENT);
  }

  private String written() {
    List<TimelineRow> rows = new ArrayList<>();
    List<TimelineStep> unbroken = new ArrayList<>();
    int next = 0;
    for (TimelineStep each : steps) {
      if (each.number() > next) {
        rows.addAll(RepeatFinder.rows(unbroken));
        unbroken.clear();
        rows.add(new TimelineRow.Gap(each.number() - next));
      }
      unbroken.add(each);
      next = each.number() + 1;
    }
    rows.addAll(RepeatFinder.rows(unbroken));
    List<Spoken> spoken = new ArrayList<>(nudges.values());
    Spoken last = halt;
    if (last != null) {
      spoken.add(last);
    }
    Timeline timeline =
        new Timeline(
            rows, Map.of(), new Compared(Step.ABSENT, Step.ABSENT, List.of(), List.of()), true);
    StringWriter out = new StringWriter();
    new TimelineHtml(new HtmlWriter(out), timeline, spoken, false).write();
    return out.toString();
  }

  /** What a page is told that knows a version of it; null if that is the latest. */
  synchronized @Nullable ObjectNode since(long known) {
    if (known == version) {
      return null;
    }
    ObjectNode json = ControlProtocol.JSON.createObjectNode();
    json.put("version", version).put("key", run.key).put("over", over).put("html", html);
    JsonNode now = detail;
    if (now != null) {
      rules(now, json.putArray("rules"));
      ArrayNode tools = json.putArray("tools");
      for (Map.Entry<String, JsonNode> tool : now.path("tools").properties()) {
        tools
            .addObject()
            .put("tool", PrintableText.name(tool.getKey()))
            .put("calls", tool.getValue().asLong());
      }
      JsonNode stop = now.path("stop");
      if (stop.isObject()) {
        json.put("stop", PrintableText.name(stop.path("kind").asText()));
        json.put("detail", Intake.sentence(stop.path("detail")));
      }
    }
    return json;
  }

  private static void rules(JsonNode now, ArrayNode rules) {
    for (JsonNode rule : now.path("rules")) {
      rules
          .addObject()
          .put("detector", PrintableText.name(rule.path("detector").asText()))
          .put("rule", PrintableText.name(rule.path("rule").asText()))
          .put("count", rule.path("count").asInt())
          .put("halts", rule.path("halts_at").asInt())
          .put("why", Intake.sentence(rule.path("why")));
    }
  }
}
