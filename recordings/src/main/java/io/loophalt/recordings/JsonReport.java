package io.loophalt.recordings;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One JSON object a run, on a line of its own; docs/replay.md has its schema. */
public final class JsonReport implements Report {

  private final PrintStream out;

  /** A report to a stream. */
  public JsonReport(PrintStream out) {
    this.out = out;
  }

  @Override
  public void accept(RunReport run) {
    out.print(line(run));
  }

  /** The object of a run, its line feed included. */
  public static String line(RunReport run) {
    return PrintableJson.line(json -> write(json, run));
  }

  @Override
  public void end() {
    out.flush();
  }

  private static void write(JsonGenerator json, RunReport run) throws IOException {
    json.writeStringField("id", run.id());
    json.writeStringField("preset", run.preset());
    json.writeNumberField("steps", run.entries());
    position(json, "nudged_at", run.nudgedAt());
    position(json, "escalated_at", run.escalatedAt());
    position(json, "halted_at", run.haltedAt());
    json.writeStringField("detector", run.detector());
    json.writeObjectFieldStart("stop_reason");
    json.writeStringField("kind", run.stopKind());
    json.writeStringField("detail", run.stopDetail());
    json.writeEndObject();
    json.writeArrayFieldStart("findings");
    for (RunReport.Found found : run.findings()) {
      json.writeStartObject();
      json.writeNumberField("step", found.position());
      json.writeNumberField("turn", found.turn());
      json.writeStringField("detector", found.detector());
      json.writeNumberField("count", found.count());
      json.writeStringField("intervention", found.intervention().name().toLowerCase(Locale.ROOT));
      json.writeBooleanField("observed", found.observed());
      json.writeBooleanField("delivered", found.delivered());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeNumberField("tokens_total", run.tokensTotal());
    json.writeNumberField("tokens_after_halt", run.tokensAfterHalt());
    if (!run.anew()) {
      json.writeBooleanField("judged_anew", false);
    }
  }

  private static void position(JsonGenerator json, String name, @Nullable Integer position)
      throws IOException {
    if (position == null) {
      json.writeNullField(name);
    } else {
      json.writeNumberField(name, position);
    }
  }
}
