package io.loophalt.compatibility.stacked;

import io.loophalt.compatibility.scenario.Scene;
import java.util.List;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.ChatClient.ChatClientRequestSpec;
import org.springframework.ai.chat.client.advisor.ToolCallingAdvisor;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.DefaultToolCallingManager;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.tool.function.FunctionToolCallback;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/** Spring AI on OpenAI's SDK, Spring AI's own limits on tool calls lifted. */
final class OnSpringAi {

  /** The arguments of all tools. */
  record Arguments(String input) {}

  private OnSpringAi() {}

  /** A model of the application's own in front of another one, with threads of its own. */
  private record OnOtherThreads(ChatModel model) implements ChatModel {
    @Override
    public ChatOptions getOptions() {
      return model.getOptions();
    }

    @Override
    public ChatResponse call(Prompt prompt) {
      return model.call(prompt);
    }

    @Override
    public Flux<ChatResponse> stream(Prompt prompt) {
      return Flux.defer(() -> model.stream(prompt)).subscribeOn(Schedulers.parallel());
    }
  }

  static String blocking(Scene scene, String address, String question) {
    return String.valueOf(request(scene, model(address), question).call().content());
  }

  static String streaming(Scene scene, String address, String question) {
    return stream(request(scene, model(address), question));
  }

  static String onOtherThreads(Scene scene, String address, String question) {
    return stream(request(scene, new OnOtherThreads(model(address)), question));
  }

  private static String stream(ChatClientRequestSpec request) {
    List<String> pieces = request.stream().content().collectList().block();
    return pieces == null ? "" : String.join("", pieces);
  }

  private static ChatModel model(String address) {
    return OpenAiChatModel.builder()
        .options(
            OpenAiChatOptions.builder()
                .baseUrl(address + "/v1")
                .apiKey("none")
                .model("gpt-test")
                .maxRetries(0)
                .streamUsage(true)
                .build())
        .build();
  }

  private static ChatClientRequestSpec request(Scene scene, ChatModel model, String question) {
    DefaultToolCallingManager unlimited =
        DefaultToolCallingManager.builder()
            .unlimitedCallsPerTool()
            .unlimitedTotalToolCalls()
            .build();
    return ChatClient.builder(model)
        .defaultAdvisors(ToolCallingAdvisor.builder().toolCallingManager(unlimited).build())
        .build()
        .prompt()
        .user(question)
        .tools(Scene.TOOLS.stream().map(tool -> callback(tool, scene)).toArray());
  }

  private static FunctionToolCallback<Arguments, String> callback(String tool, Scene scene) {
    return FunctionToolCallback.<Arguments, String>builder(
            tool, arguments -> scene.tool(tool, arguments.input()))
        .description(tool)
        .inputType(Arguments.class)
        .build();
  }
}
