package io.loophalt.recordings.score;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.loophalt.recordings.score.RunLabel.Grade;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads labels of runs: {@code {"run id": {"grades": [2, 2], "onset": [3, 4], "stop": [7, 8],
 * "family": "…"}, …}}, a number a reading. Grades are 0 (no loop), 1 (doubtful) and 2 (clearly
 * stuck); {@code onset}, {@code stop} and {@code family} may be missing or null.
 */
public final class LabelFile {

  private static final int STUCK = 2;

  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION).build();

  private LabelFile() {}

  /**
   * The labels by the runs' ids, in the order of the file.
   *
   * @throws IllegalArgumentException if the file is not of the form; the message is for the user
   * @throws IOException if the stream cannot be read
   */
  public static Map<String, RunLabel> read(InputStream file) throws IOException {
    JsonNode root;
    try {
      root = JSON.readTree(file);
    } catch (JsonProcessingException e) {
      String where = e.getLocation() == null ? "" : "line " + e.getLocation().getLineNr() + ": ";
      throw new IllegalArgumentException(where + e.getOriginalMessage(), e);
    }
    if (!root.isObject() || root.isEmpty()) {
      throw new IllegalArgumentException(
          "labels are an object with one entry a run: {\"run id\": {\"grades\": [2]}}");
    }
    Map<String, RunLabel> labels = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> each : root.properties()) {
      try {
        labels.put(each.getKey(), label(each.getValue()));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("run '" + each.getKey() + "': " + e.getMessage(), e);
      }
    }
    return labels;
  }

  private static RunLabel label(JsonNode label) {
    JsonNode grades = label.path("grades");
    if (!grades.isArray() || grades.isEmpty()) {
      throw new IllegalArgumentException(
          "'grades' is a list with a grade of each reading, such as [2]");
    }
    boolean allStuck = true;
    boolean noneStuck = true;
    for (JsonNode grade : grades) {
      int said = grade.isIntegralNumber() ? grade.asInt() : -1;
      if (said < 0 || said > STUCK) {
        throw new IllegalArgumentException(
            "a grade is 0 (no loop), 1 (doubtful) or 2 (clearly stuck), not " + grade);
      }
      allStuck &= said == STUCK;
      noneStuck &= said == 0;
    }
    return new RunLabel(
        allStuck ? Grade.CLEAR : noneStuck ? Grade.CLEAN : Grade.DOUBTFUL,
        earliest(label, "onset"),
        earliest(label, "stop"),
        label.path("family").asText(""));
  }

  private static @Nullable Integer earliest(JsonNode label, String name) {
    JsonNode steps = label.path(name);
    if (steps.isMissingNode() || steps.isNull()) {
      return null;
    }
    if (!steps.isArray()) {
      throw new IllegalArgumentException(
          "'" + name + "' is a list with a step of each reading, or null in its place");
    }
    Integer earliest = null;
    for (JsonNode step : steps) {
      if (step.isNull()) {
        continue;
      }
      if (!step.isIntegralNumber() || step.asInt() < 0) {
        throw new IllegalArgumentException("'" + name + "' has " + step + ", which is no step");
      }
      earliest = earliest == null ? step.asInt() : Math.min(earliest, step.asInt());
    }
    return earliest;
  }
}
