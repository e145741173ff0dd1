package io.loophalt.compatibility.bedrock;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.contract.Capability;
import io.loophalt.compatibility.harness.contract.Excuse;
import io.loophalt.compatibility.harness.contract.FrameworkContract;
import io.loophalt.compatibility.harness.contract.SeenPictures;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** A loop around Amazon Bedrock does what every framework must do under the agent. */
class BedrockIT extends FrameworkContract {

  @Override
  protected Class<?> application() {
    return BedrockAgent.class;
  }

  @Override
  protected String framework() {
    return "Amazon Bedrock";
  }

  @Override
  protected List<String> ways() {
    return List.of("blocking", "async", "converse-stream", "blocking-in-pairs");
  }

  @Override
  protected List<Excuse> excuses() {
    return List.of(
        Excuse.from(
            Capability.FINISH,
            "Bedrock wants the tools of earlier calls in each request, and knows no choice of"
                + " none"),
        Excuse.fromRefusingTools());
  }

  /** Only where a run begins and ends has to be said. */
  @Override
  protected String moreConfiguration() {
    return """
        - io.loophalt.compatibility.scenario.WrittenLoop.answer
    """;
  }

  @OnEveryJdk
  void anAgentThatSeesOtherPicturesIsHealthy(ForkedContainer container, @TempDir Path folder) {
    SeenPictures.areToldApart(
        RichResults.class, container, folder, "picture", "text", "document", "beside");
  }
}
