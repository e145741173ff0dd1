package io.loophalt.recordings.format;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.recordings.RunSink;
import io.loophalt.recordings.assembly.RunAssembler;
import io.loophalt.recordings.spans.CallForms;
import io.loophalt.recordings.spans.Message.Role;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads runs that are lists of messages or events, in the three ways such lists are stored: as an
 * array, as an array inside an object with an id and an outcome beside it, or one element a line.
 * An array is a run; the elements on lines of their own are one run together, or one for each name
 * of a run that the lines give. A line that gives none goes on with the run of the line before it.
 */
final class ListReading implements RecordingFormat.Reading {

  /** Bound for runs whose lines may go on. */
  static final int OPEN_RUNS = 2_000;

  /** So many kinds of what is not understood are told. */
  private static final int MOST_KINDS = 12;

  /**
   * What is special about a format.
   *
   * @param element what an element is called
   * @param arrays names under which objects hold the array
   * @param isElement tells an element on a line of its own
   * @param reader makes that which takes a run's elements, and says each time what kind of thing it
   *     has not understood
   */
  record Elements(
      String element,
      Set<String> arrays,
      Predicate<JsonNode> isElement,
      BiFunction<RunAssembler, Consumer<String>, Consumer<JsonNode>> reader) {}

  /** One run and that which takes its elements. */
  private record Open(RunAssembler run, Consumer<JsonNode> reader) {}

  private final RecordingFormat.Source source;
  private final RunSink sink;
  private final Elements elements;

  /** What was not understood, and how often. */
  private final Map<String, Integer> notUnderstood = new LinkedHashMap<>();

  /** The runs of lines by the name that these give, in the order of their latest line. */
  private final Map<String, Open> byLine = new LinkedHashMap<>(16, 0.75f, true);

  /** The key of the run that the line before is of; null before the first. */
  private @Nullable String keyBefore;

  ListReading(RecordingFormat.Source source, RunSink sink, Elements elements) {
    this.source = source;
    this.sink = sink;
    this.elements = elements;
  }

  @Override
  public void value(JsonParser parser, long number) throws IOException {
    if (parser.currentToken() == JsonToken.START_ARRAY) {
      Open open = open(sink.begin(source.runId(number), ""));
      Streamed.elements(parser, open.reader()::accept);
      open.run().end(null);
    } else if (parser.currentToken() == JsonToken.START_OBJECT) {
      object(parser, number);
    } else {
      throw notOurs(parser);
    }
  }

  private void object(JsonParser parser, long number) throws IOException {
    ObjectNode fields = JsonNodeFactory.instance.objectNode();
    RunLabels labels = new RunLabels();
    Open[] inside = new Open[1];
    Streamed.fields(
        parser,
        (name, value) -> {
          labels.take(name, value);
          fields.set(name, value);
        },
        elements.arrays(),
        element -> {
          if (inside[0] == null) {
            inside[0] = open(new LateTask(source, sink, source.runId(number), labels));
          }
          inside[0].reader().accept(element);
        });
    if (inside[0] != null) {
      String id = labels.id();
      if (id != null) {
        inside[0].run().named(id);
      }
      inside[0].run().end(labels.outcome());
    } else if (elements.isElement().test(fields)) {
      ofLine(labels, fields, number).reader().accept(fields);
    } else {
      throw notOurs(parser);
    }
  }

  /** The run that an element on a line of its own belongs to. */
  private Open ofLine(RunLabels labels, JsonNode written, long number) {
    JsonNode element = MessageReader.plain(written);
    String named = labels.idOfLine();
    String before = keyBefore;
    Open known = named == null ? null : byLine.get(named);
    boolean goesOn =
        known == null && (named == null || (labels.mayNameCall() && isWithinRun(element)));
    if (goesOn && before != null) {
      String key = awaiting(element, before);
      keyBefore = key;
      known = byLine.get(key);
    } else {
      keyBefore = named == null ? "" : named;
      if (known == null && named != null && labels.task().isEmpty()) {
        known = nameFirst(named);
      }
    }
    return known == null ? begin(named, labels, number) : known;
  }

  /** Whether it is an answer or what came of a call, which begin no run but that of a file. */
  private static boolean isWithinRun(JsonNode element) {
    String type = element.path("type").asText();
    return isAnswer(element)
        || Role.of(element.path("role").asText()) == Role.TOOL
        || CallForms.isOutputItem(type)
        || !resultIn(element).isMissingNode();
  }

  private static boolean isAnswer(JsonNode element) {
    String type = element.path("type").asText();
    return Role.of(element.path("role").asText()) == Role.ASSISTANT
        || CallForms.isCallItem(type)
        || type.equals("reasoning");
  }

  private static JsonNode resultIn(JsonNode element) {
    for (JsonNode part : element.path("content")) {
      JsonNode result = CallForms.resultIn(part);
      if (!result.isMissingNode()) {
        return result;
      }
    }
    return MissingNode.getInstance();
  }

  /** The id of the call of which a line is what came; empty if it names none. */
  private static String idOfCall(JsonNode element) {
    if (isAnswer(element)) {
      return "";
    }
    JsonNode result = resultIn(element);
    return CallForms.idOfCall(result.isMissingNode() ? element : result);
  }

  /**
   * The key of the run that a line goes on with: that of the line before, unless it is what came of
   * a call for which only another run waits.
   */
  private String awaiting(JsonNode element, String before) {
    String id = idOfCall(element);
    Open last = byLine.get(before);
    String key = before;
    if (!id.isEmpty() && last != null && !last.run().awaits(id)) {
      for (Map.Entry<String, Open> each : byLine.entrySet()) {
        key = each.getValue().run().awaits(id) ? each.getKey() : key;
      }
    }
    return key;
  }

  /** What stands before the first answer without a name is of the run that is named first. */
  private @Nullable Open nameFirst(String name) {
    Open first = byLine.size() == 1 ? byLine.get("") : null;
    if (first == null || first.run().hasAnswered()) {
      return null;
    }
    byLine.remove("");
    byLine.put(name, first);
    first.run().named(name);
    return first;
  }

  private Open begin(@Nullable String named, RunLabels labels, long number) {
    Open begun =
        open(
            named == null
                ? sink.begin(source.runId(number), "")
                : sink.begin(named, labels.task()));
    byLine.put(named == null ? "" : named, begun);
    if (byLine.size() > OPEN_RUNS) {
      Iterator<Open> eldest = byLine.values().iterator();
      eldest.next().run().end(null);
      eldest.remove();
    }
    return begun;
  }

  private Open open(RunSink.OpenRun told) {
    RunAssembler run = new RunAssembler(told);
    return new Open(run, elements.reader().apply(run, this::notUnderstood));
  }

  private void notUnderstood(String kind) {
    if (notUnderstood.size() < MOST_KINDS || notUnderstood.containsKey(kind)) {
      notUnderstood.merge(kind, 1, Integer::sum);
    }
  }

  private IOException notOurs(JsonParser parser) {
    return Streamed.broken(
        parser,
        "neither "
            + elements.element()
            + ", nor an array of them, nor an object with one under "
            + String.join(" or ", elements.arrays().stream().sorted().toList()));
  }

  @Override
  public void end() {
    byLine.values().forEach(open -> open.run().end(null));
    if (!notUnderstood.isEmpty()) {
      List<String> kinds = new ArrayList<>();
      notUnderstood.forEach((kind, times) -> kinds.add(kind + " (" + times + ")"));
      source
          .problems()
          .notice(
              source.name(),
              "not understood: "
                  + String.join(", ", kinds)
                  + "; calls of tools that are written so are not judged, or never taken for"
                  + " repeats");
    }
  }
}
