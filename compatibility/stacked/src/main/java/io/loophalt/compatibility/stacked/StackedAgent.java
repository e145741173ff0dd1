package io.loophalt.compatibility.stacked;

import io.loophalt.compatibility.provider.AnthropicServer;
import io.loophalt.compatibility.provider.GeminiServer;
import io.loophalt.compatibility.provider.OpenAiServer;
import io.loophalt.compatibility.provider.SceneServer;
import io.loophalt.compatibility.scenario.FrameworkUnderTest;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Stage;
import java.util.LinkedHashMap;
import java.util.Map;

/** Plays all scripts with frameworks whose models call the SDKs of providers. */
public final class StackedAgent {

  /** A framework in front of a provider. */
  interface Stacked {
    String ask(Scene scene, String address, String question) throws Exception;
  }

  private StackedAgent() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    SceneServer openAi = new OpenAiServer();
    SceneServer anthropic = new AnthropicServer(false);
    SceneServer gemini = new GeminiServer();
    Map<String, FrameworkUnderTest> ways = new LinkedHashMap<>();
    ways.put("spring-ai", on(openAi, OnSpringAi::blocking));
    ways.put("spring-ai-streaming", on(openAi, OnSpringAi::streaming));
    ways.put("spring-ai-on-other-threads", on(openAi, OnSpringAi::onOtherThreads));
    ways.put("langchain4j", on(openAi, OnLangChain4j::blocking));
    ways.put("langchain4j-streaming", on(openAi, OnLangChain4j::streaming));
    ways.put("adk", on(anthropic, OnGoogleAdk::claude));
    ways.put("adk-gemini", on(gemini, OnGoogleAdk::gemini));
    ways.put("adk-gemini-streaming", on(gemini, OnGoogleAdk::geminiStreaming));
    Stage.play(ways);
  }

  private static FrameworkUnderTest on(SceneServer server, Stacked framework) {
    return (scene, conversation, question) -> {
      server.play(conversation, scene);
      return framework.ask(scene, server.address(conversation), question);
    };
  }
}
