package com.acme.loophalt;

import io.loophalt.extension.Artifact;
import io.loophalt.extension.Artifact.Part;
import io.loophalt.extension.ChatMessage;
import io.loophalt.extension.ChatMessage.Speaker;
import io.loophalt.extension.ChokePoint;
import io.loophalt.extension.Extension;
import io.loophalt.extension.MethodCall;
import io.loophalt.extension.ModelCalls;
import io.loophalt.extension.ModelResponse;
import io.loophalt.extension.RequestReader;
import io.loophalt.extension.ScopedRuns;
import io.loophalt.extension.ToolCalls;
import io.loophalt.extension.reflect.Getter;
import io.loophalt.extension.reflect.RecordCopy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Acme Agents under Loophalt: where a run begins, and where tools and the model are called. */
public final class AcmeAgents implements Extension {

  private static final String REQUEST = "com.acme.agents.ChatRequest";
  private static final String TOOL_CALL = "com.acme.agents.ToolCall";

  @Override
  public int apiVersion() {
    return API_VERSION;
  }

  @Override
  public String name() {
    return "acme-agents"; // switches it off: weave: {frameworks: {acme-agents: false}}
  }

  @Override
  public String title() {
    return "Acme Agents"; // in messages
  }

  @Override
  public List<String> packages() {
    return List.of("com.acme.agents."); // the first class of these wakes the extension
  }

  @Override
  public List<Artifact> artifacts() {
    return List.of(
        new Artifact(
            "Acme Agents",
            "com.acme:acme-agents",
            "com.acme.agents.Agent",
            List.of(
                new Part(
                    "runs", new ChokePoint("com.acme.agents.Agent", "run", 1, null, new Runs())),
                new Part(
                    "model calls",
                    new ChokePoint("com.acme.agents.ChatModel", "chat", 1, REQUEST, new Models())
                        .rewriting()),
                new Part(
                    "tool calls",
                    new ChokePoint(
                        "com.acme.agents.ToolRegistry", "execute", 1, TOOL_CALL, new Tools())))));
  }

  /** One call of {@code Agent.run} is one run. */
  private static final class Runs implements ScopedRuns {
    @Override
    public String task(MethodCall call) {
      return "acme";
    }
  }

  /** One call of {@code ToolRegistry.execute} is one step. */
  private static final class Tools implements ToolCalls {
    private static final Getter TOOL = new Getter("tool");
    private static final Getter ARGUMENTS = new Getter("arguments");

    @Override
    public Request request(MethodCall call) {
      Object asked = call.argument(0);
      return new Request(null, TOOL.text(asked), ARGUMENTS.text(asked));
    }

    @Override
    public Object toolRequest(MethodCall call) {
      return call.argument(0);
    }

    /** The registry has made a text of whatever the tool threw. */
    @Override
    public Reply reply(Object returned) {
      String text = (String) returned;
      return new Reply(text, text.startsWith("Error: "));
    }

    @Override
    public Object append(Object returned, String message) {
      return returned + "\n\n" + message; // the nudge, where the model reads it
    }

    @Override
    public Object refusal(MethodCall call, String message) {
      return message;
    }
  }

  /** One call of {@code ChatModel.chat} is one turn. */
  private static final class Models implements ModelCalls {
    private static final Getter TEXT = new Getter("text");
    private static final Getter TOOL_CALLS = new Getter("toolCalls");
    private static final Getter MESSAGES = new Getter("messages");
    private static final Getter INPUT = new Getter("inputTokens");
    private static final Getter OUTPUT = new Getter("outputTokens");

    @Override
    public RequestReader requests() {
      return new Messages();
    }

    @Override
    public ModelResponse answer(Object returned) {
      return new ModelResponse(
          "acme-1",
          TEXT.text(returned),
          toolRequests(returned).size(),
          INPUT.number(returned),
          0,
          OUTPUT.number(returned));
    }

    @Override
    public Collection<?> toolRequests(Object returned) {
      return TOOL_CALLS.of(returned) instanceof Collection<?> calls ? calls : List.of();
    }

    @Override
    public int requestArgument() {
      return 0;
    }

    /** So that a halted run may end with one last answer. */
    @Override
    public Object withoutTools(Object request, String text) throws ReflectiveOperationException {
      List<Object> messages = new ArrayList<>((List<?>) MESSAGES.of(request));
      messages.add("user: " + text);
      Object toldSo = RecordCopy.with(request, "messages", messages);
      return RecordCopy.with(toldSo, "tools", List.of());
    }

    /** So that a run that is stuck may go on with another model. */
    @Override
    public Object withModel(Object request, String model) throws ReflectiveOperationException {
      return RecordCopy.with(request, "model", model);
    }
  }

  /** Who speaks in a message, so that a person who talks is told from a loop with itself. */
  private static final class Messages implements RequestReader {
    private static final Getter MESSAGES = new Getter("messages");

    @Override
    public List<?> messages(Object request) {
      return (List<?>) MESSAGES.of(request);
    }

    @Override
    public ChatMessage read(Object message) {
      String[] parts = ((String) message).split(": ", 2);
      return switch (parts[0]) {
        case "user" -> ChatMessage.of(Speaker.USER, parts[1]);
        case "tool" -> ChatMessage.of(Speaker.TOOL, parts[1]);
        case "calls" -> ChatMessage.answer("", parts[1].lines().map(Messages::asked).toList());
        default -> ChatMessage.answer(parts[1], List.of());
      };
    }

    private static ChatMessage.Call asked(String line) {
      String[] parts = line.split(" ", 2);
      return new ChatMessage.Call("", parts[0], parts[1]);
    }

    /** The same calls, as the answer asks for them: so it is known in which run it was given. */
    @Override
    public List<ChatMessage.Call> calls(Object returned) {
      List<ChatMessage.Call> calls = new ArrayList<>();
      for (Object each : (List<?>) Models.TOOL_CALLS.of(returned)) {
        calls.add(new ChatMessage.Call("", Tools.TOOL.text(each), Tools.ARGUMENTS.text(each)));
      }
      return calls;
    }
  }
}
