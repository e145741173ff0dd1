package io.loophalt.recordings.assembly;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.Effect;
import io.loophalt.core.detect.RecordedCall;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.state.SmallNumbers;
import io.loophalt.recordings.LazyStep;
import io.loophalt.recordings.RecordedRun.Forgetting;
import io.loophalt.recordings.RecordedRun.RecordedTurn;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A recorded turn as bytes, contents included, for whoever judges it in another process. Of a
 * logged call it holds the event. Thread-safe.
 */
public final class SavedTurn {

  private static final ObjectMapper JSON = new ObjectMapper();

  private SavedTurn() {}

  /** Writes a turn; {@link #read} reads it back. */
  public static void write(DataOutput out, RecordedTurn recorded) throws IOException {
    Turn turn = recorded.turn();
    SmallNumbers.write(out, turn.index());
    SmallNumbers.write(out, turn.toolCalls());
    SavedText.write(out, turn.text());
    SavedText.write(out, turn.model());
    SmallNumbers.write(out, turn.inputTokens());
    SmallNumbers.write(out, turn.outputTokens());
    Turn.save(out, turn.prompt());
    out.writeBoolean(turn.compactedBefore());
    SmallNumbers.write(out, recorded.answeredMillis());
    SmallNumbers.write(out, recorded.firstPosition());
    SmallNumbers.writeUnsigned(out, recorded.calls().size());
    for (LazyStep step : recorded.calls()) {
      write(out, step);
    }
    SmallNumbers.writeUnsigned(out, recorded.forgettings().size());
    for (Forgetting each : recorded.forgettings()) {
      out.writeBoolean(each.reset());
      SmallNumbers.write(out, each.stepsOver());
      out.writeBoolean(each.inStep());
    }
  }

  /**
   * The turn that {@link #write} wrote.
   *
   * @throws IOException if the bytes hold none
   */
  public static RecordedTurn read(DataInput in) throws IOException {
    Turn turn =
        new Turn(
            SmallNumbers.readInt(in),
            SmallNumbers.readInt(in),
            SavedText.read(in),
            SavedText.read(in),
            SmallNumbers.read(in),
            SmallNumbers.read(in),
            Turn.restoredPrompt(in),
            in.readBoolean());
    long answeredMillis = SmallNumbers.read(in);
    int firstPosition = SmallNumbers.readInt(in);
    List<LazyStep> calls = new ArrayList<>();
    for (int left = SavedText.count(in); left > 0; left--) {
      calls.add(readStep(in));
    }
    List<Forgetting> forgettings = new ArrayList<>();
    for (int left = SavedText.count(in); left > 0; left--) {
      forgettings.add(new Forgetting(in.readBoolean(), SmallNumbers.readInt(in), in.readBoolean()));
    }
    return new RecordedTurn(turn, calls, answeredMillis, firstPosition, forgettings);
  }

  private static void write(DataOutput out, LazyStep step) throws IOException {
    if (step.source() instanceof LazyStep.Texts texts) {
      out.writeBoolean(false);
      write(out, texts.call());
    } else if (step.source() instanceof LoggedCall logged) {
      out.writeBoolean(true);
      SavedText.write(out, logged.event().toString());
    } else {
      throw new IllegalArgumentException("no recording has a " + step.source().getClass());
    }
  }

  private static LazyStep readStep(DataInput in) throws IOException {
    if (!in.readBoolean()) {
      return LazyStep.of(readCall(in));
    }
    try {
      return new LoggedCall(JSON.readTree(SavedText.read(in))).recorded();
    } catch (JsonProcessingException | IllegalArgumentException damaged) {
      throw new IOException("the saved turn is damaged: it holds what no turn saves", damaged);
    }
  }

  private static void write(DataOutput out, RecordedCall call) throws IOException {
    SavedText.write(out, call.tool());
    SavedText.writeOrNull(out, call.actionClass());
    SavedText.write(out, call.effect().name());
    SavedText.write(out, call.argumentsText());
    SavedText.write(out, call.resultText());
    Long whole = call.wholeResult();
    out.writeBoolean(whole != null);
    if (whole != null) {
      out.writeLong(whole);
    }
    SavedText.writeOrNull(out, call.error());
    SmallNumbers.writeUnsigned(out, call.paths().size());
    for (String path : call.paths()) {
      SavedText.write(out, path);
    }
    SavedText.writeOrNull(out, call.state());
    SavedText.write(out, call.text());
    SmallNumbers.write(out, call.startMillis());
    SmallNumbers.write(out, call.endMillis());
  }

  private static RecordedCall readCall(DataInput in) throws IOException {
    return new RecordedCall(
        SavedText.read(in),
        SavedText.readOrNull(in),
        effect(SavedText.read(in)),
        SavedText.read(in),
        SavedText.read(in),
        in.readBoolean() ? (Long) in.readLong() : null,
        SavedText.readOrNull(in),
        readPaths(in),
        SavedText.readOrNull(in),
        SavedText.read(in),
        SmallNumbers.read(in),
        SmallNumbers.read(in));
  }

  private static List<String> readPaths(DataInput in) throws IOException {
    List<String> paths = new ArrayList<>();
    for (int left = SavedText.count(in); left > 0; left--) {
      paths.add(SavedText.read(in));
    }
    return paths;
  }

  /** An effect by its name. */
  static Effect effect(String name) throws IOException {
    for (Effect each : Effect.values()) {
      if (each.name().equals(name)) {
        return each;
      }
    }
    throw new IOException("no effect is called " + name);
  }
}
