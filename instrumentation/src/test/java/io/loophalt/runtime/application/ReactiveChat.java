package io.loophalt.runtime.application;

import io.loophalt.AgentRuns;
import io.loophalt.LoopHaltException;
import io.loophalt.RunScope;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/** Asks a model that only ever talks, in streams. */
public final class ReactiveChat {

  private ReactiveChat() {}

  /** The model, perhaps in front of another one that it asks on a thread of its own. */
  public static final class Model {

    private final @Nullable Model inner;

    Model(@Nullable Model inner) {
      this.inner = inner;
    }

    /** Answers when it is subscribed to. */
    public Flux<String> stream(String request) {
      Model other = inner;
      return other == null
          ? Flux.just("answer to ", request)
          : Flux.defer(() -> other.stream(request)).subscribeOn(Schedulers.parallel());
    }
  }

  /** Asks three times, of a model behind two others. */
  @SuppressWarnings("try") // the scope is what the calls are in
  public static final class OfSeveralLayers implements Callable<List<String>> {
    @Override
    public List<String> call() {
      Model model = new Model(new Model(new Model(null)));
      List<String> outcomes = new ArrayList<>();
      try (RunScope run = AgentRuns.open("chat")) {
        for (int i = 1; i <= 3; i++) {
          try {
            outcomes.add(String.join("", model.stream("question " + i).toIterable()));
          } catch (LoopHaltException halt) {
            outcomes.add("halted");
          }
        }
      }
      return outcomes;
    }
  }
}
