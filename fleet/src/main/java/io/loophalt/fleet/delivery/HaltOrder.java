package io.loophalt.fleet.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/**
 * A joined run is to be halted in the store. As a line it is the same each time that the job finds
 * the same, and so says what was found.
 *
 * @param run as it stands in commands, {@code task/id}
 * @param task its task
 * @param epochMillis when it was found, by the time of the traces
 * @param detail for a person
 */
public record HaltOrder(String run, String task, long epochMillis, String detail) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** One line. */
  public String line() {
    ObjectNode json = JSON.createObjectNode();
    json.put("run", run).put("task", task).put("time", epochMillis).put("detail", detail);
    return json.toString();
  }

  /**
   * What {@link #line} says.
   *
   * @throws IOException if it is no such line
   */
  static HaltOrder of(String line) throws IOException {
    JsonNode json = JSON.readTree(line);
    return new HaltOrder(
        json.path("run").asText(),
        json.path("task").asText(),
        json.path("time").asLong(),
        json.path("detail").asText());
  }
}
