package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** What a loop written by hand reports of turns and of what people say in between. */
@SpreadOverJdks
class ReportedChatIT {

  @TempDir Path folder;

  @OnEveryJdk
  void aPersonWhoAsksIsAnsweredAndAProgramThatDrivesOnIsHalted(ForkedContainer container) {
    assertThatRun(
            container.run(Applications.reportedChat(), new Guard.AtStart(Guard.DEFAULTS), folder))
        .endedWell()
        .reports("different questions", "30 answers")
        .reports("sums", "30 answers")
        .reports("outside a run", "30 answers")
        .reports("the same words", "halted after 11")
        .reports("two questions in turn", "halted after 12")
        .reports("nothing said", "halted after 6");
  }
}
