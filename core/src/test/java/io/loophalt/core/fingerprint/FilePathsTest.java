package io.loophalt.core.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FilePathsTest {

  @Test
  void typeOrderNestingAndSpellingOfPathsMakeNoDifference() {
    long expected = FilePaths.digest(List.of("a/b.txt", "c"));
    assertThat(FilePaths.digest(List.of(new File("c"), Path.of("a", "b.txt")))).isEqualTo(expected);
    assertThat(FilePaths.digest(List.of("./a//x/../b.txt", List.of("c/", new Object[] {"c"}))))
        .isEqualTo(expected);
    assertThat(FilePaths.digest(List.of("a\\b.txt", "c"))).isEqualTo(expected);
    assertThat(FilePaths.digest(List.of("/a/b.txt", "c"))).isNotEqualTo(expected);
    assertThat(FilePaths.digest(List.of("a/b.txt"))).isNotEqualTo(expected);
    assertThat(FilePaths.digest(List.of("../../x"))).isNotEqualTo(FilePaths.digest(List.of("x")));
  }

  @Test
  void noPathAtAllIsAbsent() {
    assertThat(FilePaths.digest(List.of())).isZero();
    assertThat(FilePaths.digest(List.of(" ", 5))).isZero();
  }

  @Test
  void aCollectionThatHoldsItselfComesToAnEnd() {
    List<Object> cycle = new ArrayList<>(List.of("a"));
    cycle.add(cycle);
    assertThat(FilePaths.digest(cycle)).isEqualTo(FilePaths.digest(List.of("a")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "path",
        "file",
        "fileName",
        "filename",
        "file_path",
        "FILE_PATHS",
        "targetFile",
        "notebook-path",
        "files"
      })
  void aNameThatSaysPathIsOne(String name) {
    assertThat(FilePaths.isFileName(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "fileType", "profile", "jsonPath", "xpath", "query", "pathology", "name"})
  void anyOtherNameIsNone(String name) {
    assertThat(FilePaths.isFileName(name)).isFalse();
  }
}
