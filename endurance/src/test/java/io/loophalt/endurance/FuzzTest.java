package io.loophalt.endurance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** That the fuzz run works; what it finds in a second is a part of every build. */
class FuzzTest {

  private static final Path PROJECT = Path.of("..");
  private static final int INPUTS = 100;

  static Stream<String> targets() {
    return FuzzTargets.all(PROJECT).stream().map(FuzzTarget::name);
  }

  @ParameterizedTest
  @MethodSource("targets")
  void spoiltInputIsReadOrRefused(String name, @TempDir Path folder) throws Exception {
    FuzzTarget target =
        FuzzTargets.all(PROJECT).stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow();

    assertThat(new Fuzz(folder, /* seed= */ 1).read(target, INPUTS, Long.MAX_VALUE))
        .as("what was read; nothing if an input failed")
        .isNotNull()
        .extracting(Fuzz.Figures::inputs)
        .isEqualTo((long) INPUTS);
  }

  @Test
  void theInputThatFailedIsKept(@TempDir Path folder) throws Exception {
    FuzzTarget failing =
        new FuzzTarget() {
          @Override
          public String name() {
            return "failing";
          }

          @Override
          public List<byte[]> samples() {
            return List.of("a sample".getBytes(StandardCharsets.UTF_8));
          }

          @Override
          public void feed(byte[] input) {
            throw new StackOverflowError();
          }
        };

    assertThat(new Fuzz(folder, 7).read(failing, INPUTS, Long.MAX_VALUE)).isNull();

    assertThat(Files.readAllBytes(folder.resolve("fuzz-failing-7-0")))
        .isEqualTo(new Spoiler(failing.samples(), 7).input(0));
  }

  @Test
  void anInputComesAgainByItsNumber() {
    List<byte[]> samples = List.of("one".getBytes(StandardCharsets.UTF_8), new byte[500]);

    for (int number = 0; number < INPUTS; number++) {
      assertThat(new Spoiler(samples, 3).input(number))
          .isEqualTo(new Spoiler(samples, 3).input(number));
    }
    assertThat(new Spoiler(samples, 3).input(0)).isNotEqualTo(new Spoiler(samples, 4).input(0));
  }
}
