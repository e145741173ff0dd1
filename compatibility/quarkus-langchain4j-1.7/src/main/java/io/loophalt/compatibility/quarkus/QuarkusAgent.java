package io.loophalt.compatibility.quarkus;

import io.loophalt.compatibility.scenario.Stage;
import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;
import jakarta.inject.Inject;
import java.util.Map;

/** Plays all scripts with one AI service. */
@QuarkusMain
public class QuarkusAgent implements QuarkusApplication {

  @Inject Desk desk;

  @Override
  public int run(String... args) throws Exception {
    Stage.play(Map.of("ai service", (scene, conversation, question) -> desk.ask(scene, question)));
    return 0;
  }
}
