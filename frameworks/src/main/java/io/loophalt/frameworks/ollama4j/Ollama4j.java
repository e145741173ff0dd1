package io.loophalt.frameworks.ollama4j;

import com.google.auto.service.AutoService;
import io.loophalt.extension.Artifact;
import io.loophalt.extension.Artifact.Part;
import io.loophalt.extension.ChokePoint;
import io.loophalt.extension.Extension;
import io.loophalt.extension.ModelResponse;
import io.loophalt.extension.RequestReader;
import io.loophalt.extension.reflect.BeanCopy;
import io.loophalt.extension.reflect.Property;
import io.loophalt.extension.reflect.Rebuilt;
import io.loophalt.extension.sdk.SdkModelCalls;
import io.loophalt.extension.sdk.SdkModelCalls.CallPart;
import io.loophalt.extension.sdk.SdkModelCalls.ToolResult;
import io.loophalt.extension.sdk.ToolExchange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Ollama4j, tried with 1.1.0 and 1.1.6: chats, whole and streamed, with its own loop or one around
 * it.
 *
 * <pre>
 * OllamaChatEndpointCaller.callSync(OllamaChatRequest)   one turn
 * </pre>
 *
 * <p>Everything that chats goes through this, also each round of the library's own loop. What its
 * tools gave is in the next request, as messages of the role {@code tool}. The messages of a
 * request are the caller's history, to which the library adds each answer: they are changed in
 * place. Prompts without a chat are not seen. From 1.1.2 on the client makes an exception of its
 * own of whatever a chat throws; a halt is its cause.
 */
@AutoService(Extension.class)
public final class Ollama4j implements Extension {

  private static final String SDK = "io.github.ollama4j.";
  private static final String CHAT = SDK + "models.chat.";

  @Override
  public int apiVersion() {
    return API_VERSION;
  }

  @Override
  public String name() {
    return "ollama4j";
  }

  @Override
  public String title() {
    return "Ollama4j";
  }

  @Override
  public List<String> packages() {
    return List.of("io.github.ollama4j.");
  }

  @Override
  public List<Artifact> artifacts() {
    return List.of(
        new Artifact(
            "Ollama4j",
            "io.github.ollama4j:ollama4j",
            CHAT + "OllamaChatRequest",
            List.of(
                new Part(
                    "chats",
                    new ChokePoint(
                            SDK + "models.request.OllamaChatEndpointCaller",
                            "callSync",
                            1,
                            CHAT + "OllamaChatRequest",
                            new Chats())
                        .rewriting()))));
  }

  /** Chats; their calls have no ids. */
  private static final class Chats implements SdkModelCalls {
    private static final Property RESPONSE = new Property("getResponseModel");
    private static final Property MODEL = new Property("getModel");
    private static final Property INPUT_TOKENS = new Property("getPromptEvalCount");
    private static final Property OUTPUT_TOKENS = new Property("getEvalCount");
    private static final Property MESSAGE = new Property("getMessage");
    private static final Property MESSAGES = new Property("getMessages");
    private static final Property ROLE = new Property("getRole");
    private static final Property TOOL_CALLS = new Property("getToolCalls");
    private static final Property FUNCTION = new Property("getFunction");
    private static final Property NAME = new Property("getName");
    private static final Property ARGUMENTS = new Property("getArguments");

    /** Around what a tool gave, in a message of the library's own loop. */
    private static final String BEGIN = "[TOOL_RESULTS] ";

    private static final String ARGUMENTS_END = "): ";
    private static final String END = " [/TOOL_RESULTS]";

    @Override
    public RequestReader requests() {
      return OllamaMessages.READER;
    }

    @Override
    public ModelResponse answer(Object returned) {
      Object response = RESPONSE.of(returned);
      Object message = MESSAGE.of(response);
      return new ModelResponse(
          MODEL.text(response),
          OllamaMessages.text(message),
          TOOL_CALLS.list(message).size(),
          INPUT_TOKENS.number(response),
          0,
          OUTPUT_TOKENS.number(response));
    }

    @Override
    public List<CallPart> callParts(Object returned) {
      List<CallPart> parts = new ArrayList<>(1);
      for (Object call : TOOL_CALLS.list(MESSAGE.of(RESPONSE.of(returned)))) {
        Object function = FUNCTION.of(call);
        parts.add(CallPart.of(0, "", NAME.text(function), argumentsOf(function)));
      }
      return parts;
    }

    private static Object argumentsOf(@Nullable Object function) {
      return ARGUMENTS.of(function) instanceof Map<?, ?> arguments
          ? new LinkedHashMap<>(arguments)
          : "";
    }

    /** Results come in the order of the calls in the message before them. */
    @Override
    public List<ToolResult> toolResults(Object request) {
      List<?> messages = MESSAGES.list(request);
      List<?> since = ToolExchange.sinceAnswer(OllamaMessages.READER, messages);
      List<String> ids = ToolExchange.answered(OllamaMessages.READER, messages, unnamed -> "");
      List<ToolResult> results = new ArrayList<>(ids.size());
      for (Object message : since) {
        if (is("tool", message)) {
          String text = resultIn(OllamaMessages.text(message));
          // The format has no mark for errors: they are what a tool words as such.
          results.add(
              new ToolResult(ids.get(results.size()), text, null, OllamaMessages.images(message)));
        }
      }
      return ToolExchange.withParts(OllamaMessages.READER, since, results);
    }

    private static boolean is(String role, Object message) {
      return ROLE.text(message).equals(role);
    }

    private static String resultIn(String content) {
      int arguments = content.startsWith(BEGIN) ? content.indexOf(ARGUMENTS_END) : -1;
      return arguments >= 0 && content.endsWith(END)
          ? content.substring(arguments + ARGUMENTS_END.length(), content.length() - END.length())
          : content;
    }

    @Override
    public Object withText(Object request, ToolResult result, String text)
        throws ReflectiveOperationException {
      List<?> messages = MESSAGES.list(request);
      for (int i = messages.size() - 1; i >= 0; i--) {
        Object message = messages.get(i);
        if (is("tool", message)) {
          OllamaMessages.setText(message, OllamaMessages.text(message) + "\n\n" + text);
          return request;
        }
      }
      throw new NoSuchFieldException("no message of a tool");
    }

    @Override
    public Object withoutTools(Object request, String text) throws ReflectiveOperationException {
      Class<?> role = Rebuilt.beside(request, CHAT + "OllamaChatMessageRole");
      Object said =
          Rebuilt.beside(request, CHAT + "OllamaChatMessage")
              .getConstructor(role, String.class)
              .newInstance(role.getField("USER").get(null), text);
      Object copy = copy(request, List.of("Tools"));
      add(MESSAGES.list(copy), said);
      return copy;
    }

    @SuppressWarnings("unchecked") // it is a list of what is added
    private static void add(List<?> messages, Object said) {
      ((List<Object>) messages).add(said);
    }

    @Override
    public Object withModel(Object request, String model) throws ReflectiveOperationException {
      Object copy = copy(request, List.of());
      copy.getClass().getMethod("setModel", String.class).invoke(copy, model);
      return copy;
    }

    /** With the same history. */
    private static Object copy(Object request, List<String> leftOut)
        throws ReflectiveOperationException {
      Object copy = request.getClass().getConstructor().newInstance();
      BeanCopy.copy(request, copy, leftOut);
      return copy;
    }
  }
}
