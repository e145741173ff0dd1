package io.loophalt.compatibility.console;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
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
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** What a person sees in the console of real agents, and does there, in a real browser. */
class ConsoleIT {

  private static final String STEERED = "io.loophalt.compatibility.steered.SteeredAgent";

  /** Whether the docs are to be given new pictures. */
  private static final boolean FOR_THE_DOCS = Boolean.getBoolean("loophalt.pictures");

  private static final Path PICTURES =
      FOR_THE_DOCS
          ? Path.of(System.getProperty("loophalt.docs", "docs"), "console")
          : Path.of("target", "pictures");

  private static final long A_WHILE_NANOS = 250_000_000;

  private static Browser browser;

  @TempDir Path folder;

  private ForkedJvm jvm;
  private ForkedJvm console;
  private String address;

  @BeforeAll
  static void startTheBrowser() {
    browser = new Browser();
  }

  @AfterAll
  static void endTheBrowser() {
    browser.close();
    assertThat(ProcessHandle.current().descendants()).as("processes left behind").isEmpty();
  }

  @BeforeEach
  void startAnAgentAndTheConsole() {
    jvm = agent(folder);
    call("one", 1, "ask", "1200", "answered");
    call("one", 2, "look", "b", "page 1 of b tells of item 7919");
    console = command("console", "--all");
    address = console.awaitRestOfLine("console: ");
    browser.scheme("light");
    browser.size(1280, 900);
    browser.open(address);
    browser.await("the run is in the table", () -> row("one").contains("going"));
  }

  @AfterEach
  void endThem() {
    List<String> complaints = browser.complaints();
    browser.open("about:blank");
    console.close();
    jvm.close();
    assertThat(complaints).as("what the browser complains of").isEmpty();
  }

  @Test
  void theButtonsHaltARunAndLetItGoOn() {
    open("one");
    browser.await("its story", () -> browser.text("#story").contains("look"));
    assertThat(browser.find("#resume").isEnabled()).as("a run that goes on can go on").isFalse();

    browser.click("#halt");
    browser.find("#ask input").sendKeys("too dear");
    browser.click("#ask-yes");
    browser.await("it was said", () -> browser.text("#said").contains("one is halted"));
    browser.await("its state", () -> row("one").contains("halted"));
    browser.await("its reason", () -> browser.text("#run-reason").contains("too dear"));
    browser.await("its story", () -> browser.text("#story").contains("Halt after step 1"));
    call("one", 3, "look", "b", "halted operator: too dear");

    browser.click("#resume");
    browser.find("#ask input[name=extra_steps]").sendKeys("1");
    browser.click("#ask-yes");
    browser.await("it goes on", () -> row("one").contains("going"));
    call("one", 4, "look", "b", "page 2 of b tells of item 15838");
    call("one", 5, "look", "b", "halted step_cap: 2 of 2 steps used");
    browser.await("the new ceiling", () -> browser.text("#run-reason").contains("step_cap"));

    browser.click("#resume");
    browser.find("#ask input[name=extra_tokens]").sendKeys("9");
    browser.click("#ask-yes");
    browser.await("it is refused", () -> browser.text("#said").contains("one is at a ceiling"));
    assertThat(browser.find("#said").getAttribute("class")).contains("trouble");

    browser.click("#reset");
    browser.click("#ask-no");
    assertThat(row("one")).as("nothing is done before it is said").contains("halted");
    browser.click("#reset");
    browser.click("#ask-yes");
    browser.await("the reset", () -> browser.text("#said").contains("counted from zero"));
  }

  @Test
  void whatGoesRoundIsFoldedWhileItGrowsAndRisesToTheTop() {
    call("two", 1, "look", "c", "page 1 of c tells of item 7919");
    browser.await("the second run", () -> row("two").contains("going"));
    open("two");
    for (int i = 2; i <= 4; i++) {
      jvm.send("two search a");
    }
    jvm.awaitLine("two.3=no match for a");
    browser.await("the nudge", () -> browser.text("#story").contains("Nudge after step"));
    browser.await("it is folded", () -> browser.text("#story").contains("3 times"));
    browser.await("the detector", () -> browser.text("#run-rules").contains("3 of 5"));
    browser.await("it is first", () -> browser.text("#rows .row").startsWith("two"));
    assertThat(row("two")).contains("nudged").contains("3 of 5");

    browser.find("#filter").sendKeys("two");
    browser.await("one row is left", () -> browser.text("#count").startsWith("1 of 2 runs"));
    browser.find("#filter").sendKeys("-no-such");
    browser.await("none is left", () -> browser.find("#no-runs").isDisplayed());
  }

  /** Who steers by the table would take it for the most urgent one. */
  @Test
  void aRunThatWasResetIsNearNoHaltAnyMore() {
    jvm.send("two search a");
    jvm.send("two search a");
    jvm.send("two search a");
    browser.await("it is near a halt", () -> row("two").contains("3 of 5"));
    assertThat(bar("two")).isEqualTo("60");
    open("two");

    browser.click("#reset");
    browser.click("#ask-yes");

    browser.await("no rule counts", () -> row("two").contains("–"));
    browser.await("no bar", () -> bar("two").equals("0"));
  }

  private static String bar(String run) {
    return (String)
        browser.script(
            "return [...document.querySelectorAll('#rows .row')].find("
                + "each => each.querySelector('button').textContent === arguments[0])"
                + ".querySelector('.bar rect').getAttribute('width')",
            run);
  }

  @Test
  void whatOthersDoAppearsAndJvmsComeAndGo() {
    open("one");
    assertThatRun(command("halt", pid(), "one", "--reason", "by hand").finish()).exitedWith(0);
    browser.await("the halt", () -> browser.text("#run-reason").contains("by hand"));
    browser.await(
        "who did it",
        () ->
            browser.text("#events").contains("one is halted")
                && browser.text("#events").contains("by command line"));

    Path other = folder.resolve("other");
    assertThat(other.toFile().mkdirs()).isTrue();
    try (ForkedJvm second = agent(other)) {
      second.send("far look a");
      browser.await("the second JVM", () -> browser.all(".card").size() == 2);
      browser.await("its run", () -> row("far").contains("going"));
      second.send("end end end");
      assertThatRun(second.finish()).exitedWith(0);
    }
    browser.await("its end", () -> browser.text(".card[data-presence=gone]").contains("has ended"));
    browser.await("its run is gone", () -> row("far").isEmpty());
    assertThat(row("one")).contains("halted");
  }

  @Test
  void everythingIsFrozenAndGoesOnAndTheConfigurationIsShown() {
    browser.click("#freeze");
    browser.click("#ask-yes");
    browser.await("the freeze", () -> browser.text(".card").contains("frozen until"));
    jvm.send("one look b");
    browser.await("it waits", () -> row("one").contains("waiting"));
    browser.click("#unfreeze");
    browser.click("#ask-yes");
    jvm.awaitLine("one.3=page 2 of b tells of item 15838");
    browser.await("it goes on", () -> row("one").contains("going"));

    browser.click(".card button:nth-of-type(2)");
    browser.await(
        "the configuration", () -> browser.text("#config-rows").contains("ceilings.steps"));
    assertThat(browser.text("#config-rows")).contains("guard.yaml:2").contains("default");
    browser.press(Keys.ESCAPE);
  }

  @Test
  void theKeyboardAloneIsEnough() {
    call("two", 1, "look", "c", "page 1 of c tells of item 7919");
    browser.await("the second run", () -> row("two").contains("going"));
    browser.press(Keys.TAB);
    assertThat(browser.script("return document.activeElement.className")).isEqualTo("skip");
    browser.press(Keys.ENTER);
    browser.tabTo("#rows button");
    browser.press(Keys.END);
    String last = (String) browser.script("return document.activeElement.textContent");
    browser.press(Keys.ARROW_UP);
    String first = (String) browser.script("return document.activeElement.textContent");
    assertThat(List.of(first, last)).containsExactlyInAnyOrder("one", "two");

    browser.press(Keys.ENTER);
    browser.await("it is open", () -> browser.text("#run-title").equals(first));
    browser.tabTo("#halt");
    browser.press(Keys.ENTER);
    browser.press("by keys", Keys.ENTER);
    browser.await("the halt", () -> browser.text("#run-reason").contains("by keys"));
    browser.tabTo("#close");
    browser.press(Keys.ENTER);
    browser.await("it is closed", () -> !browser.find("#run").isDisplayed());
    assertThat(browser.script("return document.activeElement.textContent"))
        .as("the focus is back where it was")
        .isEqualTo(first);
  }

  @Test
  void namesAreTextWhateverIsInThemAndContentsAreNowhere() {
    String hostile = "<img/src=x/onerror=document.title='had'>=1+1\u202e";
    jvm.send(hostile + " look planted-argument-51c7");
    String shown = hostile.replace("\u202e", "\\u202e");
    browser.await("the run", () -> row(shown).contains("going"));
    open(shown);
    browser.await("its story", () -> browser.text("#story").contains("look"));
    browser.await("its name", () -> browser.text("#run-title").equals(shown));

    assertThat(browser.script("return document.title")).isEqualTo("Loophalt console");
    assertThat(browser.all("main img")).isEmpty();
    assertThat((String) browser.script("return document.documentElement.outerHTML"))
        .doesNotContain("planted-argument-51c7")
        .doesNotContain("tells of item");
    assertThat(told())
        .as("what the page is told")
        .contains("event: board", "event: story", "ceilings.steps")
        .doesNotContain("planted-argument-51c7")
        .doesNotContain("tells of item");
    for (String label : unlabelled()) {
      assertThat(label).as("a control without a name").isNull();
    }
  }

  /** A stream from its beginning to the story of the open run, and the configuration. */
  private static String told() {
    return (String)
        browser.later(
            """
            const told = arguments[arguments.length - 1];
            (async () => {
              const config = await (await fetch('config?jvm=1')).text();
              const stream = await fetch('events?since=0&open=' + location.hash.slice(5));
              const reader = stream.body.pipeThrough(new TextDecoderStream()).getReader();
              let text = '';
              while (!(text.includes('event: story') && text.endsWith('\\n\\n'))) {
                text += (await reader.read()).value;
              }
              await reader.cancel();
              told(config + text);
            })();
            """);
  }

  /** Controls and regions of which a screen reader could say nothing. */
  @SuppressWarnings("unchecked")
  private static List<String> unlabelled() {
    return (List<String>)
        browser.script(
            "const name = e => (e.getAttribute('aria-label') || e.textContent"
                + " || (e.labels && e.labels.length && e.labels[0].textContent)"
                + " || (e.getAttribute('aria-labelledby') && 'by') || '').trim();"
                + "return [...document.querySelectorAll('button, input, select, section, dialog,"
                + " [role=img], [role=table], [role=region]')].filter(e => !name(e))"
                + ".map(e => e.outerHTML)");
  }

  @Test
  void aPhoneAndDarkAndLightAreServed() throws Exception {
    List<String> runs = List.of("ticket-8841", "ticket-8850", "ticket-8852", "ticket-8853");
    for (int round = 0; round < 3; round++) {
      for (String run : runs) {
        jvm.send(run + " ask " + (700 + 400 * round + 90 * runs.indexOf(run)));
        jvm.send(run + " look page");
      }
    }
    for (int i = 0; i < 4; i++) {
      jvm.send("ticket-8841 search order");
    }
    jvm.awaitLine("ticket-8841.10=no match for order");
    command("halt", pid(), "ticket-8850", "--reason", "too dear").finish();
    browser.await("the halt", () -> row("ticket-8850").contains("halted"));
    open("ticket-8841");
    browser.await("its story", () -> browser.text("#story").contains("4 times"));
    // A slot of the chart is over after ten seconds.
    browser.await("its tokens", () -> !points().isEmpty());
    for (int turn = 0; FOR_THE_DOCS && slots() < 8; turn++) {
      jvm.send(runs.get(turn % 4) + " ask " + (60 + 41 * turn % 170));
      LockSupport.parkNanos(A_WHILE_NANOS); // a picture of what grows with time
    }

    browser.size(1300, 760);
    picture("light");
    String light = colour();
    browser.scheme("dark");
    picture("dark");
    assertThat(colour()).isNotEqualTo(light);

    browser.scheme("light");
    browser.size(390, 844);
    browser.await("it fits", () -> overflow() <= 0);
    browser.script("document.getElementById('run').scrollIntoView()");
    picture("phone-run");
    browser.click("#close");
    browser.await("the table", () -> !browser.find("#run").isDisplayed());
    browser.script("document.getElementById('runs').scrollIntoView()");
    assertThat(overflow()).as("pixels beyond the screen").isLessThanOrEqualTo(0);
    picture("phone");
    open("ticket-8852");
    browser.click("#halt");
    assertThat(overflow()).as("pixels beyond the screen").isLessThanOrEqualTo(0);
    browser.click("#ask-yes");
    browser.await("the halt", () -> row("ticket-8852").contains("halted"));
  }

  private static String points() {
    return String.valueOf(
        browser.script(
            "const line = document.querySelector('#rows polyline');"
                + "return line ? line.getAttribute('points') : ''"));
  }

  /** In how many slots the first run of the table has used tokens. */
  private static long slots() {
    return Stream.of(points().split(" ")).filter(point -> !point.endsWith(",19")).count();
  }

  private static String colour() {
    return (String) browser.script("return getComputedStyle(document.body).backgroundColor");
  }

  private static long overflow() {
    return (Long) browser.script("return document.documentElement.scrollWidth - window.innerWidth");
  }

  private static void picture(String name) throws IOException {
    Path file = PICTURES.resolve(name + ".png");
    browser.picture(file);
    assertThat(Files.size(file)).as("bytes of %s", file).isLessThan(150_000);
  }

  /** What is written in a run's row; empty if there is none. */
  private static String row(String run) {
    return (String)
        browser.script(
            "const row = [...document.querySelectorAll('#rows .row')].find("
                + "each => each.querySelector('button').textContent === arguments[0]);"
                + "return row ? row.innerText.replace(/\\s+/g, ' ') : ''",
            run);
  }

  private static void open(String run) {
    browser.script(
        "[...document.querySelectorAll('#rows button')]"
            + ".find(each => each.textContent === arguments[0]).click()",
        run);
    browser.await("the run is open", () -> browser.text("#run-title").equals(run));
  }

  private ForkedJvm agent(Path in) {
    ForkedJvm started =
        new ForkedContainer(Jdk.running())
            .start(
                Application.onClassPath(
                    STEERED, Artifacts.applications(), Artifacts.shared(), Artifacts.annotations()),
                new Guard.AtStart(
                    "control: {folder: "
                        + folder.resolve("sockets")
                        + "}\n"
                        + "ceilings: {steps: 500}\n"),
                in);
    started.awaitLine("ready=true");
    return started;
  }

  private void call(String run, int number, String tool, String argument, String outcome) {
    jvm.send(run + " " + tool + " " + argument);
    jvm.awaitLine(run + "." + number + "=" + outcome);
  }

  private String pid() {
    return Long.toString(jvm.pid());
  }

  private ForkedJvm command(String... arguments) {
    return AgentCommand.start(Jdk.running(), folder, arguments);
  }
}
