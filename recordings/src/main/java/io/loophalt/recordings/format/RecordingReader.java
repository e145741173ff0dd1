package io.loophalt.recordings.format;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
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

  /** Parts of a log with higher numbers are files of their own. */
  private static final int MOST_DIGITS = 4;

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

  /** Python writes NaN and Infinity as they are, which JSON has not. */
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();

  private final RunSink sink;
  private final Problems problems;
  private @Nullable EarlierPart earlier;

  /** What was read of a log that was rotated; its runs may go on in the later part. */
  private record EarlierPart(
      String name, RecordingFormat format, RecordingFormat.Reading reading) {}

  /**
   * A file of a known format.
   *
   * @param plain its content, to close
   * @param whole its content from the beginning
   * @param lines whether each line is a value of its own
   */
  record Opened(
      String name, Unpacked plain, InputStream whole, RecordingFormat format, boolean lines) {}

  /** Makes a reader that hands runs to {@code sink} and reports trouble to {@code problems}. */
  public RecordingReader(RunSink sink, Problems problems) {
    this.sink = sink;
    this.problems = problems;
  }

  /**
   * What came after a part of a log: after {@code FILE.2} {@code FILE.1}, after that {@code FILE};
   * null if the name is that of no earlier part.
   */
  public static @Nullable String laterPart(String name) {
    int dot = name.lastIndexOf('.');
    String number = name.substring(dot + 1);
    boolean isPart =
        dot > 0
            && !number.isEmpty()
            && number.length() <= MOST_DIGITS
            && number.charAt(0) != '0'
            && number.chars().allMatch(each -> each >= '0' && each <= '9');
    if (!isPart) {
      return null;
    }
    int part = Integer.parseInt(number);
    return name.substring(0, dot) + (part == 1 ? "" : "." + (part - 1));
  }

  /**
   * Whether a log, or a part of it, goes on where an earlier part ended. One number between the two
   * may be missing: a process that is killed while it moves its parts on leaves such a gap.
   */
  public static boolean goesOn(String earlier, String name) {
    String later = laterPart(earlier);
    return later != null && (name.equals(later) || name.equals(laterPart(later)));
  }

  /** What came before a log or a part of it: before {@code FILE} {@code FILE.1}. */
  public static String earlierPart(String name) {
    String later = laterPart(name);
    if (later == null) {
      return name + ".1";
    }
    int dot = name.lastIndexOf('.');
    return name.substring(0, dot + 1) + (Integer.parseInt(name.substring(dot + 1)) + 1);
  }

  /** The formats by name, for help texts. */
  public static List<String> formats() {
    return FORMATS.stream().map(RecordingFormat::name).toList();
  }

  /**
   * Reads a whole file. The runs of an event log {@code FILE.2} stay open for {@code FILE.1}, and
   * those of that for {@code FILE}, if that is next; to be followed by {@link #end} after the last.
   *
   * @param name the file's name, for messages and for runs without an id
   * @throws IOException if the stream cannot be read; what is broken in it is reported instead
   */
  public void read(String name, InputStream file) throws IOException {
    EarlierPart before = earlier;
    if (before != null && !goesOn(before.name(), name)) {
      end();
    }
    try (Unpacked plain = Unpacked.of(file)) {
      Opened opened = opened(name, plain, problems);
      if (opened == null) {
        return;
      }
      RecordingFormat.Reading reading = reading(name, opened.format());
      read(opened, reading, problems);
      if (opened.format().isRotated() && laterPart(name) != null) {
        earlier = new EarlierPart(name, opened.format(), reading);
      } else {
        reading.end();
      }
    }
  }

  /**
   * Tells what a file holds.
   *
   * @return null if that is nothing that can be read, which is reported
   */
  static @Nullable Opened opened(String name, Unpacked plain, Problems problems)
      throws IOException {
    byte[] bytes = plain.readNBytes(HEAD_BYTES);
    if (bytes.length == 0 && plain.damage() == null) {
      problems.notice(name, "the file is empty");
      return null;
    }
    if (isUtf16(bytes)) {
      problems.broken(
          name, 0, "the text is UTF-16; convert it to UTF-8 first, as iconv -f UTF-16 -t UTF-8");
      return null;
    }
    Head head = new Head(legible(bytes));
    RecordingFormat format = formatOf(head);
    if (format == null && plain.damage() != null) {
      problems.broken(name, 0, "the gzip data is damaged or cut off: " + plain.damage());
      return null;
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
      return null;
    }
    InputStream whole = new SequenceInputStream(new ByteArrayInputStream(bytes), plain);
    return new Opened(name, plain, whole, format, head.lines());
  }

  /** Reads the values of a file one after the other. */
  static void read(Opened file, RecordingFormat.Reading reading, Problems problems)
      throws IOException {
    if (file.lines()) {
      readLines(file, reading, problems);
    } else {
      readValues(file, reading, problems);
      reportDamage(file, 0, problems);
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

  /** As some shells write what is redirected to a file. */
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
    for (JsonNode value = head.next(); value != null; value = head.next()) {
      for (RecordingFormat format : FORMATS) {
        if (format.recognizes(value)) {
          return format;
        }
      }
    }
    return null;
  }

  private static void readLines(Opened file, RecordingFormat.Reading reading, Problems problems)
      throws IOException {
    LineStream lines = new LineStream(file.whole());
    while (lines.nextLine()) {
      readLine(file, lines, reading, problems);
    }
    reportDamage(file, lines.number(), problems);
  }

  /** Reads the line that a stream stands at. */
  static void readLine(
      Opened file, LineStream line, RecordingFormat.Reading reading, Problems problems)
      throws IOException {
    try (JsonParser parser = JSON.createParser(line)) {
      parser.disable(JsonParser.Feature.AUTO_CLOSE_SOURCE);
      readValue(file.name(), parser, line.number(), reading, problems);
    } catch (JsonProcessingException e) {
      // The line at which the data breaks off is broken for that reason only.
      if (file.format().isRotated() && file.plain().damage() == null && line.breaksOff()) {
        problems.notice(
            file.name(),
            "its last line breaks off, as where a process was killed; all lines before it were"
                + " read");
      } else if (file.plain().damage() == null || !line.atEnd()) {
        problems.broken(file.name(), line.number(), message(e));
      }
    }
  }

  /**
   * Reads lines that are at hand.
   *
   * @param breaksOff whether the last of them is not whole, which is reported elsewhere
   */
  static void readLines(
      String name,
      LineStream.Lines lines,
      boolean breaksOff,
      RecordingFormat.Reading reading,
      Problems problems)
      throws IOException {
    byte[] bytes = lines.bytes();
    long number = lines.first();
    int from = 0;
    while (from < bytes.length) {
      int to = from;
      while (to < bytes.length && bytes[to] != '\n') {
        to++;
      }
      try (JsonParser parser = JSON.createParser(bytes, from, to - from)) {
        readValue(name, parser, number, reading, problems);
      } catch (JsonProcessingException e) {
        if (!breaksOff || to < bytes.length) {
          problems.broken(name, number, message(e));
        }
      }
      from = to + 1;
      number++;
    }
  }

  private static void readValue(
      String name,
      JsonParser parser,
      long number,
      RecordingFormat.Reading reading,
      Problems problems)
      throws IOException {
    if (parser.nextToken() == null) {
      return;
    }
    reading.value(parser, number);
    if (parser.nextToken() != null) {
      problems.broken(name, number, "more follows after the end of the value");
    }
  }

  /** Reports a file that is cut off or damaged. */
  static void reportDamage(Opened file, long line, Problems problems) {
    String damage = file.plain().damage();
    if (damage != null) {
      problems.broken(file.name(), line, "the gzip data is damaged or cut off here: " + damage);
    }
  }

  private static void readValues(Opened file, RecordingFormat.Reading reading, Problems problems)
      throws IOException {
    try (JsonParser parser = JSON.createParser(file.whole())) {
      long number = 0;
      while (parser.nextToken() != null) {
        number++;
        reading.value(parser, number);
      }
    } catch (JsonProcessingException e) {
      problems.broken(
          file.name(),
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
