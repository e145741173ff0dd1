package io.loophalt.agent.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loophalt.configuration.BuiltInPresets;
import io.loophalt.configuration.ConfigSource;
import io.loophalt.configuration.settings.Defaults;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.run.RunEvents;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.policy.AgentPolicy;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.Log;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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
    ControlSettings known = new ControlSettings(null, source, null, null, "", null);
    ConfigReload reload =
        new ConfigReload(
            known, Mode.ACT, new Log(new PrintStream(OutputStream.nullOutputStream())));
    ExecutorService watcher = Executors.newSingleThreadExecutor();
    try {
      for (int i = 1; i <= 200; i++) {
        write(file, i);
        Future<?> look = watcher.submit(() -> reload.reloadIfChanged(runs));
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

  private static ConfigReload reload(ConfigSource source, String start) {
    ControlSettings known = new ControlSettings(null, source, null, null, start, null);
    return new ConfigReload(
        known, Mode.ACT, new Log(new PrintStream(OutputStream.nullOutputStream())));
  }

  private static void write(Path file, int round) throws IOException {
    Path next = Files.writeString(file.resolveSibling("next"), "idle-gap: " + (round + 1) + "s\n");
    Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
  }
}
