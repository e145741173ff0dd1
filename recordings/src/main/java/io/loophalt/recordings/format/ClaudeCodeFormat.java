package io.loophalt.recordings.format;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import io.loophalt.Effect;
import io.loophalt.recordings.RunSink;
import io.loophalt.recordings.assembly.RunAssembler;
import io.loophalt.recordings.assembly.RunAssembler.Reply;
import io.loophalt.recordings.assembly.Texts;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sessions of Claude Code: JSON lines with an envelope ({@code type}, {@code sessionId}, {@code
 * uuid}, {@code parentUuid}, {@code timestamp}) around messages of Anthropic's API. Both its
 * session files and what it writes as {@code --output-format stream-json}, whose envelope is
 * smaller ({@code session_id}, {@code parent_tool_use_id}).
 *
 * <p>A session is a run, and each sub-agent (a side chain) is one of its own. One answer of the
 * model is spread over several lines that share {@code message.id}.
 */
final class ClaudeCodeFormat implements RecordingFormat {

  private static final Set<String> KINDS =
      Set.of(
          "user",
          "assistant",
          "system",
          "summary",
          "file-history-snapshot",
          "progress",
          "result",
          "stream_event");

  @Override
  public String name() {
    return "Claude Code sessions";
  }

  @Override
  public boolean recognizes(JsonNode value) {
    String type = value.path("type").asText();
    boolean isMessage = type.equals("user") || type.equals("assistant");
    return KINDS.contains(type)
        && (isMessage ? value.has("message") : !value.has("role"))
        && (value.has("sessionId")
            || value.has("session_id")
            || value.has("leafUuid")
            || value.has("messageId"));
  }

  @Override
  public Reading open(Source source, RunSink sink) {
    return new Session(source, sink);
  }

  private static final class Session implements Reading {

    private final Source source;
    private final RunSink sink;
    private final Map<String, RunAssembler> runs = new LinkedHashMap<>();

    /** Side chains without an agent's id, by the uuid of their latest line. */
    private final Map<String, String> chains = new HashMap<>();

    Session(Source source, RunSink sink) {
      this.source = source;
      this.sink = sink;
    }

    @Override
    public void value(JsonParser parser, long number) throws IOException {
      JsonNode line = Streamed.object(parser, "a line of a session");
      switch (line.path("type").asText()) {
        case "assistant" -> assistant(line);
        case "user" -> user(line);
        case "system" -> {
          if (line.path("subtype").asText().equals("compact_boundary")) {
            run(line).compacted();
          }
        }
        case "tool_call" ->
            throw Streamed.broken(
                parser, "a call on a line of its own, as Cursor's agent writes it, is not read");
        default -> {
          // Summaries, snapshots, progress of hooks, pieces of messages: bookkeeping of the
          // program.
        }
      }
    }

    private void assistant(JsonNode line) {
      if (line.path("isApiErrorMessage").asBoolean(false)) {
        return; // Written by the program, not by the model.
      }
      JsonNode message = line.path("message");
      JsonNode usage = message.path("usage");
      RunAssembler run = run(line);
      StringBuilder text = new StringBuilder(message.path("content").asText(""));
      for (JsonNode block : message.path("content")) {
        if (block.path("type").asText().equals("text")) {
          text.append(block.path("text").asText());
        }
      }
      String id = Texts.orNull(message.path("id"));
      run.replacesUnanswered(id);
      run.reply(
          new Reply(
              id,
              text.toString(),
              message.path("model").asText(""),
              TokenUsage.input(usage),
              TokenUsage.output(usage),
              Texts.epochMillis(line.path("timestamp"))));
      for (JsonNode block : message.path("content")) {
        if (block.path("type").asText().equals("tool_use")) {
          run.call(
              Texts.orNull(block.path("id")),
              block.path("name").asText(),
              Texts.of(block.path("input")),
              Effect.UNKNOWN);
        }
      }
    }

    private void user(JsonNode line) {
      RunAssembler run = run(line);
      boolean outcomes = false;
      for (JsonNode block : line.path("message").path("content")) {
        if (block.path("type").asText().equals("tool_result")) {
          outcomes = true;
          String text = Texts.ofContent(block.path("content"));
          boolean failed = block.path("is_error").asBoolean(false);
          run.result(
              Texts.orNull(block.path("tool_use_id")),
              text,
              failed ? text : null,
              Texts.epochMillis(line.path("timestamp")));
        }
      }
      if (line.path("isCompactSummary").asBoolean(false)) {
        run.compacted();
      } else if (!outcomes && !isOfTheProgram(line)) {
        run.userSpoke(Texts.ofContent(line.path("message").path("content")));
      }
    }

    /** What a hook or the program itself says to the model in the user's place. */
    private static boolean isOfTheProgram(JsonNode line) {
      return line.path("isMeta").asBoolean(false) || line.path("isSynthetic").asBoolean(false);
    }

    private RunAssembler run(JsonNode line) {
      String session =
          line.path("sessionId").asText(line.path("session_id").asText(source.runId()));
      String id = session;
      String askedBy = Texts.orNull(line.path("parent_tool_use_id"));
      if (askedBy != null) {
        id = session + '/' + askedBy;
      } else if (line.path("isSidechain").asBoolean(false)) {
        String agent = Texts.orNull(line.path("agentId"));
        id = session + '/' + (agent != null ? agent : chain(line));
      }
      return runs.computeIfAbsent(id, each -> new RunAssembler(sink.begin(each, "")));
    }

    /** Follows a side chain from line to line; a line whose parent is unknown begins one. */
    private String chain(JsonNode line) {
      String uuid = line.path("uuid").asText();
      String parent = line.path("parentUuid").asText();
      @Nullable String known = chains.remove(parent);
      String chain = known == null ? "side-" + uuid : known;
      chains.put(uuid, chain);
      return chain;
    }

    @Override
    public void end() {
      for (RunAssembler run : runs.values()) {
        run.end(null);
      }
    }
  }
}
