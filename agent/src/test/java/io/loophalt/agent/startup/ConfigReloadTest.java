package io.loophalt.agent.startup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loophalt.configuration.BuiltInPresets;
import io.loophalt.configuration.ConfigSource;
import io.loophalt.configuration.settings.Defaults;
import io.loophalt.core.event.ConfigurationRead;
import io.loophalt.core.event.Event;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.run.RunEvents;
import io.loophalt.operations.control.ConfigValue;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.policy.AgentPolicy;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.Log;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that changes while an order to read it and the look for changes come together. */
@Tag("concurrency")
class ConfigReloadTest {

  @Test
  void whatWasReadLastIsInForceWhoeverElseHasReadBefore(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("loophalt.yaml");
    write(file, 0);
    AgentPolicy first = Defaults.policy(new BuiltInPresets());
    RunRegistry runs = new RunRegistry(first, Presets::create, RunEvents.NONE);
    ConfigSource source = new ConfigSource(file.toFile(), file.toString(), "this test");
    ConfigReload reload = reload(source, "");
    ExecutorService watcher = Executors.newSingleThreadExecutor();
    try {
      for (int i = 1; i <= 200; i++) {
        write(file, i);
        Future<?> look =
            watcher.submit(
                () -> {
                  reload.reloadIfChanged(runs);
                  reload.reloadIfChanged(runs);
                });
        write(file, i + 1_000);
        reload.reload(runs);
        look.get();

        assertThat(runs.policy().idleGap()).as("in round %d", i).hasSeconds(i + 1_001);
      }
    } finally {
      watcher.shutdown();
    }
  }

  /** Though the file names no store any more: that of the start holds. */
  @Test
  void noDetectorThatKeepsTextsComesToRunsOfAStore(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("loophalt.yaml"), "preset: gemini-cli\n");
    RunRegistry runs =
        new RunRegistry(Defaults.policy(new BuiltInPresets()), Presets::create, RunEvents.NONE);
    ConfigSource source = new ConfigSource(file.toFile(), file.toString(), "this test");
    String start = "store: {url: \"redis://localhost\"}\ndigest-key: {file: digest.key}\n";

    assertThatThrownBy(() -> reload(source, start).reload(runs)).hasMessageContaining("in a store");
    assertThat(runs.policy().defaults().preset()).startsWith("standard");
    assertThat(reload(source, "").reload(runs)).startsWith("in force");
  }

  @Test
  void aFileThatIsBeingWrittenIsNotRead(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("loophalt.yaml"), "mode: observe\n");
    RunRegistry runs =
        new RunRegistry(Defaults.policy(new BuiltInPresets()), Presets::create, RunEvents.NONE);
    ConfigReload reload =
        reload(new ConfigSource(file.toFile(), file.toString(), "this test"), "mode: observe\n");
    reload.reload(runs);

    Files.writeString(file, "");
    look(reload, runs, 3);
    assertThat(runs.policy().mode()).as("of an empty file").isEqualTo(Mode.OBSERVE);
    Files.writeString(file, "# the head of it\n");
    look(reload, runs, 1);
    assertThat(runs.policy().mode()).as("of its head").isEqualTo(Mode.OBSERVE);
    Files.writeString(file, "# the head of it\nmode: observe\nidle-gap: 9s\n");
    look(reload, runs, 2);

    assertThat(runs.policy().mode()).isEqualTo(Mode.OBSERVE);
    assertThat(runs.policy().idleGap()).hasSeconds(9);
    Files.writeString(file, "");
    assertThat(reload.reload(runs)).as("an order reads it as it is").startsWith("in force");
    assertThat(runs.policy().mode()).isEqualTo(Mode.ACT);
  }

  /** Whatever the reason: nobody who changes a file is left to believe that it is in force. */
  @Test
  void whatCannotBeReadForAReasonOfOursIsToldToo(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("loophalt.yaml"), "mode: observe\n");
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    List<Event> events = new ArrayList<>();
    RunRegistry runs =
        new RunRegistry(
            Defaults.policy(new BuiltInPresets()),
            Presets::create,
            new RunEvents(events::add, Clock.systemUTC(), false));
    File broken =
        new File(file.toString()) {
          private static final long serialVersionUID = 1L;

          @Override
          public File getAbsoluteFile() {
            throw new IllegalStateException("planted");
          }
        };
    ConfigReload reload =
        reload(
            new ConfigSource(broken, "loophalt.yaml", "this test"),
            "mode: act\n",
            new PrintStream(told, true, UTF_8));

    look(reload, runs, 2);

    assertThat(told.toString(UTF_8))
        .contains("has changed: loophalt.yaml", "planted", "before goes on to hold");
    assertThat(events)
        .singleElement()
        .isInstanceOfSatisfying(
            ConfigurationRead.class, read -> assertThat(read.inForce()).isFalse());
  }

  /** A tool of the agent itself may write it. */
  @Test
  void aFileThatNobodyHasNamedIsReadAnewByAnOrderAlone(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("loophalt.yaml"), "mode: act\n");
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    List<Event> events = new ArrayList<>();
    RunRegistry runs =
        new RunRegistry(
            Defaults.policy(new BuiltInPresets()),
            Presets::create,
            new RunEvents(events::add, Clock.systemUTC(), false));
    ConfigSource found = ConfigSource.locate(null, name -> null, name -> null, folder.toFile());
    ConfigReload reload = reload(found, "mode: act\n", new PrintStream(told, true, UTF_8));
    look(reload, runs, 2);
    assertThat(told.toString(UTF_8)).isEmpty();

    Files.writeString(file, "mode: observe\n");
    look(reload, runs, 3);
    Files.writeString(file, "mode: observe\nidle-gap: 9s\n");
    look(reload, runs, 3);

    assertThat(runs.policy().mode()).isEqualTo(Mode.ACT);
    assertThat(told.toString(UTF_8))
        .containsOnlyOnce("loophalt.yaml in the working directory has changed")
        .contains("loophalt reload PID");
    assertThat(events)
        .singleElement()
        .isInstanceOfSatisfying(
            ConfigurationRead.class, each -> assertThat(each.inForce()).isFalse());
    assertThat(reload.reload(runs)).startsWith("in force");
    assertThat(runs.policy().mode()).isEqualTo(Mode.OBSERVE);
    look(reload, runs, 3);
    Files.writeString(file, "mode: act\n");
    look(reload, runs, 3);
    assertThat(runs.policy().mode()).isEqualTo(Mode.OBSERVE);
    assertThat(told.toString(UTF_8))
        .as("once more")
        .containsPattern("(?s)has changed.*has changed");
  }

  @Test
  void aByteOrderMarkIsNoChange(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("loophalt.yaml"), "\uFEFFmode: observe\n");
    RunRegistry runs =
        new RunRegistry(Defaults.policy(new BuiltInPresets()), Presets::create, RunEvents.NONE);
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    ConfigReload reload =
        reload(
            new ConfigSource(file.toFile(), file.toString(), "this test"),
            "mode: observe\n",
            new PrintStream(told, true, UTF_8));

    look(reload, runs, 3);
    assertThat(told.toString(UTF_8)).isEmpty();
    Files.writeString(file, "\uFEFFmode: observe\nidle-gap: 9s\n");
    look(reload, runs, 3);

    assertThat(runs.policy().idleGap()).hasSeconds(9);
  }

  @Test
  void aModeThatIsOrderedStaysAlsoWhenTheFileHasNamedItMeanwhile(@TempDir Path folder)
      throws Exception {
    Path file = Files.writeString(folder.resolve("loophalt.yaml"), "mode: act\n");
    RunRegistry runs =
        new RunRegistry(Defaults.policy(new BuiltInPresets()), Presets::create, RunEvents.NONE);
    ConfigReload reload =
        reload(new ConfigSource(file.toFile(), file.toString(), "this test"), "mode: act\n");

    reload.modeIsOrdered(Mode.OBSERVE);
    Files.writeString(file, "mode: observe\n");
    assertThat(reload.reload(runs))
        .endsWith("; the mode stays 'observe', as an operator has set it");
    Files.writeString(file, "mode: act\n");
    assertThat(reload.reload(runs))
        .endsWith("; the mode stays 'observe', as an operator has set it");

    assertThat(runs.policy().mode()).isEqualTo(Mode.OBSERVE);
    assertThat(reload.values(runs)).contains(new ConfigValue("mode", "observe", "an operator"));
  }

  private static void look(ConfigReload reload, RunRegistry runs, int times) {
    for (int i = 0; i < times; i++) {
      reload.reloadIfChanged(runs);
    }
  }

  private static ConfigReload reload(ConfigSource source, String start) {
    return reload(source, start, new PrintStream(OutputStream.nullOutputStream()));
  }

  private static ConfigReload reload(ConfigSource source, String start, PrintStream to) {
    ControlSettings known = new ControlSettings(null, source, null, null, start, null);
    return new ConfigReload(known, new Log(to));
  }

  private static void write(Path file, int round) throws IOException {
    Path next = Files.writeString(file.resolveSibling("next"), "idle-gap: " + (round + 1) + "s\n");
    Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
  }
}
