package io.loophalt.fleet;

import io.loophalt.configuration.RecordedRunSettings;
import io.loophalt.core.event.Event;
import io.loophalt.core.event.Intervened;
import io.loophalt.core.event.RunEnded;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.policy.ToolPolicy;
import io.loophalt.core.state.SmallNumbers;
import io.loophalt.fleet.RunMessage.Addressed;
import io.loophalt.fleet.RunMessage.Over;
import io.loophalt.fleet.RunMessage.Spans;
import io.loophalt.fleet.RunMessage.Told;
import io.loophalt.presets.Presets;
import io.loophalt.recordings.EventJson;
import io.loophalt.recordings.JsonReport;
import io.loophalt.recordings.Judge;
import io.loophalt.recordings.Playback;
import io.loophalt.recordings.RecordedRun.RecordedTurn;
import io.loophalt.recordings.RunSink;
import io.loophalt.recordings.assembly.OwnRun;
import io.loophalt.recordings.assembly.RunAssembler;
import io.loophalt.recordings.assembly.SavedText;
import io.loophalt.recordings.assembly.SpanCounts;
import io.loophalt.recordings.assembly.SpanTurns;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

/**
 * A run while it is judged: turns of recordings, or spans that become turns here, go through the
 * engine, and what it says becomes lines. Not thread-safe.
 */
final class JudgedRun implements RunSink.OpenRun {

  /** In which it is saved. */
  static final byte FORM = 3;

  /** The first one did not tell what a run had used after a halt. */
  private static final byte TELLS_USE_AFTER_HALT = 2;

  /** The assembler's own form was its first before. */
  private static final byte TELLS_WHAT_WAS_SENT = 3;

  private static final EventJson EVENTS = new EventJson(EventJson.FLEET);

  private final String key;
  private final String task;
  private final Announcements announcements;
  private final TaskPolicy policy;
  private final Playback playback;
  private final TraceClock clock = new TraceClock();
  private final List<Line> lines = new ArrayList<>();
  private final RecordedRunSettings judged;
  private final SpanTurns spanTurns = new SpanTurns();

  /** Makes turns of spans; null if it is told turns. */
  private @Nullable RunAssembler assembler;

  /** Null while it is not halted. */
  private @Nullable UseAfterHalt later;

  private String name;
  private long lastMillis = Long.MIN_VALUE;
  private boolean over;

  private JudgedRun(
      String key,
      String recordedTask,
      RecordedRunSettings judged,
      JudgingSettings settings,
      Announcements announcements) {
    this.key = key;
    this.task = announcements.taskOf(key, recordedTask);
    this.announcements = announcements;
    this.judged = judged;
    this.name = OwnRun.shown(key);
    this.policy = settings.policy(judged, task);
    this.playback =
        new Playback(name, task, policy, Presets::create, judged::costOf, null, this::heard, clock);
  }

  /** A run that is told its first entry. */
  static JudgedRun begun(
      Addressed first,
      RecordedRunSettings judged,
      JudgingSettings settings,
      Announcements announcements) {
    JudgedRun run = new JudgedRun(first.id(), first.task(), judged, settings, announcements);
    if (first.message() instanceof Spans) {
      run.assembler = new RunAssembler(run);
    }
    return run;
  }

  /**
   * A run that goes on where it was {@linkplain #save saved}; under other settings, where that is
   * allowed, it begins anew, so that a verdict may come later.
   *
   * @param form in which it was saved, up to {@link #FORM}
   * @param anew is run when it does
   * @throws IOException if that was under other settings or another digest key; the message says so
   */
  static JudgedRun restored(
      DataInputStream in,
      byte form,
      RecordedRunSettings judged,
      JudgingSettings settings,
      Announcements announcements,
      Runnable anew)
      throws IOException {
    JudgedRun run =
        new JudgedRun(SavedText.read(in), SavedText.read(in), judged, settings, announcements);
    run.name = SavedText.read(in);
    run.lastMillis = SmallNumbers.read(in);
    boolean ofSpans = in.readBoolean();
    try {
      run.playback.restore(in);
      if (ofSpans) {
        RunAssembler goesOn = new RunAssembler(run);
        goesOn.restore(
            in, form >= TELLS_WHAT_WAS_SENT ? RunAssembler.FORM : RunAssembler.FIRST_FORM);
        run.assembler = goesOn;
      }
      if (form >= TELLS_USE_AFTER_HALT && in.readBoolean()) {
        UseAfterHalt more = new UseAfterHalt();
        more.restore(in);
        run.later = more;
      }
      if (ofSpans) {
        run.clock.set(run.lastMillis);
      }
      return run;
    } catch (IOException otherSettings) {
      if (!settings.mayBeginAnew()) {
        throw otherSettings;
      }
      anew.run();
      JudgedRun begun = new JudgedRun(run.key, run.task, judged, settings, announcements);
      begun.name = run.name;
      begun.lastMillis = run.lastMillis;
      begun.assembler = ofSpans ? new RunAssembler(begun) : null;
      return begun;
    }
  }

  /** Writes where the run is; {@link #restored} goes on from it. */
  void save(DataOutputStream out) throws IOException {
    SavedText.write(out, key);
    SavedText.write(out, task);
    SavedText.write(out, name);
    SmallNumbers.write(out, lastMillis);
    RunAssembler ofSpans = assembler;
    out.writeBoolean(ofSpans != null);
    playback.save(out);
    if (ofSpans != null) {
      ofSpans.save(out);
    }
    UseAfterHalt more = later;
    out.writeBoolean(more != null);
    if (more != null) {
      more.save(out);
    }
  }

  /** Plays what comes next, and tells what came of it. */
  void play(Entry entry, Collector<Line> out) throws IOException {
    lastMillis = Math.max(lastMillis, entry.time());
    RunMessage message = Addressed.of(entry).message();
    if (message instanceof Told told) {
      turn(told.turn());
    } else if (message instanceof Spans some) {
      RunAssembler ofSpans = assembler;
      if (ofSpans == null) {
        throw new IOException("the run " + name + " is told spans and turns");
      }
      spanTurns.tell(ofSpans, some.spans());
      if (some.isLast()) {
        ofSpans.end(null);
      }
    } else if (message instanceof Over recorded) {
      named(recorded.name());
      end(recorded.outcome());
    }
    tell(out);
  }

  /** How many spans were played since it was begun or restored. */
  SpanCounts spans() {
    return spanTurns.counts();
  }

  /** When the last thing happened that was played. */
  long lastMillis() {
    return lastMillis;
  }

  /** Whether its end was told. */
  boolean isOver() {
    return over;
  }

  /**
   * Nothing more comes. A recording that breaks off is not reported; spans have no other end.
   *
   * @return whether it was reported
   */
  boolean endByItself(Collector<Line> out) {
    RunAssembler ofSpans = assembler;
    if (ofSpans == null) {
      return false;
    }
    ofSpans.end(null);
    tell(out);
    return true;
  }

  @Override
  public void turn(RecordedTurn turn) {
    RunAssembler ofSpans = assembler;
    Long began = ofSpans == null ? null : ofSpans.beganEpochMillis();
    if (began != null) {
      clock.set(began + turn.lastMillis());
    }
    int played = playback.turn(turn);
    if (played < turn.calls().size()) {
      UseAfterHalt use = later == null ? new UseAfterHalt() : later;
      later = use;
      use.take(turn, played, judged.costOf(turn.turn()), this::counts);
    }
  }

  private boolean counts(String tool) {
    ToolPolicy settings = playback.run().toolPolicy(tool);
    return settings == null || !settings.ignored();
  }

  @Override
  public void named(String id) {
    name = id;
  }

  @Override
  public void end(@Nullable Boolean outcome) {
    over = true;
    lines.add(
        Line.of(
            Line.Kind.RUN,
            JsonReport.line(Judge.report(name, policy.preset(), playback.outcome(), outcome))));
    playback.end();
  }

  private void heard(Event event) {
    if (event instanceof Intervened intervened && intervened.enforced()) {
      announcements.tell(intervened, key, playback.run(), lines);
    }
    if (event instanceof Intervened || event instanceof RunEnded) {
      try {
        String line = new String(EVENTS.line(asItIs(event)), StandardCharsets.UTF_8);
        lines.add(Line.of(Line.Kind.EVENT, line));
      } catch (IOException impossible) {
        throw new UncheckedIOException("writing to memory", impossible);
      }
    }
  }

  /** The run is only told of: nothing was done about it here, and it went on. */
  private Event asItIs(Event event) {
    if (event instanceof RunEnded ended) {
      return (later == null ? new UseAfterHalt() : later).addedTo(ended);
    }
    return event instanceof Intervened what ? what.notEnforced() : event;
  }

  private void tell(Collector<Line> out) {
    lines.forEach(out::collect);
    lines.clear();
  }
}
