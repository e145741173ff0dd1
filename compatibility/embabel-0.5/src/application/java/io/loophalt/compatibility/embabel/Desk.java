package io.loophalt.compatibility.embabel;

import com.embabel.agent.api.annotation.AchievesGoal;
import com.embabel.agent.api.annotation.Action;
import com.embabel.agent.api.annotation.Agent;
import com.embabel.agent.api.common.OperationContext;
import io.loophalt.compatibility.scenario.Scene;

/** An agent of one action, whose failures Embabel tries again after ten seconds and more. */
@Agent(description = "answers questions")
public final class Desk {

  /** What it is asked. */
  public record Question(Scene scene, String text) {}

  /** What it has found out. */
  public record Answer(String text) {}

  /** The action. */
  @Action
  @AchievesGoal(description = "the question is answered")
  public Answer answer(Question question, OperationContext context) {
    return new Answer(
        context
            .ai()
            .withLlmService(SceneModel.of(question.scene()))
            .withToolObject(new SceneTools(question.scene()))
            .generateText(question.text()));
  }
}
