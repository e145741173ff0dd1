package io.loophalt.runtime.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which paths are found in values. */
class FileValuesTest {

  @Test
  void typeOrderNestingAndSpellingOfPathsMakeNoDifference() {
    long expected = FileValues.digest(List.of("a/b.txt", "c"));
    assertThat(FileValues.digest(List.of(new File("c"), Path.of("a", "b.txt"))))
        .isEqualTo(expected);
    assertThat(FileValues.digest(List.of("./a//x/../b.txt", List.of("c/", new Object[] {"c"}))))
        .isEqualTo(expected);
    assertThat(FileValues.digest(List.of("a\\b.txt", "c"))).isEqualTo(expected);
    assertThat(FileValues.digest(List.of("/a/b.txt", "c"))).isNotEqualTo(expected);
    assertThat(FileValues.digest(List.of("a/b.txt"))).isNotEqualTo(expected);
    assertThat(FileValues.digest(List.of("../../x"))).isNotEqualTo(FileValues.digest(List.of("x")));
  }

  @Test
  void noPathAtAllIsAbsent() {
    assertThat(FileValues.digest(List.of())).isZero();
    assertThat(FileValues.digest(List.of(" ", 5))).isZero();
  }

  @Test
  void aCollectionThatHoldsItselfComesToAnEnd() {
    List<Object> cycle = new ArrayList<>(List.of("a"));
    cycle.add(cycle);
    assertThat(FileValues.digest(cycle)).isEqualTo(FileValues.digest(List.of("a")));
  }
}
