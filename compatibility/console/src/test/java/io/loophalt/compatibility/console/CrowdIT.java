package io.loophalt.compatibility.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.AgentCommand;
import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ten thousand live runs: the page answers, and the agent hardly notices who looks at it. */
class CrowdIT {

  private static final int RUNS = 10_000;
  private static final int JVMS = 20;
  private static final int CLICKS = 25;

  /** Microseconds of processor time in a second, of which there are a million for each core. */
  private static final long MOST_MICROS = 20_000;

  private static final int SECONDS = 10;

  private static final String CROWD = "io.loophalt.compatibility.crowd.CrowdAgent";

  private static Browser browser;

  @TempDir Path folder;

  private final List<AutoCloseable> open = new ArrayList<>();

  @BeforeAll
  static void startTheBrowser() {
    browser = new Browser();
  }

  @AfterAll
  static void endTheBrowser() {
    browser.close();
  }

  @AfterEach
  void endThem() throws Exception {
    browser.open("about:blank");
    for (AutoCloseable each : open) {
      each.close();
    }
  }

  @Test
  void everyClickIsAnsweredAndThePageHasFewRows() throws IOException {
    Path sockets = Files.createDirectory(folder.resolve("sockets"));
    for (int jvm = 0; jvm < JVMS; jvm++) {
      open.add(new PlayedAgent(sockets, 990_000 + jvm, RUNS / JVMS, RUNS / JVMS / 10));
    }
    openTheConsole();

    double opened =
        medianOf(
            "const row = document.querySelectorAll('#rows button')[i % 12];"
                + " const name = row.textContent; row.click()",
            "document.getElementById('run-title').textContent === name");
    double sorted =
        medianOf(
            "document.querySelectorAll('#heads button')[i % 8].click()",
            "document.querySelectorAll('#heads [aria-sort]')[i % 8].getAttribute('aria-sort') !== 'none'");
    double filtered =
        medianOf(
            "document.getElementById('filter').value = '990003-' + i;"
                + " document.getElementById('filter').dispatchEvent(new Event('input'))",
            "document.getElementById('count').textContent.includes(' of ')");

    System.out.printf(
        "medians in ms: a run opened %.0f, sorted %.0f, filtered %.0f%n", opened, sorted, filtered);
    assertThat(((Long) browser.script("return document.querySelectorAll('#rows .row').length")))
        .as("rows that have elements")
        .isLessThan(100);
    assertThat(browser.complaints()).isEmpty();
  }

  /**
   * How long clicks take that are answered; which figure is right, a person decides who reads it on
   * a machine with nothing else to do. Each click falls somewhere else between two messages, of
   * which two come each second.
   */
  private static double medianOf(String click, String done) {
    List<Double> millis = new ArrayList<>();
    for (int i = 0; i < CLICKS; i++) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(37L * i % 500));
      Number took =
          (Number)
              browser.later(
                  "const i = arguments[0], told = arguments[1], begin = performance.now();"
                      + "const look = () => ("
                      + done
                      + ")"
                      + " ? requestAnimationFrame(() => told(performance.now() - begin))"
                      + " : setTimeout(look, 1);"
                      + click
                      + "; look();",
                  i);
      millis.add(took.doubleValue());
    }
    return millis.stream().sorted().skip(CLICKS / 2).findFirst().orElseThrow();
  }

  @Test
  void anAgentWithAsManyRunsHardlyNotices() {
    ForkedJvm jvm =
        new ForkedContainer(Jdk.running())
            .start(
                Application.onClassPath(
                        CROWD,
                        Artifacts.applications(),
                        Artifacts.shared(),
                        Artifacts.annotations())
                    .with(Integer.toString(RUNS)),
                new Guard.AtStart(
                    "control: {folder: sockets}\nmax-runs: " + 2 * RUNS + "\nidle-gap: 1h\n"),
                folder);
    open.add(jvm);
    jvm.awaitLine("ready=true");
    openTheConsole();

    jvm.send("cpu");
    long before = Long.parseLong(jvm.awaitRestOfLine("cpu.1="));
    LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(SECONDS)); // what is measured is time
    jvm.send("cpu");
    long micros = (Long.parseLong(jvm.awaitRestOfLine("cpu.2=")) - before) / SECONDS;

    System.out.printf("to be looked at cost %d microseconds a second%n", micros);
    assertThat(micros).as("microseconds of a second").isLessThan(MOST_MICROS);
  }

  private void openTheConsole() {
    ForkedJvm console = AgentCommand.start(Jdk.running(), folder, "console", "--all");
    open.add(0, console);
    browser.scheme("light");
    browser.open(console.awaitRestOfLine("console: "));
    browser.await("all runs are there", () -> browser.text("#count").startsWith("10,000 runs"));
  }
}
