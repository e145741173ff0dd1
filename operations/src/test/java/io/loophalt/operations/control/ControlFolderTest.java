package io.loophalt.operations.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the sockets are while others may write beside them. */
class ControlFolderTest {

  private final Path temporary;
  private final Path home;
  private final String user = ControlFolder.user(Path.of("/proc/self"));
  private final List<String> told = new ArrayList<>();

  ControlFolderTest(@TempDir Path folder) {
    this.temporary = folder.resolve("tmp");
    this.home = folder.resolve("home");
  }

  @BeforeEach
  void makeFolders() throws IOException {
    Files.createDirectory(temporary);
    Files.createDirectory(home, rights("rwxr-xr-x"));
  }

  @Test
  void theFolderForAllIsTakenWhereItIsTheUsersOwn() throws IOException {
    Path shared = temporary.resolve("loophalt-" + user);
    assertThat(own()).isEqualTo(shared);

    ControlFolder.make(shared);

    assertThat(own()).isEqualTo(shared);
    assertThat(ControlFolder.all(temporary, List.of(home))).containsExactly(shared);
    assertThat(told).isEmpty();
  }

  /** As that of a user with an umlaut, for a service whose locale has none. */
  @Test
  void aHomeThatTheSystemHasNoBytesForIsNoneToLookIn() {
    assertThat(ControlFolder.bases(home.toString())).hasSize(2).contains(home);
    assertThat(ControlFolder.bases(home + "\0")).hasSize(1);
  }

  @Test
  void aLinkInItsPlaceIsNotFollowed() throws IOException {
    Path target = Files.createDirectory(temporary.resolve("elsewhere"), rights("rwx------"));
    Path shared = temporary.resolve("loophalt-" + user);
    Files.createSymbolicLink(shared, target);

    Path own = own();

    assertThat(own).isEqualTo(home.resolve(".loophalt-control"));
    assertThat(told).singleElement().asString().contains(shared.toString(), own.toString());
    ControlFolder.make(own);
    assertThat(ControlFolder.all(temporary, List.of(home))).containsExactly(own);
    assertThatThrownBy(() -> ControlFolder.make(shared)).hasMessageContaining("is no folder");
  }

  @Test
  void aHomeToWhichOthersMayWriteIsNoBetter() throws IOException {
    Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxrwxrwx"));
    Path shared = temporary.resolve("loophalt-" + user);
    Files.createSymbolicLink(shared, temporary);

    assertThat(own()).isEqualTo(shared);
    assertThatThrownBy(() -> ControlFolder.make(shared)).hasMessageContaining("is no folder");
  }

  private Path own() {
    return ControlFolder.own(temporary, user, List.of(home), told::add);
  }

  private static FileAttribute<?> rights(String text) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text));
  }
}
