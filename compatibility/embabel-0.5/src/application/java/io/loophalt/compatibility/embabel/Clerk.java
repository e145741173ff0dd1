package io.loophalt.compatibility.embabel;

import com.embabel.agent.api.annotation.AchievesGoal;
import com.embabel.agent.api.annotation.Action;
import com.embabel.agent.api.annotation.Agent;
import com.embabel.agent.api.common.OperationContext;
import io.loophalt.compatibility.scenario.Scene;
import java.util.List;

/** An agent whose one action has many requests, each with a model of its own. */
@Agent(description = "runs errands")
public final class Clerk {

  /**
   * What it is to do.
   *
   * @param atOnce whether it makes all requests at the same time
   */
  public record Errands(List<Puppet> models, Scene tools, boolean atOnce) {}

  /** What came of it. */
  public record Done(List<String> answers) {}

  /** The action. */
  @Action
  @AchievesGoal(description = "all is done")
  public Done run(Errands errands, OperationContext context) {
    return new Done(
        errands.atOnce()
            ? context.parallelMap(
                errands.models(),
                errands.models().size(),
                model -> ask(model, errands.tools(), context))
            : errands.models().stream()
                .map(model -> ask(model, errands.tools(), context))
                .toList());
  }

  private static String ask(Puppet model, Scene tools, OperationContext context) {
    return context
        .ai()
        .withLlmService(model.service())
        .withToolObject(new SceneTools(tools))
        .generateText("Do it.");
  }
}
