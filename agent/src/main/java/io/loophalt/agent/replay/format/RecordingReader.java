package io.loophalt.agent.replay.format;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.loophalt.agent.replay.RunSink;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Reads recorded runs from files of any known format, plain or gzip; what a file is, its content
 * says, not its name.
 *
 * <p>A file is a value a line, or one value that spans lines. A broken line is reported and
 * skipped; a broken value that spans lines ends the file. Memory is bounded by the largest message,
 * not by the file. Not thread-safe.
 */
public final class RecordingReader {

  /** How much of a file is looked at to tell what it is. */
  private static final int HEAD_BYTES = 256 * 1024;

  // More telling formats first: a chat message, say, could have any field.
  private static final List<RecordingFormat> FORMATS =
      List.of(
          new EventLogFormat(),
          new TrajectoryFormat(),
          new OtlpFormat(),
          new ClaudeCodeFormat(),
          new OpenHandsFormat(),
          new SweAgentFormat(),
          new ChatFormat());

  private final ObjectMapper json = JsonMapper.builder().build();
  private final RunSink sink;
  private final Problems problems;

  /** Makes a reader that hands runs to {@code sink} and reports trouble to {@code problems}. */
  public RecordingReader(RunSink sink, Problems problems) {
    this.sink = sink;
    this.problems = problems;
  }

  /** The formats by name, for help texts. */
  public static List<String> formats() {
    return FORMATS.stream().map(RecordingFormat::name).toList();
  }

  /**
   * Reads a whole file.
   *
   * @param name the file's name, for messages and for runs without an id
   * @throws IOException if the stream cannot be read; what is broken in it is reported instead
   */
  public void read(String name, InputStream file) throws IOException {
    try {
      InputStream plain = unpacked(file);
      byte[] bytes = plain.readNBytes(HEAD_BYTES);
      if (bytes.length == 0) {
        problems.broken(name, 0, "the file is empty");
        return;
      }
      Head head = Head.of(bytes, bytes.length);
      RecordingFormat format = formatOf(head);
      if (format == null) {
        problems.broken(
            name,
            0,
            "none of the known formats ("
                + String.join(", ", formats())
                + "); see docs/replay.md for what each looks like");
        return;
      }
      InputStream whole = new SequenceInputStream(new ByteArrayInputStream(bytes), plain);
      RecordingFormat.Reading reading =
          format.open(new RecordingFormat.Source(name, problems), sink);
      if (head.lines()) {
        readLines(name, whole, reading);
      } else {
        readValues(name, whole, reading);
      }
      reading.end();
    } catch (ZipException | EOFException e) {
      problems.broken(name, 0, "the gzip data is damaged or cut off: " + e.getMessage());
    }
  }

  private static InputStream unpacked(InputStream file) throws IOException {
    byte[] magic = file.readNBytes(2);
    InputStream whole = new SequenceInputStream(new ByteArrayInputStream(magic), file);
    boolean gzip = magic.length == 2 && (magic[0] & 0xff) == 0x1f && (magic[1] & 0xff) == 0x8b;
    return gzip ? new GZIPInputStream(whole, 64 * 1024) : whole;
  }

  private static @Nullable RecordingFormat formatOf(Head head) {
    for (JsonNode value : head.values()) {
      for (RecordingFormat format : FORMATS) {
        if (format.recognizes(value)) {
          return format;
        }
      }
    }
    return null;
  }

  private void readLines(String name, InputStream in, RecordingFormat.Reading reading)
      throws IOException {
    LineStream lines = new LineStream(in);
    while (lines.nextLine()) {
      try (JsonParser parser = json.createParser(lines)) {
        parser.disable(JsonParser.Feature.AUTO_CLOSE_SOURCE);
        if (parser.nextToken() == null) {
          continue;
        }
        reading.value(parser);
        if (parser.nextToken() != null) {
          problems.broken(name, lines.number(), "more follows after the end of the value");
        }
      } catch (JsonProcessingException e) {
        problems.broken(name, lines.number(), message(e));
      }
    }
  }

  private void readValues(String name, InputStream in, RecordingFormat.Reading reading)
      throws IOException {
    try (JsonParser parser = json.createParser(in)) {
      while (parser.nextToken() != null) {
        reading.value(parser);
      }
    } catch (JsonProcessingException e) {
      problems.broken(
          name,
          e.getLocation() == null ? 0 : e.getLocation().getLineNr(),
          message(e) + "; the rest of the file was not read");
    }
  }

  private static String message(JsonProcessingException e) {
    return e.getOriginalMessage().lines().findFirst().orElse("not JSON");
  }
}
