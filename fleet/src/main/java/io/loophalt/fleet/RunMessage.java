package io.loophalt.fleet;

import io.loophalt.recordings.RecordedRun.RecordedTurn;
import io.loophalt.recordings.assembly.GenAiSpan;
import io.loophalt.recordings.assembly.SavedText;
import io.loophalt.recordings.assembly.SavedTurn;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a run is told: the content of an {@link Entry} whose key is a run. */
sealed interface RunMessage {

  /** The next turn of a recording. */
  record Told(RecordedTurn turn) implements RunMessage {}

  /**
   * The next spans, in the order in which they began.
   *
   * @param isLast whether the run is over with them
   */
  record Spans(List<GenAiSpan> spans, boolean isLast) implements RunMessage {}

  /**
   * The recording is over.
   *
   * @param name the recording's name for the run
   * @param outcome whether the task succeeded; null if unknown
   */
  record Over(String name, @Nullable Boolean outcome) implements RunMessage {}

  /**
   * A message and the run that it is to.
   *
   * @param id the recording's first name for the run
   * @param task its task, empty if unknown
   */
  record Addressed(String id, String task, RunMessage message) {

    Entry at(String key, long time) {
      return Entry.of(key, time, this::write);
    }

    private void write(DataOutputStream out) throws IOException {
      SavedText.write(out, id);
      SavedText.write(out, task);
      if (message instanceof Told told) {
        out.writeByte(TOLD);
        SavedTurn.write(out, told.turn());
      } else if (message instanceof Spans some) {
        out.writeByte(SPANS);
        out.writeBoolean(some.isLast());
        out.writeInt(some.spans().size());
        for (GenAiSpan span : some.spans()) {
          span.save(out);
        }
      } else if (message instanceof Over over) {
        out.writeByte(OVER);
        SavedText.write(out, over.name());
        Boolean outcome = over.outcome();
        out.writeByte(outcome == null ? UNKNOWN : outcome ? SUCCEEDED : FAILED);
      }
    }

    static Addressed of(Entry entry) throws IOException {
      DataInputStream in = entry.read();
      String id = SavedText.read(in);
      String task = SavedText.read(in);
      return new Addressed(id, task, readMessage(in));
    }

    private static RunMessage readMessage(DataInputStream in) throws IOException {
      byte kind = in.readByte();
      return switch (kind) {
        case TOLD -> new Told(SavedTurn.read(in));
        case SPANS -> readSpans(in);
        case OVER -> readOver(in);
        default -> throw new IOException("no message to a run is of kind " + kind);
      };
    }

    private static Spans readSpans(DataInputStream in) throws IOException {
      boolean isLast = in.readBoolean();
      int size = in.readInt();
      List<GenAiSpan> spans = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        spans.add(GenAiSpan.restored(in));
      }
      return new Spans(spans, isLast);
    }

    private static Over readOver(DataInputStream in) throws IOException {
      String name = SavedText.read(in);
      byte outcome = in.readByte();
      return new Over(name, outcome == UNKNOWN ? null : (Boolean) (outcome == SUCCEEDED));
    }
  }

  /** The kinds and outcomes as they are written. */
  byte TOLD = 1;

  byte SPANS = 2;
  byte OVER = 3;
  byte UNKNOWN = 0;
  byte SUCCEEDED = 1;
  byte FAILED = 2;
}
