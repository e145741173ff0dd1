package io.loophalt.compatibility.springai;

import io.loophalt.compatibility.scenario.FrameworkUnderTest;
import io.loophalt.compatibility.scenario.Scene;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.ChatClient.ChatClientRequestSpec;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.function.FunctionToolCallback;

/** The ways in which an application uses Spring AI's {@code ChatClient}. */
final class Ways {

  /** The arguments of all tools. */
  record Arguments(String input) {}

  /** Gives callbacks to a request, which the versions of Spring AI call differently. */
  interface GivesCallbacks {
    ChatClientRequestSpec to(ChatClientRequestSpec request, List<ToolCallback> callbacks);
  }

  private final Function<Scene, ChatClient> clients;
  private final GivesCallbacks giving;

  /** With a client for each scene. */
  Ways(Function<Scene, ChatClient> clients, GivesCallbacks giving) {
    this.clients = clients;
    this.giving = giving;
  }

  /** All of them, by name. */
  Map<String, FrameworkUnderTest> all() {
    Map<String, FrameworkUnderTest> ways = new LinkedHashMap<>();
    ways.put("blocking", this::blocking);
    ways.put("streaming", this::streaming);
    ways.put("callbacks", this::callbacks);
    ways.put("mcp", this::mcp);
    return ways;
  }

  private ChatClientRequestSpec request(Scene scene, String conversation, String question) {
    return clients
        .apply(scene)
        .prompt()
        .advisors(advisors -> advisors.param(ChatMemory.CONVERSATION_ID, conversation))
        .user(question);
  }

  /** Annotated methods, on the caller's thread. */
  private String blocking(Scene scene, String conversation, String question) {
    return text(
        request(scene, conversation, question).tools(new SceneTools(scene)).call().content());
  }

  /** Annotated methods; model and tools each on threads of their own. */
  private String streaming(Scene scene, String conversation, String question) {
    return stream(request(scene, conversation, question).tools(new SceneTools(scene)));
  }

  private static String stream(ChatClientRequestSpec request) {
    List<String> pieces = request.stream().content().collectList().block();
    return pieces == null ? "" : String.join("", pieces);
  }

  /** Lambdas. */
  private String callbacks(Scene scene, String conversation, String question) {
    return text(giving.to(request(scene, conversation, question), lambdas(scene)).call().content());
  }

  /** Tools of a server. */
  private String mcp(Scene scene, String conversation, String question) {
    return text(
        giving
            .to(request(scene, conversation, question), SceneMcpServer.tools(scene))
            .call()
            .content());
  }

  /** The tools as callbacks. */
  static List<ToolCallback> lambdas(Scene scene) {
    return Scene.TOOLS.stream()
        .<ToolCallback>map(
            tool ->
                FunctionToolCallback.<Arguments, String>builder(
                        tool, arguments -> scene.tool(tool, arguments.input()))
                    .description(tool)
                    .inputType(Arguments.class)
                    .build())
        .toList();
  }

  private static String text(@Nullable String answer) {
    return answer == null ? "" : answer;
  }
}
