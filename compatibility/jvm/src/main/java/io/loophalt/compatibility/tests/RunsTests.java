package io.loophalt.compatibility.tests;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs the tests as a build does, and reports what came of each. */
public final class RunsTests {

  private RunsTests() {}

  /** Entry point. */
  public static void main(String[] args) {
    Lifeline.hold();
    LauncherDiscoveryRequest tests =
        LauncherDiscoveryRequestBuilder.request().selectors(selectClass(AgentTests.class)).build();
    LauncherFactory.create().execute(tests, new Results());
    Report.fact("done", true);
  }

  private static final class Results implements TestExecutionListener {
    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
      if (test.isTest()) {
        Report.fact(
            test.getDisplayName(),
            result.getThrowable().map(Throwable::getMessage).orElse("passed"));
      }
    }
  }
}
