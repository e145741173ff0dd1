package io.loophalt.compatibility.onecall;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** The page that shows newcomers the path of one call shows the one that the real agent takes. */
class OneCallIT {

  private static final String REGENERATE = "loophalt.regenerate";
  private static final Path PAGE =
      Path.of(System.getProperty("loophalt.docs", "")).resolve("one-call.md");

  @OnEveryJdk
  void thePageShowsThePathOfARealCall(ForkedContainer container, @TempDir Path folder)
      throws Exception {
    Application application =
        Application.onClassPath(
            OneCall.class.getName(),
            Artifacts.applications(),
            Artifacts.shared(),
            Artifacts.annotations());
    List<List<Entry>> parts =
        CallRecorder.record(container, application, new Guard.AtStart(Guard.DEFAULTS), folder);
    SourceTree sources = new SourceTree(PAGE.resolveSibling(".."));
    assertThat(parts).as("entering, leaving, a pause, and a halt").hasSize(4);
    OneCallPage page =
        new OneCallPage(
            CallPath.of(parts.get(0), sources),
            CallPath.of(parts.get(1), sources),
            CallPath.of(parts.get(3), sources),
            sources);
    assertThat(page.halting().files()).as("the last call").contains("io.loophalt.StopReason");
    for (CallPath path : List.of(page.entering(), page.leaving(), page.halting())) {
      assertThat(path.back())
          .as("where the engine asks back for what it was not given")
          .hasSizeLessThanOrEqualTo(2);
    }
    if (Boolean.getBoolean(REGENERATE)) {
      OneCallPage.replace(PAGE, page.text());
    }

    assertThat(OneCallPage.recorded(PAGE))
        .as(
            "the path of one call, in %s. If it is meant to be another, run mvn -pl"
                + " compatibility/jvm -am verify -Dtest=none -Dit.test=OneCallIT"
                + " -Dsurefire.failIfNoSpecifiedTests=false"
                + " -Dfailsafe.failIfNoSpecifiedTests=false -D%s=true and commit the page",
            PAGE, REGENERATE)
        .isEqualTo(page.text());
  }
}
