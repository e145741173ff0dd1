package io.loophalt.compatibility.genai;

import com.google.genai.Client;
import com.google.genai.types.AutomaticFunctionCallingConfig;
import com.google.genai.types.Content;
import com.google.genai.types.GenerateContentConfig;
import com.google.genai.types.GenerateContentResponse;
import com.google.genai.types.Part;
import com.google.genai.types.Tool;
import io.loophalt.compatibility.scenario.Scene;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** The SDK's own loop, which calls static methods with the arguments that the model wrote. */
final class AutomaticCalls {

  private static final int ENOUGH = 100;
  private static final Map<String, Scene> SCENES = new ConcurrentHashMap<>();

  private AutomaticCalls() {}

  /** A way to have a task done. */
  interface Way {
    GenerateContentResponse generate(
        Client client, String model, List<Content> contents, GenerateContentConfig config)
        throws Exception;
  }

  static GenerateContentResponse blocking(
      Client client, String model, List<Content> contents, GenerateContentConfig config) {
    return client.models.generateContent(model, contents, config);
  }

  static GenerateContentResponse async(
      Client client, String model, List<Content> contents, GenerateContentConfig config)
      throws Exception {
    return Ways.await(client.async.models.generateContent(model, contents, config));
  }

  /** A task, or a round of one. */
  static String ask(Client client, Way way, Scene scene, String conversation, String question)
      throws Exception {
    return scene.isARound()
        ? loop(client, way, scene, conversation, question)
        : answer(client, way, scene, conversation, question);
  }

  /** One task; the configuration makes a run of it. */
  static String answer(Client client, Way way, Scene scene, String conversation, String question)
      throws Exception {
    return loop(client, way, scene, conversation, question);
  }

  private static String loop(
      Client client, Way way, Scene scene, String conversation, String question) throws Exception {
    SCENES.put(conversation, scene);
    GenerateContentConfig config =
        GenerateContentConfig.builder()
            .systemInstruction(Content.fromParts(Part.fromText(conversation)))
            .tools(Tool.builder().functions(functions()).build())
            .automaticFunctionCalling(
                AutomaticFunctionCallingConfig.builder().maximumRemoteCalls(ENOUGH).build())
            .build();
    List<Content> history = new ArrayList<>();
    String said = question;
    String answer;
    do {
      history.add(Content.fromParts(Part.fromText(said)));
      Content content =
          Ways.contentsOf(way.generate(client, "gemini-test", history, config)).get(0);
      history.add(content);
      answer = textOf(content);
      said = "Go on.";
    } while (answer.startsWith("Now"));
    return answer;
  }

  private static String textOf(Content content) {
    StringBuilder text = new StringBuilder();
    for (Part part : content.parts().orElse(List.of())) {
      part.text().ifPresent(text::append);
    }
    return text.toString();
  }

  private static List<Method> functions() {
    return Stream.of(Functions.class.getMethods())
        .filter(method -> Scene.TOOLS.contains(method.getName()))
        .toList();
  }

  /** The tools, as the SDK wants them. The model says in which conversation it is. */
  @SuppressWarnings("MemberName") // they are the names of the tools
  public static final class Functions {

    private Functions() {}

    /** A tool. */
    public static String search(String input, String conversation) {
      return call("search", input, conversation);
    }

    /** A tool. */
    public static String open(String input, String conversation) {
      return call("open", input, conversation);
    }

    /** A tool. */
    public static String check(String input, String conversation) {
      return call("check", input, conversation);
    }

    /** A tool. */
    public static String write_file(String input, String conversation) {
      return call("write_file", input, conversation);
    }

    /** A tool. */
    public static String edit_file(String input, String conversation) {
      return call("edit_file", input, conversation);
    }

    /** A tool. */
    public static String run_tests(String input, String conversation) {
      return call("run_tests", input, conversation);
    }

    /** A tool. */
    public static String job_status(String input, String conversation) {
      return call("job_status", input, conversation);
    }

    /** A tool. */
    public static String get_page(String input, String conversation) {
      return call("get_page", input, conversation);
    }

    private static String call(String tool, String input, String conversation) {
      Scene scene = SCENES.get(conversation);
      if (scene == null) {
        throw new IllegalArgumentException("no conversation " + conversation);
      }
      return scene.tool(tool, input);
    }
  }
}
