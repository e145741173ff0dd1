package io.loophalt.compatibility.ownextension;

import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.contract.FrameworkContract;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/**
 * A framework with an extension of its own does what every framework must do under the agent; both
 * are built as their user would, against the artifact of the extension API alone.
 */
class OwnExtensionIT extends FrameworkContract {

  private static OwnProject project;

  @BeforeAll
  static void build(@TempDir Path folder) {
    project = OwnProject.build(folder);
  }

  @Override
  protected Application packed() {
    return Application.onClassPath(
        "io.loophalt.compatibility.ownextension.AcmeApplication",
        project.classPath().toArray(Path[]::new));
  }

  @Override
  protected String framework() {
    return "Acme Agents";
  }

  @Override
  protected List<String> ways() {
    return List.of("agent");
  }

  @Override
  protected String moreConfiguration() {
    return "extensions: [\"" + project.jar() + "\"]\n";
  }

  @Override
  protected String withoutRuns() {
    return super.withoutRuns() + moreConfiguration();
  }
}
