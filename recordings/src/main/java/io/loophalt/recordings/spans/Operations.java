package io.loophalt.recordings.spans;

import io.loophalt.recordings.assembly.GenAiSpan.Operation;
import java.util.Locale;
import java.util.Map;

/** What kind of work a span is, by whichever name says so. */
final class Operations {

  /** Where it stands, the conventions' own name first. */
  private static final String[] NAMES = {
    "gen_ai.operation.name",
    "openinference.span.kind",
    "traceloop.span.kind",
    "langfuse.observation.type",
    "mlflow.spanType",
    "ai.operationId",
    "spring.ai.kind",
    "llm.request.type"
  };

  private static final Map<String, Operation> KINDS =
      Map.ofEntries(
          Map.entry("chat", Operation.MODEL),
          Map.entry("text_completion", Operation.MODEL),
          Map.entry("generate_content", Operation.MODEL),
          Map.entry("completion", Operation.MODEL),
          Map.entry("call_llm", Operation.MODEL),
          Map.entry("llm", Operation.MODEL),
          Map.entry("chat_model", Operation.MODEL),
          Map.entry("generation", Operation.MODEL),
          Map.entry("ai.generatetext.dogenerate", Operation.MODEL),
          Map.entry("ai.streamtext.dostream", Operation.MODEL),
          Map.entry("ai.generateobject.dogenerate", Operation.MODEL),
          Map.entry("ai.streamobject.dostream", Operation.MODEL),
          Map.entry("execute_tool", Operation.TOOL),
          Map.entry("tool", Operation.TOOL),
          Map.entry("tool_call", Operation.TOOL),
          Map.entry("ai.toolcall", Operation.TOOL),
          Map.entry("invoke_agent", Operation.AGENT),
          Map.entry("create_agent", Operation.AGENT),
          Map.entry("agent", Operation.AGENT),
          Map.entry("chat_client", Operation.AGENT),
          Map.entry("ai.generatetext", Operation.AGENT),
          Map.entry("ai.streamtext", Operation.AGENT));

  /** Google ADK's span for the answers of parallel calls, which have spans of their own. */
  private static final String MERGED = "(merged tools)";

  private Operations() {}

  static Operation of(String spanName, SpanAttributes attributes) {
    boolean named = false;
    for (String name : NAMES) {
      String value = attributes.text(name);
      Operation operation = KINDS.get(plain(value));
      if (operation != null) {
        boolean merged = attributes.text("gen_ai.tool.name").equals(MERGED);
        return merged ? Operation.OTHER : operation;
      }
      named |= !value.isEmpty();
    }
    if (!attributes.text("gen_ai.tool.name").isEmpty()
        && !attributes.text("gen_ai.tool.call.id").isEmpty()) {
      return Operation.TOOL;
    }
    return named ? Operation.OTHER : ofName(spanName, attributes);
  }

  /** {@code chat gpt-4o}; a span of any kind may be called so, and one of a model says which. */
  private static Operation ofName(String spanName, SpanAttributes attributes) {
    int blank = spanName.indexOf(' ');
    Operation operation = KINDS.get(blank < 0 ? "" : plain(spanName.substring(0, blank)));
    boolean ofModel = spanName.equals("call_llm") || operation == Operation.MODEL;
    if (ofModel) {
      return attributes.hasPrefix("gen_ai.") || attributes.hasPrefix("llm.")
          ? Operation.MODEL
          : Operation.OTHER;
    }
    return operation == null ? Operation.OTHER : operation;
  }

  /** In small letters; MLflow writes values as JSON. */
  private static String plain(String name) {
    return name.replace("\"", "").toLowerCase(Locale.ROOT);
  }
}
