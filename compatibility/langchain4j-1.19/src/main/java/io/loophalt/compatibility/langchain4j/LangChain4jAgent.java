package io.loophalt.compatibility.langchain4j;

import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.TokenStream;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Stage;
import io.loophalt.compatibility.scenario.WrittenLoop;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import reactor.core.publisher.Flux;

/** Plays all scripts with AI services, blocking and streaming. */
public final class LangChain4jAgent {

  /** Where answers arrive: fewer threads than conversations. */
  private static final Executor CLIENT = Executors.newFixedThreadPool(2);

  /** A model that answers on the thread that asks. */
  private static final Executor CALLER = Runnable::run;

  /** The service. */
  interface Assistant {
    String chat(String question);
  }

  /** The service that tells of its answer as it comes. */
  interface StreamingAssistant {
    TokenStream chat(String question);
  }

  /** The same, for Reactor. */
  interface ReactiveAssistant {
    Flux<String> chat(String question);
  }

  private LangChain4jAgent() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    Map<String, io.loophalt.compatibility.scenario.FrameworkUnderTest> ways = new LinkedHashMap<>();
    ways.put("blocking", (scene, id, question) -> blocking(scene, question, false));
    ways.put("concurrent", (scene, id, question) -> blocking(scene, question, true));
    ways.put("streaming", (scene, id, question) -> streaming(scene, question, CLIENT, false));
    ways.put("on-caller", (scene, id, question) -> streaming(scene, question, CALLER, false));
    ways.put("eager", (scene, id, question) -> streaming(scene, question, CLIENT, true));
    ways.put("flux", (scene, id, question) -> reactive(scene, question));
    ways.put(
        "by-hand",
        (scene, id, question) -> WrittenLoop.ask(scene, new Chat(new SceneModel(scene)), question));
    ways.put(
        "without-ids",
        (scene, id, question) ->
            WrittenLoop.ask(scene, new Chat(Chat.withoutIds(new SceneModel(scene))), question));
    ways.put(
        "spoken-to",
        (scene, id, question) ->
            WrittenLoop.ask(
                scene, WrittenLoop.spokenTo(new Chat(new SceneModel(scene))), question));
    ways.put(
        "many-contents",
        (scene, id, question) ->
            WrittenLoop.ask(
                scene,
                new Chat(ManyContents.readBy(new SceneModel(scene)), ManyContents::result),
                question));
    if (Stage.playsAll()) {
      OwnCalls.play();
      KeptMemory.play();
    }
    Stage.play(ways);
  }

  private static String blocking(Scene scene, String question, boolean concurrently) {
    AiServices<Assistant> service =
        AiServices.builder(Assistant.class)
            .chatModel(new SceneModel(scene))
            .tools(new SceneTools(scene));
    return (concurrently ? service.executeToolsConcurrently() : service).build().chat(question);
  }

  private static String streaming(
      Scene scene, String question, Executor client, boolean concurrently) throws Exception {
    AiServices<StreamingAssistant> service =
        AiServices.builder(StreamingAssistant.class)
            .streamingChatModel(new SceneStreamingModel(scene, client))
            .tools(new SceneTools(scene));
    CompletableFuture<String> answer = new CompletableFuture<>();
    (concurrently ? service.executeToolsConcurrently() : service)
        .build()
        .chat(question)
        .onPartialResponse(piece -> {})
        .onCompleteResponse(response -> answer.complete(response.aiMessage().text()))
        .onError(answer::completeExceptionally)
        .start();
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }

  private static String reactive(Scene scene, String question) {
    return String.join(
        "",
        AiServices.builder(ReactiveAssistant.class)
            .streamingChatModel(new SceneStreamingModel(scene, CLIENT))
            .tools(new SceneTools(scene))
            .build()
            .chat(question)
            .collectList()
            .block());
  }
}
