package io.loophalt.operations.memory;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.loophalt.PrintableText;
import io.loophalt.core.event.LoopSeen.Part;
import io.loophalt.core.memory.PastLoop;
import io.loophalt.core.memory.PastLoop.Occasion;
import io.loophalt.core.memory.TaskLoops;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The form of the file: one JSON object, described in {@code docs/memory.md}. */
final class MemoryJson {

  private static final String FORMAT = "loophalt-memory";
  private static final int VERSION = 1;

  private static final JsonFactory JSON = new JsonFactory();

  private MemoryJson() {}

  /** In UTF-8, a line for each loop. */
  static byte[] write(MemoryContents contents) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
    try (JsonGenerator out = JSON.createGenerator(bytes)) {
      out.writeStartObject();
      out.writeStringField("format", FORMAT);
      out.writeNumberField("version", VERSION);
      out.writeStringField("digests", contents.digests());
      out.writeArrayFieldStart("tasks");
      for (TaskLoops task : contents.tasks()) {
        out.writeRaw('\n');
        out.writeStartObject();
        out.writeStringField("task", PrintableText.name(task.name()));
        out.writeStringField("key", hex(task.key()));
        out.writeNumberField("runs", task.runs());
        out.writeArrayFieldStart("loops");
        for (PastLoop loop : task.loops()) {
          out.writeRaw("\n ");
          write(loop, out);
        }
        out.writeEndArray();
        out.writeEndObject();
      }
      out.writeEndArray();
      out.writeEndObject();
      out.writeRaw('\n');
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  private static void write(PastLoop loop, JsonGenerator out) throws IOException {
    out.writeStartObject();
    out.writeStringField("loop", hex(loop.id()));
    out.writeStringField("detector", loop.detector());
    out.writeArrayFieldStart("calls");
    for (Part part : loop.parts()) {
      out.writeStartObject();
      out.writeStringField("tool", PrintableText.name(part.tool()));
      out.writeStringField("digest", hex(part.digest()));
      out.writeEndObject();
    }
    out.writeEndArray();
    out.writeArrayFieldStart("runs");
    for (Occasion each : loop.occasions()) {
      out.writeStartObject();
      out.writeStringField("run", HexFormat.of().toHexDigits(each.run()));
      out.writeNumberField("number", each.number());
      out.writeStringField("time", each.time().toString());
      String next = each.next();
      out.writeStringField("came", next == null ? "halt" : "news");
      if (next != null) {
        out.writeStringField("next", PrintableText.name(next));
      }
      out.writeEndObject();
    }
    out.writeEndArray();
    out.writeEndObject();
  }

  static String hex(long digest) {
    return HexFormat.of().toHexDigits(digest);
  }

  /**
   * Reads it.
   *
   * @throws IOException if it is something else, damaged, or of another version; the message goes
   *     on from {@code it}
   */
  static MemoryContents read(byte[] bytes) throws IOException {
    Map<?, ?> file;
    try (JsonParser in = JSON.createParser(bytes)) {
      Object read = in.nextToken() == JsonToken.START_OBJECT ? value(in) : null;
      if (!(read instanceof Map<?, ?> object) || !FORMAT.equals(object.get("format"))) {
        throw new IOException("it is no memory of past loops");
      }
      if (in.nextToken() != null) {
        throw new IOException("it is damaged: something stands behind its end");
      }
      file = object;
    } catch (com.fasterxml.jackson.core.JacksonException torn) {
      throw new IOException("it is no memory of past loops, or is damaged", torn);
    }
    Object version = file.get("version");
    if (!Long.valueOf(VERSION).equals(version)) {
      throw new IOException(
          "it is of version " + version + ", and this Loophalt reads version " + VERSION);
    }
    try {
      List<TaskLoops> tasks = new ArrayList<>();
      for (Object each : list(file.get("tasks"))) {
        tasks.add(task((Map<?, ?>) each));
      }
      return new MemoryContents(text(file.get("digests")), tasks);
    } catch (ClassCastException | IllegalArgumentException | DateTimeParseException unlike) {
      throw new IOException("it is damaged: it holds what no Loophalt writes", unlike);
    }
  }

  private static TaskLoops task(Map<?, ?> task) {
    List<PastLoop> loops = new ArrayList<>();
    for (Object each : list(task.get("loops"))) {
      loops.add(loop((Map<?, ?>) each));
    }
    return new TaskLoops(
        digest(task.get("key")), text(task.get("task")), number(task.get("runs")), loops);
  }

  private static PastLoop loop(Map<?, ?> loop) {
    List<Part> parts = new ArrayList<>();
    for (Object each : list(loop.get("calls"))) {
      Map<?, ?> part = (Map<?, ?>) each;
      parts.add(new Part(text(part.get("tool")), digest(part.get("digest"))));
    }
    List<Occasion> runs = new ArrayList<>();
    for (Object each : list(loop.get("runs"))) {
      Map<?, ?> run = (Map<?, ?>) each;
      Object next = run.get("next");
      runs.add(
          new Occasion(
              HexFormat.fromHexDigits(text(run.get("run"))),
              number(run.get("number")),
              Instant.parse(text(run.get("time"))),
              next == null ? null : text(next)));
    }
    if (parts.isEmpty() || runs.isEmpty()) {
      throw new IllegalArgumentException("a loop has calls, and runs that were in it");
    }
    return new PastLoop(text(loop.get("detector")), parts, runs);
  }

  private static List<?> list(@Nullable Object value) {
    if (value instanceof List<?> list) {
      return list;
    }
    throw new IllegalArgumentException("a list is missing");
  }

  private static String text(@Nullable Object value) {
    if (value instanceof String text) {
      return text;
    }
    throw new IllegalArgumentException("a text is missing");
  }

  private static long number(@Nullable Object value) {
    if (value instanceof Long number && number >= 0) {
      return number;
    }
    throw new IllegalArgumentException("a number is missing");
  }

  private static long digest(@Nullable Object value) {
    return HexFormat.fromHexDigitsToLong(text(value));
  }

  /** Objects, arrays, texts and whole numbers, as far as the parser lets them nest. */
  private static @Nullable Object value(JsonParser in) throws IOException {
    return switch (in.currentToken()) {
      case START_OBJECT -> {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        while (next(in) != JsonToken.END_OBJECT) {
          String name = in.currentName();
          next(in);
          object.put(name, value(in));
        }
        yield object;
      }
      case START_ARRAY -> {
        List<@Nullable Object> array = new ArrayList<>();
        while (next(in) != JsonToken.END_ARRAY) {
          array.add(value(in));
        }
        yield array;
      }
      case VALUE_STRING -> in.getText();
      case VALUE_NUMBER_INT -> in.getLongValue();
      default -> null;
    };
  }

  private static JsonToken next(JsonParser in) throws IOException {
    JsonToken token = in.nextToken();
    if (token == null) {
      throw new IOException("it is damaged: it ends in the middle");
    }
    return token;
  }
}
