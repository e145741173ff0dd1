package io.loophalt.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StuckModelTest {

  private static final String FAILURE = "TimeoutCheck.java:7: expected 60 s but was 30 s";

  private final StuckModel model = new StuckModel(List.of());
  private final List<ChatMessage> history = new ArrayList<>(List.of(UserMessage.from("repair")));

  @Test
  void noTwoOfItsFirstThirtyEditsAreTheSame() {
    Set<String> edits = new HashSet<>();
    for (int i = 0; i < 31; i++) {
      for (ToolExecutionRequest request : answerAfter(FAILURE).toolExecutionRequests()) {
        if (request.name().equals("edit_file")) {
          assertThat(edits.add(request.arguments())).as(request.arguments()).isTrue();
        }
      }
    }
    assertThat(edits).hasSize(60);
  }

  @Test
  void itNeverTouchesTheLimitThatIsTheCause() {
    for (int i = 0; i < 30; i++) {
      assertThat(answerAfter(FAILURE).toolExecutionRequests())
          .noneSatisfy(
              request -> assertThat(request.arguments()).contains("\"HttpDefaults.java\""));
    }
  }

  @Test
  void toldToChangeCourseItPromisesToAndDoesNot() {
    answerAfter(FAILURE);
    AiMessage unmoved = answerAfter(FAILURE);
    AiMessage told = answerAfter(FAILURE + "\n\nNo progress. Revise the plan.");

    assertThat(unmoved.text()).doesNotContain("change course");
    assertThat(told.text()).startsWith("I change course: ");
    assertThat(told.toolExecutionRequests())
        .extracting(ToolExecutionRequest::name)
        .containsExactly("edit_file", "edit_file", "run_check");
  }

  @Test
  void everyAnswerCostsMoreThanTheOneBefore() {
    int before = 0;
    for (int i = 0; i < 10; i++) {
      int sent = chat(FAILURE).tokenUsage().inputTokenCount();
      assertThat(sent).isGreaterThan(before);
      before = sent;
    }
  }

  private AiMessage answerAfter(String checkResult) {
    return chat(checkResult).aiMessage();
  }

  /** One round: the results of what was asked for last, then the next answer. */
  private ChatResponse chat(String checkResult) {
    if (history.get(history.size() - 1) instanceof AiMessage last) {
      for (ToolExecutionRequest request : last.toolExecutionRequests()) {
        history.add(
            ToolExecutionResultMessage.from(
                request, request.name().equals("run_check") ? checkResult : "edited"));
      }
    }
    ChatResponse response = model.doChat(ChatRequest.builder().messages(history).build());
    history.add(response.aiMessage());
    return response;
  }
}
