package io.loophalt.core.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FilePathsTest {

  @Test
  void orderAndSpellingOfPathsMakeNoDifference() {
    long expected = FilePaths.ofTexts(List.of("a/b.txt", "c"));
    assertThat(FilePaths.ofTexts(List.of("c", "./a//x/../b.txt", "c/"))).isEqualTo(expected);
    assertThat(FilePaths.ofTexts(List.of("a\\b.txt", "c"))).isEqualTo(expected);
    assertThat(FilePaths.ofTexts(List.of("a/b.txt"))).isNotEqualTo(expected);
    assertThat(FilePaths.ofTexts(List.of(" "))).isZero();
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
