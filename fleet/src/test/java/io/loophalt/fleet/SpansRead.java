package io.loophalt.fleet;

import io.loophalt.recordings.assembly.GenAiSpan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads an export request, and the spans out of the entries that come of it. */
final class SpansRead {

  private SpansRead() {}

  static List<GenAiSpan> by(SpanReader reader, byte[] request) throws IOException {
    List<GenAiSpan> spans = new ArrayList<>();
    reader.read(
        request,
        entry -> {
          try {
            spans.add(GenAiSpan.restored(entry.read()));
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });
    return spans;
  }
}
