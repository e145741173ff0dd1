package io.loophalt.compatibility.quarkus;

import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.FrameworkContract;
import java.util.List;

/** Quarkus LangChain4j does what every framework must do under the agent. */
class QuarkusIT extends FrameworkContract {

  @Override
  protected Class<?> application() {
    return QuarkusAgent.class;
  }

  /** As Quarkus has packed it, in class loaders of its own. */
  @Override
  protected Application packed() {
    return Application.onClassPath(
        "io.quarkus.bootstrap.runner.QuarkusEntryPoint",
        Artifacts.applications().resolveSibling("quarkus-app/quarkus-run.jar"));
  }

  @Override
  protected List<String> ways() {
    return List.of("ai service");
  }

  @Override
  protected boolean finishes() {
    return true;
  }

  @Override
  protected boolean changesModels() {
    return true;
  }
}
