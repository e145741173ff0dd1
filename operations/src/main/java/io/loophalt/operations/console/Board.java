package io.loophalt.operations.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.PrintableText;
import io.loophalt.operations.console.BoardJvm.Presence;
import io.loophalt.operations.control.ControlProtocol;
import io.loophalt.operations.control.GuardedJvms.Jvm;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What is known of all JVMs and their runs. Each change has a number, so that a page can be sent
 * what is new to it. Thread-safe.
 */
final class Board {

  /** Runs in one message, so that a page has time for its person in between. */
  static final int MOST_IN_A_MESSAGE = 2_000;

  /** Runs that are over and still told of, to pages that slept meanwhile. */
  private static final int MOST_GONE = 50_000;

  private static final int MOST_EVENTS = 200;

  /** JVMs that are gone and still shown. */
  private static final int MOST_GONE_JVMS = 20;

  private final LongSupplier clock;
  private final Map<String, BoardJvm> jvms = new LinkedHashMap<>();
  private final Map<Long, BoardRun> runs = new HashMap<>();
  private final NavigableMap<Long, BoardRun> byVersion = new TreeMap<>();
  private final NavigableMap<Long, Long> goneByVersion = new TreeMap<>();
  private final Deque<Event> events = new ArrayDeque<>();
  private long version = 1;
  private long jvmsVersion;
  private long keys;

  /** Whoever knows nothing after this one is told everything anew. */
  private long forgotten;

  /**
   * Something that has happened.
   *
   * @param by who did it, for a person
   */
  private record Event(long version, String time, String jvm, String by, String text) {}

  /**
   * A message to a page.
   *
   * @param json null if there is nothing new
   * @param version up to which the page knows everything then
   * @param more whether there is more to be told
   */
  record Update(@Nullable ObjectNode json, long version, boolean more) {}

  /**
   * Empty.
   *
   * @param clock milliseconds since 1970
   */
  Board(LongSupplier clock) {
    this.clock = clock;
  }

  /** There is a connection with a JVM, a new one: its first answers tell of all runs. */
  synchronized void connected(Jvm jvm) {
    BoardJvm known = jvms.get(jvm.name());
    if (known == null) {
      known = new BoardJvm(++keys, jvm);
      jvms.put(jvm.name(), known);
      tell(known, "", "is here");
    } else {
      known.untold.addAll(known.runs.keySet());
      if (known.presence == Presence.GONE) {
        tell(known, "", "is here again");
      }
    }
    known.isFirstLook = true;
    known.presence = Presence.HERE;
    known.trouble = "";
    jvmsVersion = ++version;
  }

  /** A JVM does not answer as it should. */
  synchronized void silent(Jvm jvm, String why) {
    BoardJvm known = jvms.computeIfAbsent(jvm.name(), name -> new BoardJvm(++keys, jvm));
    String trouble = PrintableText.of(why);
    if (known.presence != Presence.SILENT || !known.trouble.equals(trouble)) {
      known.presence = Presence.SILENT;
      known.trouble = trouble;
      jvmsVersion = ++version;
    }
  }

  /** A JVM has ended. */
  synchronized void gone(Jvm jvm) {
    BoardJvm known = jvms.get(jvm.name());
    if (known == null || known.presence == Presence.GONE) {
      return;
    }
    known.presence = Presence.GONE;
    removeRuns(known);
    tell(known, "", "has ended");
    jvmsVersion = ++version;
    long gone = jvms.values().stream().filter(each -> each.presence == Presence.GONE).count();
    for (Iterator<BoardJvm> eldest = jvms.values().iterator(); gone > MOST_GONE_JVMS; ) {
      if (eldest.next().presence == Presence.GONE) {
        eldest.remove();
        gone--;
      }
    }
  }

  private void removeRuns(BoardJvm jvm) {
    jvm.runs.values().forEach(this::remove);
    jvm.runs.clear();
    jvm.untold.clear();
  }

  private void remove(BoardJvm jvm, String id) {
    BoardRun run = jvm.runs.remove(id);
    if (run != null) {
      remove(run);
    }
  }

  private void remove(BoardRun run) {
    runs.remove(run.key);
    byVersion.remove(run.version);
    goneByVersion.put(++version, run.key);
    if (goneByVersion.size() > MOST_GONE) {
      forgotten = goneByVersion.pollFirstEntry().getKey();
    }
  }

  /** A JVM has answered what has changed. */
  synchronized void changed(Jvm jvm, JsonNode changes) {
    BoardJvm known = jvms.get(jvm.name());
    if (known == null) {
      return;
    }
    long now = clock.getAsLong();
    if (!known.agent.equals(changes.path("agent"))) {
      known.agent = changes.path("agent");
      jvmsVersion = ++version;
    }
    for (JsonNode view : changes.path("runs")) {
      changed(known, view, now);
    }
    for (JsonNode id : changes.path("gone")) {
      remove(known, id.asText());
    }
    if (!changes.path("more").asBoolean()) {
      List.copyOf(known.untold).forEach(id -> remove(known, id));
      known.untold.clear();
      known.isFirstLook = false;
    }
    for (JsonNode order : changes.path("orders")) {
      events.add(
          new Event(
              ++version,
              order.path("time").asText(),
              known.name(),
              PrintableText.name(order.path("by").asText()),
              PrintableText.of(
                  order.path("command").asText() + ": " + order.path("said").asText())));
    }
    trimEvents();
  }

  private void changed(BoardJvm jvm, JsonNode view, long now) {
    String id = view.path("id").asText();
    jvm.untold.remove(id);
    BoardRun run = jvm.runs.get(id);
    String before = run == null ? "" : run.state();
    if (run == null) {
      run = new BoardRun(++keys, jvm, view, now);
      jvm.runs.put(id, run);
      runs.put(run.key, run);
    } else {
      run.take(view, now);
      byVersion.remove(run.version);
    }
    run.version = ++version;
    byVersion.put(run.version, run);
    boolean isHalted = run.state().equals("halted") && !before.equals("halted");
    boolean isOld = jvm.isFirstLook && before.isEmpty();
    // What a person has halted is told as their order.
    if (isHalted && !isOld && !run.reason().startsWith("operator:")) {
      tell(jvm, "Loophalt", "halt: " + run.name() + ": " + run.reason());
    }
  }

  private void tell(BoardJvm jvm, String by, String text) {
    String time = Instant.ofEpochMilli(clock.getAsLong()).toString();
    events.add(new Event(++version, time, jvm.name(), by, text));
    trimEvents();
  }

  private void trimEvents() {
    while (events.size() > MOST_EVENTS) {
      events.remove();
    }
  }

  /** The run with a key, or null. */
  synchronized @Nullable BoardRun run(long key) {
    return runs.get(key);
  }

  /** The JVM with a key, or null. */
  synchronized @Nullable BoardJvm jvm(long key) {
    return jvms.values().stream().filter(each -> each.key == key).findFirst().orElse(null);
  }

  /** What is new to a page that knows everything up to a version. */
  synchronized Update since(long known) {
    boolean whole = known <= 0 || known < forgotten || known > version;
    long from = whole ? 0 : known;
    ObjectNode json = ControlProtocol.JSON.createObjectNode();
    json.put("now", clock.getAsLong());
    if (whole) {
      json.put("whole", true);
    }
    boolean isNew = whole && known <= 0;
    if (jvmsVersion > from) {
      isNew = true;
      ArrayNode list = json.putArray("jvms");
      jvms.values().forEach(each -> each.write(list.addObject()));
    }
    long told = version;
    boolean more = false;
    NavigableMap<Long, BoardRun> changed = byVersion.tailMap(from, false);
    if (!changed.isEmpty()) {
      isNew = true;
      ArrayNode list = json.putArray("runs");
      for (BoardRun each : changed.values()) {
        if (list.size() == MOST_IN_A_MESSAGE) {
          more = true;
          break;
        }
        each.write(list.addObject());
        told = each.version;
      }
      told = more ? told : version;
    }
    NavigableMap<Long, Long> gone = goneByVersion.tailMap(from, false);
    if (!whole && !gone.isEmpty()) {
      isNew = true;
      ArrayNode list = json.putArray("gone");
      gone.values().forEach(list::add);
    }
    isNew |= write(events, from, json);
    return new Update(isNew ? json.put("version", told) : null, told, more);
  }

  private static boolean write(Deque<Event> events, long from, ObjectNode json) {
    if (events.isEmpty() || events.getLast().version() <= from) {
      return false;
    }
    ArrayNode list = json.putArray("events");
    for (Event each : events) {
      if (each.version() > from) {
        list.addObject()
            .put("number", each.version())
            .put("time", each.time())
            .put("jvm", each.jvm())
            .put("by", each.by())
            .put("text", each.text());
      }
    }
    return true;
  }
}
