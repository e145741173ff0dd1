package io.loophalt.compatibility.quarkus;

import io.loophalt.compatibility.report.Report;
import io.loophalt.compatibility.scenario.FrameworkUnderTest;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Script;
import io.loophalt.compatibility.scenario.Stage;
import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/** Plays all scripts with AI services, blocking and streaming. */
@QuarkusMain
public class QuarkusAgent implements QuarkusApplication {

  /** Where answers arrive that do not on an event loop: fewer threads than conversations. */
  private static final Executor CLIENT = Executors.newFixedThreadPool(2);

  private static final String EVENT_LOOP = "event loop";

  /** How conversations are called in which people talk; those of scripts have a dot there. */
  private static final String TALK = EVENT_LOOP + '-';

  @Inject Assistant assistant;

  @Inject StreamingAssistant streaming;

  @Inject Manager manager;

  @Inject Vertx vertx;

  @Override
  public int run(String... args) throws Exception {
    Retries retries = new Retries(streaming);
    Executor loop = eventLoop();
    if (Stage.playsAll()) {
      retries.play("streaming", Runnable::run, CLIENT);
      retries.play(EVENT_LOOP, loop, loop);
      delegate();
    }
    Map<String, FrameworkUnderTest> ways = new LinkedHashMap<>();
    ways.put("ai service", this::blocking);
    ways.put("streaming", this::streaming);
    ways.put(EVENT_LOOP, this::onEventLoop);
    ways.put("token stream", this::tokenStream);
    Stage.play(ways);
    return 0;
  }

  /** Asks an agent that asks a stuck colleague twice. */
  private void delegate() {
    Scene parent = new Scene(Script.SAME_QUESTION);
    Scene child = new Scene(Script.IDENTICAL_CALLS);
    Conversation.begin("sub-agent", parent, CLIENT);
    Conversation.begin(Colleague.of("sub-agent"), child, CLIENT);
    List<String> answer =
        manager.chat("sub-agent", "Please help.").collect().asList().await().indefinitely();
    Report.fact("sub-agent.answer", String.join("", answer));
    Report.fact("sub-agent.parent.model.calls", parent.modelCalls());
    Report.fact("sub-agent.child.model.calls", child.modelCalls());
  }

  private String blocking(Scene scene, String conversation, String question) {
    Conversation.begin(conversation, scene, CLIENT);
    return assistant.chat(conversation, question);
  }

  private String streaming(Scene scene, String conversation, String question) {
    Conversation.begin(conversation, scene, CLIENT);
    return String.join(
        "", streaming.chat(conversation, question).collect().asList().await().indefinitely());
  }

  /** Nothing may block where it is asked and answered, so that tools are called elsewhere. */
  private String onEventLoop(Scene scene, String conversation, String question) throws Exception {
    Executor loop = eventLoop();
    Conversation.begin(conversation, scene, loop);
    CompletableFuture<List<String>> answer = new CompletableFuture<>();
    if (conversation.startsWith(TALK)) {
      loop.execute(() -> talk(conversation, question, answer));
    } else {
      loop.execute(() -> work(conversation, question, answer));
    }
    return String.join("", answer.get());
  }

  /** A part of a task that should be done at some time. */
  private void work(String conversation, String question, CompletableFuture<List<String>> answer) {
    subscribe(conversation, question, answer);
  }

  /** A part of a talk, which may last as long as anybody likes. */
  private void talk(String conversation, String question, CompletableFuture<List<String>> answer) {
    subscribe(conversation, question, answer);
  }

  private void subscribe(
      String conversation, String question, CompletableFuture<List<String>> answer) {
    streaming
        .chat(conversation, question)
        .collect()
        .asList()
        .subscribe()
        .with(answer::complete, answer::completeExceptionally);
  }

  private String tokenStream(Scene scene, String conversation, String question) throws Exception {
    Conversation.begin(conversation, scene, CLIENT);
    CompletableFuture<String> answer = new CompletableFuture<>();
    streaming
        .tell(conversation, question)
        .onPartialResponse(piece -> {})
        .onCompleteResponse(response -> answer.complete(response.aiMessage().text()))
        .onError(answer::completeExceptionally)
        .start();
    return answer.get();
  }

  private Executor eventLoop() {
    Context context = vertx.getOrCreateContext();
    return command -> context.runOnContext(nothing -> command.run());
  }
}
