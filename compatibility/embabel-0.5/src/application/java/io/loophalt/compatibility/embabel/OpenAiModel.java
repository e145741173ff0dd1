package io.loophalt.compatibility.embabel;

import com.embabel.agent.spi.support.springai.SpringAiLlmService;
import io.loophalt.compatibility.provider.SceneServer;
import io.loophalt.compatibility.scenario.Scene;
import java.util.UUID;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.openai.api.OpenAiApi;

/** A scene's model behind Spring AI's own one for OpenAI: a layer more. */
final class OpenAiModel {

  private OpenAiModel() {}

  /** As Embabel takes models. */
  static SpringAiLlmService of(SceneServer server, Scene scene) {
    String conversation = UUID.randomUUID().toString();
    server.play(conversation, scene);
    OpenAiApi api =
        OpenAiApi.builder().baseUrl(server.address(conversation)).apiKey("none").build();
    OpenAiChatOptions options = OpenAiChatOptions.builder().model("gpt-test").build();
    return new SpringAiLlmService(
        "gpt-test",
        "OpenAI",
        OpenAiChatModel.builder().openAiApi(api).defaultOptions(options).build(),
        asked -> OpenAiChatOptions.builder().model("gpt-test").build());
  }
}
