package io.loophalt.frameworks.genai;

import com.google.auto.service.AutoService;
import io.loophalt.extension.AnswerWork;
import io.loophalt.extension.Artifact;
import io.loophalt.extension.Artifact.Part;
import io.loophalt.extension.ChokePoint;
import io.loophalt.extension.Extension;
import io.loophalt.extension.Mark;
import io.loophalt.extension.MethodCall;
import io.loophalt.extension.ModelResponse;
import io.loophalt.extension.RequestReader;
import io.loophalt.extension.Role;
import io.loophalt.extension.ToolCalls;
import io.loophalt.extension.reflect.JsonText;
import io.loophalt.extension.reflect.Rebuilt;
import io.loophalt.extension.sdk.SdkModelCalls;
import io.loophalt.extension.sdk.SdkModelCalls.CallPart;
import io.loophalt.extension.sdk.SdkModelCalls.ToolResult;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Google's Gen AI SDK for Java, tried with 1.28.0: models and chats, blocking, streamed and
 * asynchronous, and the functions that the SDK calls by itself.
 *
 * <pre>
 * Models.privateGenerateContent, privateGenerateContentStream(model, contents, config)   one turn
 * AsyncModels, the same                                                                  one turn
 *   ResponseStream.iterator, close      of a streamed answer
 * AfcUtil.getFunctionResponseParts(response, functions)   calls the functions of one answer
 *   AfcUtil.getFunctionResponse(function, arguments)      one step
 * </pre>
 *
 * <p>All public methods, chats and the SDK's own loop go through these. The loop tells the model
 * what a function throws; a halt gets out where it sends the next request. Of a loop of the
 * application's own, functions are seen by their results in the next request, and the nudge is one
 * more member of the last of these. Live connections are not seen.
 */
@AutoService(Extension.class)
public final class GoogleGenAi implements Extension {

  private static final String SDK = "com.google.genai.";
  private static final String STREAM = SDK + "ResponseStream";
  private static final String AFC = SDK + "AfcUtil";
  private static final String RESPONSE = SDK + "types.GenerateContentResponse";

  @Override
  public int apiVersion() {
    return API_VERSION;
  }

  @Override
  public String name() {
    return "google-genai";
  }

  @Override
  public String title() {
    return "Google Gen AI SDK";
  }

  @Override
  public List<String> packages() {
    return List.of("com.google.genai.");
  }

  @Override
  public List<Artifact> artifacts() {
    Mark.WovenStream streams = new Mark.WovenStream(STREAM);
    Models now = new Models(streams, false);
    Models later = new Models(streams, true);
    return List.of(
        new Artifact(
            "Google Gen AI SDK",
            "com.google.genai:google-genai",
            SDK + "Client",
            List.of(
                new Part(
                    "model calls",
                    call("Models", "privateGenerateContent", now),
                    call("AsyncModels", "privateGenerateContent", later)),
                new Part(
                    "streamed model calls",
                    call("Models", "privateGenerateContentStream", now),
                    call("AsyncModels", "privateGenerateContentStream", later)),
                new Part(
                    "streamed answers",
                    new ChokePoint(STREAM, "iterator", 0, null, streams),
                    new ChokePoint(STREAM, "close", 0, null, streams)),
                new Part(
                    "functions called by the SDK",
                    new ChokePoint(AFC, "getFunctionResponseParts", 2, RESPONSE, new OneAnswer()),
                    new ChokePoint(
                        AFC,
                        "getFunctionResponse",
                        2,
                        "java.lang.reflect.Method",
                        new Functions())))));
  }

  private static ChokePoint call(String className, String method, Role role) {
    return new ChokePoint(SDK + className, method, 3, "java.lang.String", role).rewriting();
  }

  /** Model calls: the model's name, the contents and the configuration are three arguments. */
  private static final class Models implements SdkModelCalls {
    private static final int MODEL = 0;
    private static final int CONTENTS = 1;
    private static final int CONFIG = 2;

    private final Mark.WovenStream streams;
    private final boolean returnsFuture;

    Models(Mark.WovenStream streams, boolean returnsFuture) {
      this.streams = streams;
      this.returnsFuture = returnsFuture;
    }

    @Override
    public Mark.WovenStream wovenStreams() {
      return streams;
    }

    @Override
    public boolean returnsFuture() {
      return returnsFuture;
    }

    @Override
    public int requestArgument() {
      return CONTENTS;
    }

    @Override
    public RequestReader requests() {
      return GoogleMessages.READER;
    }

    @Override
    public ModelResponse answer(Object returned) {
      return GoogleContents.answer(returned);
    }

    @Override
    public List<CallPart> callParts(Object returned) {
      return GoogleContents.calls(returned);
    }

    @Override
    public boolean endsAnswer(Object piece) {
      return GoogleContents.ends(piece);
    }

    @Override
    public Collection<?> toolRequests(Object returned) {
      Object content = GoogleContents.ofResponse(returned);
      return content == null ? List.of() : List.of(content);
    }

    @Override
    public @Nullable Object answerBefore(Object contents) {
      return new GoogleContents(contents).answerBefore();
    }

    @Override
    public List<ToolResult> toolResults(Object contents) {
      return new GoogleContents(contents).results();
    }

    @Override
    public Object withText(Object contents, ToolResult result, String text)
        throws ReflectiveOperationException {
      return new GoogleContents(contents).with(result, text);
    }

    @Override
    public void leaveOutTools(MethodCall call, Object contents, String text)
        throws ReflectiveOperationException {
      Object config = call.argument(CONFIG);
      if (config != null) {
        Object builder = Rebuilt.call(config, "toBuilder");
        Rebuilt.call(builder, "clearTools");
        Rebuilt.call(builder, "clearToolConfig");
        call.rewrite(CONFIG, Rebuilt.call(builder, "build"));
      }
      ClassLoader sdk = call.declaring().getClassLoader();
      call.rewrite(CONTENTS, new GoogleContents(contents).andThen(text, sdk));
    }

    @Override
    public void changeModel(MethodCall call, Object contents, String model) {
      call.rewrite(MODEL, model);
    }
  }

  /** All functions that one answer asks for, on whatever thread it came. */
  private static final class OneAnswer implements AnswerWork {

    @Override
    public @Nullable Object answer(MethodCall call) {
      return GoogleContents.ofResponse(call.argument(0));
    }
  }

  /** One function; what it throws becomes a text for the model. */
  private static final class Functions implements ToolCalls {

    @Override
    public @Nullable Request request(MethodCall call) {
      return call.argument(0) instanceof Method function
          ? new Request(null, function.getName(), GoogleContents.arguments(call.argument(1)))
          : null;
    }

    @Override
    public Reply reply(Object returned) {
      return new Reply(JsonText.of(returned), false);
    }

    @Override
    public @Nullable Object append(Object returned, String message) {
      return returned instanceof String text ? text + "\n\n" + message : null;
    }

    @Override
    public Object refusal(MethodCall call, String message) {
      return message;
    }
  }
}
