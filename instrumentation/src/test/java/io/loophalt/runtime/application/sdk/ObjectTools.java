package io.loophalt.runtime.application.sdk;

import io.loophalt.AgentTool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** A model that only ever asks for a call, and a loop whose tool returns an object. */
public final class ObjectTools {

  private final List<String> sent = new ArrayList<>();

  /** Answers with the id of the next call. */
  public String create(String request) {
    sent.add(request);
    return "call-" + sent.size();
  }

  @AgentTool
  static Map<String, Integer> look(String item) {
    return Map.of(item, 0);
  }

  /** Lists what the model was sent when it was asked four times. */
  public static final class Stuck implements Callable<List<String>> {
    @Override
    public List<String> call() {
      ObjectTools model = new ObjectTools();
      String request = "Is there tea?";
      for (int i = 0; i < 3; i++) {
        String id = model.create(request);
        request = id + " has given " + look("tea");
      }
      model.create(request);
      return model.sent;
    }
  }
}
