package io.loophalt.compatibility.springai;

import io.loophalt.compatibility.harness.contract.Capability;
import io.loophalt.compatibility.harness.contract.Excuse;
import io.loophalt.compatibility.harness.contract.FrameworkContract;
import java.util.List;

/** Loops of one's own on a model of Spring AI 2's, which calls no tools itself. */
class OpenAi20IT extends FrameworkContract {

  @Override
  protected Class<?> application() {
    return OpenAi20Agent.class;
  }

  @Override
  protected String framework() {
    return "Spring AI 2 with its own models";
  }

  @Override
  protected List<String> ways() {
    return List.of(
        "by-hand",
        "without-ids",
        "spoken-to",
        "manager",
        "while-streaming",
        "own-manager-streaming");
  }

  @Override
  protected List<Excuse> excuses() {
    return List.of(
        Excuse.fromRefusingTools().in("by-hand", "without-ids", "spoken-to"),
        Excuse.from(
                Capability.REFUSED_TOOLS,
                "the `ToolCallingManager` is the application's own, and answers calls where no"
                    + " method of the library is: nobody is there to refuse")
            .in("own-manager-streaming"));
  }

  /** Only where the runs begin and end has to be said. */
  @Override
  protected String moreConfiguration() {
    return """
        - io.loophalt.compatibility.scenario.WrittenLoop.answer
    """;
  }
}
