package io.loophalt.operations.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.PrintableText;

/** A run on the board. Guarded by the board's lock, but for what never changes. */
final class BoardRun {

  private static final long SECOND = 1_000;

  final long key;
  final BoardJvm jvm;

  /** As the agent knows it; never shown as it is. */
  final String id;

  long version;
  private final TokenRate rate;
  private JsonNode view;
  private long seenMillis;

  BoardRun(long key, BoardJvm jvm, JsonNode view, long nowMillis) {
    this.key = key;
    this.jvm = jvm;
    this.id = view.path("id").asText();
    boolean isNew = view.path("seconds").asLong() * SECOND < TokenRate.SLOT;
    this.rate = new TokenRate(isNew ? 0 : view.path("tokens").asLong());
    this.view = view;
    take(view, nowMillis);
  }

  void take(JsonNode now, long nowMillis) {
    view = now;
    seenMillis = nowMillis;
    rate.at(now.path("tokens").asLong(), nowMillis);
  }

  String state() {
    return view.path("state").asText();
  }

  String name() {
    return PrintableText.name(id);
  }

  /** Why it is halted; empty if it is not. */
  String reason() {
    return view.path("reason").isTextual() ? PrintableText.of(view.path("reason").asText()) : "";
  }

  /** What the page shows, in short names, because there may be thousands. */
  void write(ObjectNode out) {
    out.put("key", key).put("jvm", jvm.key).put("run", name());
    out.put("task", PrintableText.name(view.path("task").asText())).put("state", state());
    out.put("steps", view.path("steps").asLong()).put("turns", view.path("turns").asLong());
    out.put("tokens", view.path("tokens").asLong()).put("cost", view.path("cost").asDouble());
    // Times on this clock: the page counts on by itself.
    out.put("began", seenMillis - SECOND * view.path("seconds").asLong());
    out.put("used", seenMillis - SECOND * view.path("idle_seconds").asLong());
    out.put("seen", seenMillis);
    if (view.path("framework").isTextual()) {
      out.put("framework", PrintableText.name(view.path("framework").asText()));
    }
    if (view.path("over").asBoolean()) {
      out.put("over", true);
    }
    JsonNode rule = view.path("nearest");
    if (rule.isObject()) {
      out.put("rule", PrintableText.name(rule.path("detector").asText()));
      out.put("count", rule.path("count").asInt());
      out.put("halts", rule.path("halts_at").asInt());
      String rung = rule.path("rung").asText("none");
      if (!rung.equals("none")) {
        out.put("rung", PrintableText.name(rung));
      }
    }
    if (!reason().isEmpty()) {
      out.put("reason", reason());
    }
    if (view.path("parent").isTextual()) {
      out.put("parent", PrintableText.name(view.path("parent").asText()));
    }
    rate.write(out.putArray("rate"));
  }
}
