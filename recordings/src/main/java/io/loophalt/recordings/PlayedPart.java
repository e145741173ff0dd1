package io.loophalt.recordings;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.StopReason;
import io.loophalt.core.policy.Intervention;
import io.loophalt.recordings.RunReport.Found;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the engine said when it played one part of a turn: the model's answer, or one call.
 *
 * @param findings what was found
 * @param haltedAt position at which the run was stopped, or null
 * @param stop why, or null
 */
public record PlayedPart(List<Found> findings, @Nullable Integer haltedAt, @Nullable Stop stop) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Why a run was stopped.
   *
   * @param detector which found it; null for none
   */
  public record Stop(String kind, String detail, @Nullable String detector) {

    static @Nullable Stop of(@Nullable StopReason reason) {
      return reason == null
          ? null
          : new Stop(reason.kind().id(), reason.detail(), reason.detector());
    }
  }

  /** Copies the findings. */
  public PlayedPart {
    findings = List.copyOf(findings);
  }

  /** In one line, for another process. */
  public String line() {
    ObjectNode line = JSON.createObjectNode();
    for (Found each : findings) {
      line.withArray("findings")
          .addObject()
          .put("position", each.position())
          .put("turn", each.turn())
          .put("detector", each.detector())
          .put("count", each.count())
          .put("intervention", each.intervention().name())
          .put("observed", each.observed())
          .put("delivered", each.delivered());
    }
    if (haltedAt != null && stop != null) {
      line.put("haltedAt", haltedAt)
          .put("kind", stop.kind())
          .put("detail", stop.detail())
          .put("stoppedBy", stop.detector());
    }
    return line.toString();
  }

  /**
   * What {@link #line} says.
   *
   * @throws IllegalArgumentException if it is no such line
   */
  public static PlayedPart of(String line) {
    try {
      JsonNode said = JSON.readTree(line);
      List<Found> findings = new ArrayList<>();
      for (JsonNode each : said.path("findings")) {
        findings.add(
            new Found(
                each.path("position").intValue(),
                each.path("turn").longValue(),
                each.path("detector").textValue(),
                each.path("count").longValue(),
                Intervention.valueOf(each.path("intervention").textValue()),
                each.path("observed").booleanValue(),
                each.path("delivered").booleanValue()));
      }
      JsonNode haltedAt = said.get("haltedAt");
      return haltedAt == null
          ? new PlayedPart(findings, null, null)
          : new PlayedPart(
              findings,
              haltedAt.intValue(),
              new Stop(
                  said.path("kind").textValue(),
                  said.path("detail").textValue(),
                  said.path("stoppedBy").textValue()));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("it is not what a worker answers: " + line, e);
    }
  }
}
