package io.loophalt.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JudgingSettingsTest {

  private static final String STORE = "store: {url: \"redis://localhost\"}\n";
  private static final String KEY = "digest-key: {file: digest.key}\n";

  private final Path folder;

  JudgingSettingsTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void whoHaltsSaysWhereAndWhom() throws IOException {
    JudgingSettings nowhere = settings("trusted-ids: {span-attribute: agent.run}\n");
    JudgingSettings nobody = settings(STORE + KEY + "trusted-ids: {baggage: agent.run}\n");
    JudgingSettings both = settings(STORE + KEY + "trusted-ids: {span-attribute: agent.run}\n");

    assertThatThrownBy(nowhere::halting).hasMessageContaining("needs a 'store'");
    assertThatThrownBy(nobody::halting).hasMessageContaining("'span-attribute'");
    assertThat(both.spanReader()).isEqualTo(SpanReader.TRUSTING_NONE);
    assertThat(both.halting().spanReader()).isEqualTo(new SpanReader("agent.run", "default"));
    assertThat(both.halting().announcements().halts()).isTrue();
  }

  @Test
  void whoOnlyObservesHaltsAndPostsNothing() throws IOException {
    JudgingSettings settings =
        settings(
            STORE
                + KEY
                + "mode: observe\n"
                + "trusted-ids: {span-attribute: agent.run}\n"
                + "notify: {url: \"http://localhost/hook\"}\n");

    Announcements announcements = settings.halting().posting().announcements();

    assertThat(announcements.halts()).isFalse();
    assertThat(announcements.notices()).isNull();
  }

  @Test
  void whoPostsSaysToWhom() throws IOException {
    assertThatThrownBy(settings("mode: act\n")::posting).hasMessageContaining("'notify'");
  }

  /** Submitting machines have variables and files that no TaskManager has. */
  @Test
  void whatATaskManagerLacksIsSaidToBeLackingThere() {
    JudgingSettings sent =
        new JudgingSettings(
            "/etc/loophalt/loophalt.yaml",
            "notify: {url: \"https://${LOOPHALT_NOWHERE_SET}/\"}\n",
            null,
            null,
            new byte[32],
            false,
            false,
            false);

    assertThatThrownBy(sent::open)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("loophalt.yaml:1:15: the environment variable")
        .hasMessageContaining("is not set")
        .hasMessageContaining("those of each TaskManager");
  }

  private JudgingSettings settings(String text) throws IOException {
    Path key = folder.resolve("digest.key");
    Files.writeString(key, "a key for tests alone");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    Path file = Files.writeString(folder.resolve("loophalt.yaml"), text);
    return JudgingSettings.of(file.toString(), null, null, /* mayBeginAnew= */ false);
  }
}
