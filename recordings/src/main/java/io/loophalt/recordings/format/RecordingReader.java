package io.loophalt.recordings.format;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.loophalt.recordings.RunSink;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
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

  /** The ending of the earlier part of a log. */
  public static final String ROTATED = ".1";

  /** How much of a file is looked at to tell what it is. */
  private static final int HEAD_BYTES = 256 * 1024;

  // More telling formats first: a chat message, say, could have any field.
  private static final List<RecordingFormat> FORMATS =
      List.of(
          new EventLogFormat(),
          new AtifFormat(),
          new TrajectoryFormat(),
          new OtlpFormat(),
          new ClaudeCodeFormat(),
          new OpenHandsFormat(),
          new SweAgentFormat(),
          new ChatFormat());

  private final ObjectMapper json = JsonMapper.builder().build();
  private final RunSink sink;
  private final Problems problems;
  private @Nullable EarlierPart earlier;

  /** What was read of a log that was rotated; its runs may go on in the file without the ending. */
  private record EarlierPart(
      String name, RecordingFormat format, RecordingFormat.Reading reading) {}

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
   * Reads a whole file. The runs of an event log {@code FILE.1} stay open for {@code FILE}, if that
   * is next; to be followed by {@link #end} after the last.
   *
   * @param name the file's name, for messages and for runs without an id
   * @throws IOException if the stream cannot be read; what is broken in it is reported instead
   */
  public void read(String name, InputStream file) throws IOException {
    EarlierPart before = earlier;
    if (before != null && !before.name().equals(name + ROTATED)) {
      end();
    }
    try (Unpacked plain = Unpacked.of(file)) {
      byte[] bytes = plain.readNBytes(HEAD_BYTES);
      if (bytes.length == 0 && plain.damage() == null) {
        problems.broken(name, 0, "the file is empty");
        return;
      }
      byte[] legible = legible(bytes);
      Head head = Head.of(legible, legible.length);
      RecordingFormat format = formatOf(head);
      if (head.lines() && isUtf16(bytes)) {
        problems.broken(
            name, 0, "the text is UTF-16; convert it to UTF-8 first, as iconv -f UTF-16 -t UTF-8");
        return;
      }
      if (format == null && plain.damage() != null) {
        problems.broken(name, 0, "the gzip data is damaged or cut off: " + plain.damage());
        return;
      }
      if (format == null) {
        problems.broken(
            name,
            0,
            (isOneLongLine(bytes)
                    ? "its first line is longer than " + HEAD_BYTES + " bytes and begins like "
                    : "")
                + "none of the known formats ("
                + String.join(", ", formats())
                + "); see docs/replay.md for what each looks like");
        return;
      }
      InputStream whole = new SequenceInputStream(new ByteArrayInputStream(bytes), plain);
      RecordingFormat.Reading reading = reading(name, format);
      if (head.lines()) {
        readLines(name, whole, plain, reading);
      } else {
        readValues(name, whole, reading);
        reportDamage(name, 0, plain);
      }
      if (format.isRotated() && name.endsWith(ROTATED)) {
        earlier = new EarlierPart(name, format, reading);
      } else {
        reading.end();
      }
    }
  }

  /** Ends the runs that no further file goes on with. */
  public void end() {
    EarlierPart before = earlier;
    earlier = null;
    if (before != null) {
      before.reading().end();
    }
  }

  private RecordingFormat.Reading reading(String name, RecordingFormat format) {
    EarlierPart before = earlier;
    if (before != null && before.format() == format) {
      earlier = null;
      return before.reading();
    }
    return format.open(new RecordingFormat.Source(name, problems), sink);
  }

  /** As some shells write what is redirected to a file; lines of it cannot be told apart. */
  private static boolean isUtf16(byte[] bytes) {
    if (bytes.length < 2) {
      return false;
    }
    int mark = (bytes[0] & 0xff) << 8 | (bytes[1] & 0xff);
    return mark == 0xfeff || mark == 0xfffe;
  }

  /**
   * With a replacement for each byte that is not UTF-8: what a file is does not hang on a single
   * one, and reading it reports the line.
   */
  private static byte[] legible(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
  }

  private static boolean isOneLongLine(byte[] head) {
    for (byte each : head) {
      if (each == '\n') {
        return false;
      }
    }
    return head.length == HEAD_BYTES;
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

  private void readLines(
      String name, InputStream in, Unpacked plain, RecordingFormat.Reading reading)
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
        // The line at which the data breaks off is broken for that reason only.
        if (plain.damage() == null || !lines.atEnd()) {
          problems.broken(name, lines.number(), message(e));
        }
      }
    }
    reportDamage(name, lines.number(), plain);
  }

  private void reportDamage(String name, long line, Unpacked plain) {
    String damage = plain.damage();
    if (damage != null) {
      problems.broken(name, line, "the gzip data is damaged or cut off here: " + damage);
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
    String message = e.getOriginalMessage().lines().findFirst().orElse("not JSON");
    if (message.startsWith("Invalid UTF-8") && e.getLocation() != null) {
      return "not UTF-8 near byte "
          + e.getLocation().getByteOffset()
          + "; convert the file, for example with: iconv -f ISO-8859-1 -t UTF-8";
    }
    if (message.startsWith("String value length")) {
      return "a single text is longer than "
          + StreamReadConstraints.DEFAULT_MAX_STRING_LEN
          + " characters";
    }
    // Such as "(for Array starting at [Source: ...]": of the parser's own view of its source.
    int source = message.indexOf("[Source:");
    int clause = source < 0 ? -1 : message.lastIndexOf('(', source);
    return clause < 0 ? message : message.substring(0, clause).strip();
  }
}
