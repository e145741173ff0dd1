package io.loophalt.recordings.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One conversation as each instrumentation writes it: the model looks something up, looks up
 * something that is not there, and answers. {@code spans/README.md} says where each is from; beside
 * it stands what it is understood to say.
 */
class InstrumentationsTest {

  @ParameterizedTest(name = "{0}")
  @MethodSource("instrumentations")
  void spansSayTheSameInWhicheverNames(String name) throws IOException {
    Recordings recordings = new Recordings();

    String transcript = recordings.transcript(text(name + ".jsonl"));

    assertThat(transcript).isEqualTo(text(name + ".txt"));
    assertThat(recordings.problems).isEmpty();
  }

  /** The order in which spans are exported, and what is in one request, are nobody's promise. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("instrumentations")
  void theOrderOfTheirLinesIsNoMatter(String name) throws IOException {
    List<String> lines = text(name + ".jsonl").lines().toList();
    StringBuilder reversed = new StringBuilder();
    for (int i = lines.size() - 1; i >= 0; i--) {
      reversed.append(lines.get(i)).append('\n');
    }

    assertThat(new Recordings().transcript(reversed.toString())).isEqualTo(text(name + ".txt"));
  }

  /** An exporter that hears no answer sends the same again, at once or with a later request. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("instrumentations")
  void aSpanThatIsSentTwiceIsOneSpan(String name) throws IOException {
    StringBuilder twice = new StringBuilder();
    text(name + ".jsonl").lines().forEach(line -> twice.append((line + '\n').repeat(2)));

    assertThat(new Recordings().transcript(twice.toString())).isEqualTo(text(name + ".txt"));
    assertThat(new Recordings().transcript(text(name + ".jsonl").repeat(2)))
        .isEqualTo(text(name + ".txt"));
  }

  @Test
  void eachSaysWhatWasLookedUpAndWhatCameOfIt() {
    assertThat(instrumentations())
        .hasSizeGreaterThan(10)
        .allSatisfy(
            name ->
                assertThat(text(name + ".txt"))
                    .contains("look_up", "weather in Oslo", "sunny, 21 degrees", "Atlantis")
                    .contains("no such place: Atlantis")
                    .containsPattern("(?s)\\n  0 .*\\n  1 .*\\n  2 "));
  }

  private static List<String> instrumentations() {
    try (Stream<Path> files = Files.list(folder())) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.endsWith(".jsonl"))
          .map(file -> file.substring(0, file.length() - ".jsonl".length()))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(String file) {
    try {
      return Files.readString(folder().resolve(file), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path folder() {
    try {
      return Path.of(InstrumentationsTest.class.getResource("/spans").toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
