package io.loophalt.core.run;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * What a run is escalated for. Immutable.
 *
 * @param seen what was found
 * @param model the model that its calls are to use; null for the application's own
 */
record Escalation(String seen, @Nullable String model) {

  static void save(@Nullable Escalation escalation, DataOutput out) throws IOException {
    saveText(escalation == null ? null : escalation.seen(), out);
    saveText(escalation == null ? null : escalation.model(), out);
  }

  static @Nullable Escalation restored(DataInput in) throws IOException {
    String seen = restoredText(in);
    String model = restoredText(in);
    return seen == null ? null : new Escalation(seen, model);
  }

  private static void saveText(@Nullable String text, DataOutput out) throws IOException {
    out.writeBoolean(text != null);
    if (text != null) {
      out.writeUTF(text);
    }
  }

  private static @Nullable String restoredText(DataInput in) throws IOException {
    return in.readBoolean() ? in.readUTF() : null;
  }
}
