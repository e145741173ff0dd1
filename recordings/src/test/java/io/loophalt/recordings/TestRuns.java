package io.loophalt.recordings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;

/** The runs among the resources of the tests, one JSON object a line, packed or not. */
final class TestRuns {

  /** The recorded runs that have labels. */
  static final List<String> RECORDED =
      List.of("/trajectories/sample.jsonl.gz", "/trajectories/more.jsonl.gz");

  private static final ObjectMapper JSON = new ObjectMapper();

  private TestRuns() {}

  static List<JsonNode> of(String resource) throws IOException {
    List<JsonNode> runs = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(open(resource), StandardCharsets.UTF_8))) {
      Iterator<String> each = lines.lines().iterator();
      while (each.hasNext()) {
        runs.add(JSON.readTree(each.next()));
      }
    }
    return runs;
  }

  static InputStream open(String resource) throws IOException {
    InputStream bytes =
        Objects.requireNonNull(TestRuns.class.getResourceAsStream(resource), resource);
    return resource.endsWith(".gz") ? new GZIPInputStream(bytes) : bytes;
  }
}
