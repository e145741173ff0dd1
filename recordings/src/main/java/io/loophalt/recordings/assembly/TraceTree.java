package io.loophalt.recordings.assembly;

import io.loophalt.core.state.SmallNumbers;
import io.loophalt.recordings.assembly.GenAiSpan.Operation;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The spans of one trace, and which run each of them is of.
 *
 * <p>A run is {@linkplain OwnRun what its spans name}, or the nearest span around them that names
 * one, a conversation, or else a trace; an agent that works inside another agent or inside a tool
 * call is a run of its own. Where a trace has several conversations, a span is of that which it
 * names, or the nearest span around it; what is in none is of the conversation that began first.
 * What model and tool spans inside an agent's name does not count there: to some it is the request
 * before. Of model spans inside each other the innermost counts that has contents, of tool spans
 * the outermost: they are layers of one call. One around several calls is no such layer.
 *
 * <p>Spans arrive when they end, the outermost last. Who cannot wait for them has {@linkplain
 * #until what is over} told as it stands, and goes on with what is known by then. Not thread-safe.
 */
public final class TraceTree {

  /** The order in which spans are told. */
  private static final Comparator<GenAiSpan> BY_BEGINNING =
      Comparator.comparingLong(GenAiSpan::startNanos)
          .thenComparing(GenAiSpan::operation)
          .thenComparing(GenAiSpan::spanId);

  /** A cycle among parents is nonsense, but a file may say it. */
  private static final int DEEPEST = 1_000;

  /** The form that {@link #save} writes; those before knew less of what spans name. */
  public static final byte FORM = 3;

  private static final byte WITHOUT_OWN_RUNS = 1;
  private static final byte WITH_CONVERSATIONS = 3;

  /**
   * What is known of a span, told or not.
   *
   * @param names the conversation, or the run of its own, that it names; empty if none
   */
  private record Known(
      String parent, Operation operation, String agent, String names, boolean told) {

    static Known of(GenAiSpan span, boolean told) {
      return new Known(span.parentId(), span.operation(), span.agent(), span.conversation(), told);
    }
  }

  private final Map<String, Known> known = new HashMap<>();
  private List<GenAiSpan> untold = new ArrayList<>();

  /** The ids of those. */
  private final Set<String> waiting = new HashSet<>();

  private final Set<String> runs = new LinkedHashSet<>();

  /** That which is called {@link #base}: the one that began first, as far as was known then. */
  private String conversation = "";

  private long conversationBegan;
  private String base = "";

  /** The unknown span around the first span of each run that spans name, and of the others. */
  private final Map<String, String> firsts = new LinkedHashMap<>();

  private boolean rootSeen;

  /**
   * Takes the next span, in any order. One of work that was taken before is left out: an exporter
   * that hears no answer sends it again, and a call made once must not look like one made twice.
   */
  public void take(GenAiSpan span) {
    if (isTaken(span.spanId())) {
      return;
    }
    known.put(span.spanId(), Known.of(span, /* told= */ false));
    rootSeen |= span.parentId().isEmpty();
    if (!span.conversation().isEmpty() && !OwnRun.is(span.conversation())) {
      heard(span);
    }
    if (span.operation() != Operation.OTHER) {
      untold.add(span);
      waiting.add(span.spanId());
    }
  }

  /** Of a conversation, whichever span of it arrives first. */
  private void heard(GenAiSpan span) {
    boolean isFirst = conversation.isEmpty();
    if (!isFirst && base.isEmpty()) {
      int later = Long.compare(span.startNanos(), conversationBegan);
      isFirst = later < 0 || (later == 0 && span.conversation().compareTo(conversation) < 0);
    }
    if (isFirst) {
      conversation = span.conversation();
      conversationBegan = span.startNanos();
    }
  }

  /** Spans that lack an id, or have one of zeros, are not known to be the same. */
  private boolean isTaken(String spanId) {
    Known before = known.get(spanId);
    boolean lacksOne = spanId.chars().allMatch(digit -> digit == '0');
    return !lacksOne && (waiting.contains(spanId) || (before != null && before.told()));
  }

  /**
   * Whether the trace is a run, or several; else it is a part of a conversation.
   *
   * @param traceId the trace
   */
  public boolean isRun(String traceId) {
    return base.isEmpty() ? conversation.isEmpty() : base.equals(traceId);
  }

  /**
   * Whether a run ends with its trace: one of a conversation, or of its own, may have others.
   *
   * @param traceId the trace, of which all was told
   * @param run one of those that it was told to
   */
  public boolean endsWith(String traceId, String run) {
    return isRun(traceId) && (run.equals(base) || run.startsWith(base + '/'));
  }

  /** Whether the span around all others is there, which ends last. */
  public boolean hasRoot() {
    return rootSeen;
  }

  /** The spans of work that were not told yet. */
  public List<GenAiSpan> untold() {
    return List.copyOf(untold);
  }

  /** When the first of the spans that are not told began, since the epoch; 0 if there is none. */
  public long beganNanos() {
    return untold.stream().mapToLong(GenAiSpan::startNanos).min().orElse(0);
  }

  /**
   * All spans that were not told yet, each run's in the order in which they began, and no spans of
   * a run of which all were. What surrounds them is taken for known.
   *
   * @param traceId the trace, which is the name of its run if it is of no conversation
   */
  public Map<String, List<GenAiSpan>> all(String traceId) {
    return tell(traceId, span -> true, true);
  }

  /**
   * The same of those that had ended by a time, while the spans around them may be still to come.
   * Those under different unknown spans are not mixed: only one of these can be the agent's own,
   * that of the first span.
   *
   * @param hadEnded whether a span had
   */
  public Map<String, List<GenAiSpan>> until(String traceId, Predicate<GenAiSpan> hadEnded) {
    return tell(traceId, hadEnded, false);
  }

  private Map<String, List<GenAiSpan>> tell(
      String traceId, Predicate<GenAiSpan> hadEnded, boolean complete) {
    if (base.isEmpty()) {
      base = conversation.isEmpty() ? traceId : conversation;
    }
    Layers layers = layers();
    List<GenAiSpan> left = new ArrayList<>();
    List<GenAiSpan> over = new ArrayList<>();
    for (GenAiSpan span : untold) {
      GenAiSpan outer = layers.told().get(span.spanId());
      boolean isOver = hadEnded.test(span) && (outer == null || hadEnded.test(outer));
      (isOver ? over : left).add(span);
    }
    untold = left;
    over.forEach(span -> waiting.remove(span.spanId()));
    over.sort(BY_BEGINNING);
    boolean several = hasSeveralConversations();
    Map<String, List<GenAiSpan>> byRun = new LinkedHashMap<>();
    if (complete) {
      runs.forEach(run -> byRun.put(run, new ArrayList<>()));
    }
    for (GenAiSpan span : over) {
      if (span.operation() != Operation.AGENT && !layers.only().contains(span.spanId())) {
        String own = own(span.spanId(), several);
        String run =
            (own.isEmpty() ? base : own) + subAgent(own, span.parentId(), complete, several);
        byRun
            .computeIfAbsent(run, id -> new ArrayList<>())
            .add(span.around(layers.inside().getOrDefault(span.spanId(), List.of())));
      }
    }
    runs.addAll(byRun.keySet());
    for (GenAiSpan span : over) {
      known.put(span.spanId(), Known.of(span, /* told= */ true));
    }
    return byRun;
  }

  /**
   * The layers of calls.
   *
   * @param only the spans that are only another layer of a call that counts already
   * @param told of model spans without contents, the one around them that is told in their place
   * @param inside of each that is told so the ones without contents in which there is no other
   */
  private record Layers(
      Set<String> only, Map<String, GenAiSpan> told, Map<String, List<GenAiSpan>> inside) {}

  private Layers layers() {
    Map<String, GenAiSpan> models = new HashMap<>();
    for (GenAiSpan span : untold) {
      if (span.operation() == Operation.MODEL) {
        models.put(span.spanId(), span);
      }
    }
    Set<String> only = new HashSet<>();
    Set<String> withoutContents = new LinkedHashSet<>();
    known.forEach(
        (id, span) -> {
          String around = around(span.parent());
          Known outer = around == null ? null : known.get(around);
          if (around == null || outer == null || outer.operation() != span.operation()) {
            return;
          }
          if (span.operation() == Operation.TOOL) {
            // One that was told before the other was known counts in its place.
            only.add(span.told() ? around : id);
          } else if (span.operation() == Operation.MODEL) {
            GenAiSpan model = models.get(id);
            if (model == null || model.hasContents()) {
              only.addAll(modelsAround(id));
            } else {
              withoutContents.add(id);
            }
          }
        });
    Set<String> ofOneCall = ofOneCall(withoutContents);
    Map<String, GenAiSpan> told = new HashMap<>();
    for (String id : withoutContents) {
      for (String around : modelsAround(id)) {
        GenAiSpan outer = models.get(around);
        if (outer != null
            && outer.hasContents()
            && !only.contains(around)
            && ofOneCall.contains(around)) {
          told.putIfAbsent(id, outer);
        }
      }
    }
    for (String id : withoutContents) {
      GenAiSpan outer = told.get(id);
      List<String> around = modelsAround(id);
      only.addAll(outer == null ? around : around.subList(0, around.indexOf(outer.spanId())));
    }
    Map<String, List<GenAiSpan>> inside = new HashMap<>();
    told.forEach(
        (id, outer) -> {
          GenAiSpan inner = models.get(id);
          if (inner != null && !only.contains(id)) {
            inside.computeIfAbsent(outer.spanId(), unused -> new ArrayList<>()).add(inner);
          }
        });
    inside.values().forEach(each -> each.sort(BY_BEGINNING));
    only.addAll(told.keySet());
    return new Layers(only, told, inside);
  }

  /**
   * The spans around others without contents that can be the same call: inside them is one that is
   * the innermost, and no tool.
   */
  private Set<String> ofOneCall(Set<String> withoutContents) {
    Set<String> layers = new HashSet<>();
    withoutContents.forEach(id -> layers.addAll(modelsAround(id)));
    Map<String, Integer> calls = new HashMap<>();
    for (String id : withoutContents) {
      if (!layers.contains(id)) {
        modelsAround(id).forEach(around -> calls.merge(around, 1, Integer::sum));
      }
    }
    Set<String> one = new HashSet<>();
    calls.forEach(
        (id, count) -> {
          if (count == 1) {
            one.add(id);
          }
        });
    for (Known span : known.values()) {
      if (one.isEmpty()) {
        break;
      }
      String around = span.operation() == Operation.TOOL ? around(span.parent()) : null;
      for (int depth = 0; depth < DEEPEST && around != null; depth++) {
        one.remove(around);
        Known outer = known.get(around);
        around = outer == null ? null : around(outer.parent());
      }
    }
    return one;
  }

  /** The model spans that are layers around another one, from the inside to the outside. */
  private List<String> modelsAround(String spanId) {
    List<String> models = new ArrayList<>();
    Known span = known.get(spanId);
    for (int depth = 0; depth < DEEPEST && span != null; depth++) {
      String around = around(span.parent());
      span = around == null ? null : known.get(around);
      if (around == null || span == null || span.operation() != Operation.MODEL) {
        break;
      }
      models.add(around);
    }
    return models;
  }

  /** The nearest span around another one that is work of an agent, too. */
  private @Nullable String around(String parentId) {
    String parent = parentId;
    for (int depth = 0; depth < DEEPEST && !parent.isEmpty(); depth++) {
      Known span = known.get(parent);
      if (span == null) {
        return null;
      }
      if (span.operation() != Operation.OTHER) {
        return parent;
      }
      parent = span.parent();
    }
    return null;
  }

  /** Whether spans of the trace name different ones, as far as that counts. */
  private boolean hasSeveralConversations() {
    String one = "";
    for (Map.Entry<String, Known> each : known.entrySet()) {
      String names = each.getValue().names();
      if (names.isEmpty() || OwnRun.is(names)) {
        continue;
      }
      String counts = conversation(each.getKey(), /* goesOn= */ false);
      if (!one.isEmpty() && !counts.isEmpty() && !counts.equals(one)) {
        return true;
      }
      one = counts.isEmpty() ? one : counts;
    }
    return false;
  }

  /**
   * The run that a span names, or the nearest one around it that does: one of its own, or else, of
   * several conversations, that which is not called {@link #base}; empty if none is known.
   */
  private String own(String spanId, boolean several) {
    String own = ownRun(spanId);
    if (!own.isEmpty() || !several) {
      return own;
    }
    String named = conversation(spanId, /* goesOn= */ true);
    return named.equals(conversation) ? "" : named;
  }

  /** The run of its own that a span names, or the nearest one around it; empty if none does. */
  private String ownRun(String spanId) {
    Known span = known.get(spanId);
    for (int depth = 0; depth < DEEPEST && span != null; depth++) {
      if (OwnRun.is(span.names())) {
        return span.names();
      }
      span = known.get(span.parent());
    }
    return "";
  }

  /**
   * The conversation that a span names, or the nearest one around it that does; empty if none does.
   * What an agent's model and tool spans name may be another one each time, and does not count.
   *
   * @param goesOn whether a span that is not there yet is taken for an agent's where what is inside
   *     it was told already: then that goes on
   */
  private String conversation(String spanId, boolean goesOn) {
    String nearest = "";
    String ofNoCall = "";
    String id = spanId;
    for (int depth = 0; depth < DEEPEST && !id.isEmpty(); depth++) {
      Known span = known.get(id);
      if (span == null) {
        boolean isOfCall = !nearest.isEmpty() && ofNoCall.isEmpty();
        return goesOn && isOfCall ? toldInside(id, nearest) : nearest;
      }
      String names = OwnRun.is(span.names()) ? "" : span.names();
      boolean isCall = span.operation() == Operation.MODEL || span.operation() == Operation.TOOL;
      nearest = nearest.isEmpty() ? names : nearest;
      ofNoCall = ofNoCall.isEmpty() && !isCall ? names : ofNoCall;
      if (span.operation() == Operation.AGENT) {
        if (!ofNoCall.isEmpty()) {
          return ofNoCall;
        }
        nearest = "";
      }
      id = span.parent();
    }
    return nearest;
  }

  /** The conversation of which the first span inside an unknown one was told, or else another. */
  private String toldInside(String unknown, String other) {
    for (Map.Entry<String, String> first : firsts.entrySet()) {
      if (first.getValue().equals(unknown) && !OwnRun.is(first.getKey())) {
        return first.getKey();
      }
    }
    return other;
  }

  /**
   * The part of a run's id that names the agent inside an agent; empty for the outermost, and for
   * that of a conversation inside another one, or beside others.
   *
   * @param own the run that its spans name; empty for all others together
   */
  private String subAgent(String own, String parentId, boolean complete, boolean several) {
    String around = around(parentId);
    for (int depth = 0; depth < DEEPEST && around != null; depth++) {
      Known span = known.get(around);
      if (span == null) {
        break;
      }
      String outer = around(span.parent());
      if (span.operation() == Operation.AGENT && outer != null) {
        return several && !OwnRun.is(own) && isOfAnother(around, outer)
            ? ""
            : '/' + (span.agent().isEmpty() ? "agent" : span.agent()) + '-' + around;
      }
      if (span.operation() == Operation.AGENT) {
        break;
      }
      around = outer;
    }
    String unknown = complete ? "" : unknownAround(parentId);
    if (unknown.isEmpty()) {
      return "";
    }
    String first = firsts.computeIfAbsent(own, run -> unknown);
    return unknown.equals(first) ? "" : "/agent-" + unknown;
  }

  /** Whether a span is of another conversation than the one around it. */
  private boolean isOfAnother(String spanId, String outer) {
    return !conversation(spanId, /* goesOn= */ false)
        .equals(conversation(outer, /* goesOn= */ false));
  }

  /** The nearest span around another one that is not there yet; empty if all are. */
  private String unknownAround(String parentId) {
    String parent = parentId;
    for (int depth = 0; depth < DEEPEST && !parent.isEmpty(); depth++) {
      Known span = known.get(parent);
      if (span == null) {
        return parent;
      }
      parent = span.parent();
    }
    return "";
  }

  /** Writes what is known, but for the spans that were not told. */
  public void save(DataOutput out) throws IOException {
    SavedText.write(out, conversation);
    out.writeLong(conversationBegan);
    SavedText.write(out, base);
    SmallNumbers.writeUnsigned(out, firsts.size());
    for (Map.Entry<String, String> each : firsts.entrySet()) {
      SavedText.write(out, each.getKey());
      SavedText.write(out, each.getValue());
    }
    SmallNumbers.writeUnsigned(out, runs.size());
    for (String run : runs) {
      SavedText.write(out, run);
    }
    out.writeBoolean(rootSeen);
    SmallNumbers.writeUnsigned(out, known.size());
    for (Map.Entry<String, Known> each : known.entrySet()) {
      SavedText.write(out, each.getKey());
      SavedText.write(out, each.getValue().parent());
      SavedText.write(out, each.getValue().agent());
      SavedText.write(out, each.getValue().names());
      out.writeByte(each.getValue().operation().saved());
      out.writeBoolean(each.getValue().told());
    }
  }

  /**
   * Goes on with what {@link #save} wrote; nothing may have been taken before.
   *
   * @param form in which that was: {@link #FORM} or one before
   */
  public void restore(DataInput in, byte form) throws IOException {
    boolean knowsOwn = form != WITHOUT_OWN_RUNS;
    conversation = SavedText.read(in);
    conversationBegan = form >= WITH_CONVERSATIONS ? in.readLong() : Long.MIN_VALUE;
    base = SavedText.read(in);
    for (int left = knowsOwn ? SavedText.count(in) : 1; left > 0; left--) {
      String own = knowsOwn ? SavedText.read(in) : "";
      String first = SavedText.read(in);
      if (!first.isEmpty()) {
        firsts.put(own, first);
      }
    }
    for (int left = SavedText.count(in); left > 0; left--) {
      runs.add(SavedText.read(in));
    }
    rootSeen = in.readBoolean();
    int size = SavedText.count(in);
    for (int i = 0; i < size; i++) {
      String id = SavedText.read(in);
      String parent = SavedText.read(in);
      String agent = SavedText.read(in);
      String names = knowsOwn ? SavedText.read(in) : "";
      Operation operation = Operation.restored(in.readByte());
      known.put(id, new Known(parent, operation, agent, names, in.readBoolean()));
    }
  }
}
