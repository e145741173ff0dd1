package io.loophalt.compatibility.redeploy;

import io.loophalt.AgentRun;
import io.loophalt.AgentRuns;
import io.loophalt.AgentTool;
import io.loophalt.LoopHaltException;
import io.loophalt.RunScope;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * The application that {@link Server} loads: works as it is told, and names what it worked with.
 */
public final class Deployed implements BiFunction<String, Consumer<Object>, String> {

  static final String TOOLS = "tools";
  static final String HALTED_RUN = "halted.run";
  static final String HALTED_THREAD = "halted.thread";
  static final String OPEN_RUN = "open.run";
  static final String LISTENER = "listener";
  static final String FUTURES = "futures";
  static final String LIBRARIES = "libraries";

  private static final int CAP = 12;

  /** Arguments and results are of these, beside texts. */
  private record Document(String text) {}

  private static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private Consumer<Object> used = object -> {};

  /** Loaded by name. */
  public Deployed() {}

  @Override
  public String apply(String work, Consumer<Object> witness) {
    used = witness;
    used.accept(this);
    return switch (work) {
      case TOOLS -> callTools();
      case HALTED_RUN -> run();
      case HALTED_THREAD -> repeat();
      case OPEN_RUN -> {
        // Left open, as by an application that forgets it.
        noted(AgentRuns.open("task"));
        yield callTools();
      }
      case LISTENER -> {
        RunScope scope = noted(AgentRuns.open("task"));
        Document document = noted(new Document("of a listener"));
        Consumer<String> listener = reason -> used.accept(document);
        AgentRuns.onEscalation(noted(listener));
        String answer = repeat();
        // This thread does not hear of it: it remembers the run.
        CompletableFuture.runAsync(scope::close).join();
        yield answer;
      }
      case FUTURES -> callLater();
      case LIBRARIES -> {
        OwnLibraries.setUp();
        yield OwnLibraries.inSpan(this::run);
      }
      default -> throw new IllegalArgumentException(work);
    };
  }

  @AgentRun(task = "task")
  private String run() {
    return repeat();
  }

  private String callTools() {
    noted(search(noted(new String("a word"))));
    noted(copy(noted(new Document("a")), Map.of("b", noted(new Document("b")))));
    try {
      length(noted(new Document("")));
    } catch (Refused refused) {
      noted(refused);
      return "called";
    }
    return "not refused";
  }

  private String repeat() {
    for (int call = 1; call <= CAP; call++) {
      try {
        noted(search(noted(new String("timeout"))));
      } catch (LoopHaltException halt) {
        noted(halt);
        return "halted at " + call;
      }
    }
    return "not halted";
  }

  private String callLater() {
    Document come = noted(new Document("come"));
    noted(later(come, CompletableFuture.completedFuture(come))).join();
    noted(later(noted(new Document("never")), noted(new CompletableFuture<>())));
    return "called";
  }

  @AgentTool
  String search(String words) {
    return "no match for " + words;
  }

  @AgentTool
  Document copy(Document document, Map<String, Document> others) {
    return new Document(document.text() + others.size());
  }

  @AgentTool
  int length(Document document) {
    if (document.text().isEmpty()) {
      throw new Refused();
    }
    return document.text().length();
  }

  @AgentTool
  CompletableFuture<Document> later(Document document, CompletableFuture<Document> result) {
    return result;
  }

  private <T> T noted(T object) {
    used.accept(object);
    return object;
  }
}
