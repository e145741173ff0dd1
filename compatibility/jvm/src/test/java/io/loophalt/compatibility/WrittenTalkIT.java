package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.OutcomeAssert;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Who speaks in the requests of loops written by hand, and which run each of them goes on with. */
@SpreadOverJdks
class WrittenTalkIT {

  private static final String CONFIGURATION =
      """
      weave:
        models:
          - method: io.loophalt.compatibility.talk.Llm.complete
            messages: argument0
            text: result.text
            tool-calls: result.toolCalls
        tools:
          - io.loophalt.compatibility.talk.Tools.document
          - io.loophalt.compatibility.talk.Tools.fetch
          - io.loophalt.compatibility.talk.Tools.labels
          - io.loophalt.compatibility.talk.Tools.order
        runs:
          - {method: io.loophalt.compatibility.talk.TextProtocol.solve, task: chat, conversation: argument0}
          - {method: io.loophalt.compatibility.talk.TextProtocol.answer, task: chat, conversation: argument0}
          - {method: io.loophalt.compatibility.talk.Session.reply, task: chat, conversation: argument0}
      """;

  @TempDir Path folder;

  @OnEveryJdk
  void eachTalkIsJudgedByWhoSaysWhatInIt(ForkedContainer container) {
    OutcomeAssert outcome =
        assertThatRun(
                container.run(Applications.writtenTalk(), new Guard.AtStart(CONFIGURATION), folder))
            .endedWell()
            .reports("done", "true");
    outcome
        .reports("chat.halted.after", "10")
        .reports("chat.retried", "false")
        .reports("chat.When do you open?", "true")
        .reports("chat.And on Sundays?", "true")
        .reports("chat.Who is in charge?", "true");
    outcome
        .reports("text.conversation", "5, halted")
        .reports("text.person", "true")
        .reports("text.conversation.untold", "5, halted")
        .reports("text.alone", "5, halted");
    outcome.reports("retry.answered", "5").reports("retry.person", "Two files.");
    outcome.reports("batch.decided", "30").reports("transcript.halted.after", "5");
    outcome
        .reports("chain.answered", "30")
        .reports("examples.decided", "30")
        .reports("begun.answered", "30");
    outcome.reports("documents.read", "30").reports("document.again", "true");
    outcome
        .reports("pictures.alone", "30")
        .reports("pictures.with.caption", "30")
        .reports("picture.again", "12");
    outcome
        .reports("without.ids.halted.after", "4")
        .reports("without.ids.others", "10")
        .reports("counted.ids.halted.after", "4")
        .reports("counted.ids.others", "10");
    outcome
        .reports("aside.halted.after", "4")
        .reports("dropped.halted.after", "4")
        .reports("aside.healthy", "30");
    outcome.reports("transcripts.halted", "true").reports("transcripts.turns", "4");
    outcome
        .reports("worker.stuck", "halted after 5")
        .reports("worker.done", "5")
        .reports("worker.stuck.again", "halted after 5");
    outcome
        .reports("poll.halted.after", "4")
        .reports("poll.others", "6")
        .reports("poll.again", "halted");
    outcome
        .reports("unanswered.as.tools.halted.after", "4")
        .reports("unanswered.as.user.answered", "30")
        .warns(
            ".* WARNING 5 requests to a model on the thread 'main' began with the same words, and"
                + " none has an answer of the model in it: .*");
  }
}
