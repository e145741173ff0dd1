package io.loophalt.compatibility.stacked;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.openai.client.okhttp.OpenAIOkHttpClientAsync;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.openaiofficial.OpenAiOfficialChatModel;
import dev.langchain4j.model.openaiofficial.OpenAiOfficialStreamingChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.tool.ToolExecutor;
import io.loophalt.compatibility.scenario.Scene;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** LangChain4j on OpenAI's SDK. */
final class OnLangChain4j {

  /** The service. */
  interface Assistant {
    String chat(String question);
  }

  /** The service that tells of its answer as it comes. */
  interface StreamingAssistant {
    TokenStream chat(String question);
  }

  private static final ObjectMapper JSON = new ObjectMapper();

  private OnLangChain4j() {}

  static String blocking(Scene scene, String address, String question) {
    return AiServices.builder(Assistant.class)
        .chatModel(
            OpenAiOfficialChatModel.builder()
                .baseUrl(address + "/v1")
                .apiKey("none")
                .modelName("gpt-test")
                .maxRetries(0)
                .build())
        .tools(tools(scene))
        .build()
        .chat(question);
  }

  static String streaming(Scene scene, String address, String question) throws Exception {
    ExecutorService oneThread = Executors.newSingleThreadExecutor();
    try {
      CompletableFuture<String> answer = new CompletableFuture<>();
      TokenStream stream =
          AiServices.builder(StreamingAssistant.class)
              .streamingChatModel(new NeverTooEarly(address + "/v1", oneThread))
              .tools(tools(scene))
              .build()
              .chat(question)
              .onPartialResponse(piece -> {})
              .onCompleteResponse(response -> answer.complete(response.aiMessage().text()))
              .onError(answer::completeExceptionally);
      oneThread.execute(
          () -> {
            try {
              stream.start();
            } catch (RuntimeException notBegun) {
              answer.completeExceptionally(notBegun);
            }
          });
      return answer.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    } finally {
      oneThread.shutdown();
    }
  }

  /**
   * In this version the first piece of an answer fails when it comes before the model has finished
   * subscribing. On the thread that asks it cannot.
   */
  private static final class NeverTooEarly extends OpenAiOfficialStreamingChatModel {
    NeverTooEarly(String address, Executor asking) {
      super(builder().baseUrl(address).apiKey("none").modelName("gpt-test"));
      asyncClient =
          OpenAIOkHttpClientAsync.builder()
              .baseUrl(address)
              .apiKey("none")
              .maxRetries(0)
              .streamHandlerExecutor(asking)
              .build();
    }
  }

  private static Map<ToolSpecification, ToolExecutor> tools(Scene scene) {
    Map<ToolSpecification, ToolExecutor> tools = new LinkedHashMap<>();
    for (String tool : Scene.TOOLS) {
      tools.put(
          ToolSpecification.builder()
              .name(tool)
              .description(tool)
              .parameters(JsonObjectSchema.builder().addStringProperty("input").build())
              .build(),
          (request, memory) -> scene.tool(tool, input(request.arguments())));
    }
    return tools;
  }

  private static String input(String json) {
    try {
      return JSON.readTree(json).path("input").asText();
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("cannot read " + json, e);
    }
  }
}
