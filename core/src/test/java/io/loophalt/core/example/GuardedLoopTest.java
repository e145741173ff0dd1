package io.loophalt.core.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.loophalt.LoopHaltException;
import io.loophalt.StopReason.Kind;
import io.loophalt.core.example.GuardedLoop.ChatClient;
import io.loophalt.core.example.GuardedLoop.Reply;
import io.loophalt.core.example.GuardedLoop.Request;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The example works, and the page that quotes it is up to date. */
class GuardedLoopTest {

  private static final Path PAGE = Path.of("../docs/library.md");
  private static final Path SOURCE =
      Path.of("src/test/java/io/loophalt/core/example/GuardedLoop.java");

  private final List<List<String>> requests = new ArrayList<>();
  private final ChatClient stuck =
      messages -> {
        requests.add(List.copyOf(messages));
        Request again = new Request("read", "{\"file\": \"a.txt\"}");
        return new Reply("Once more.", List.of(again), 100, 10);
      };

  @Test
  void aModelThatGetsNowhereIsToldSoAndThenStopped() {
    LoopHaltException halt =
        catchThrowableOfType(
            LoopHaltException.class,
            () ->
                new GuardedLoop()
                    .answer(
                        stuck,
                        request -> {
                          throw new ConnectException("refused at " + requests.size() + " ms");
                        },
                        "conversation-1",
                        "What is in the file?"));

    assertThat(halt.stopReason().kind()).isIn(Kind.NO_PROGRESS, Kind.REPEATED_ERROR);
    assertThat(halt.stopReason().task()).isEqualTo("answer");
    assertThat(halt.stopReason().runId()).isEqualTo("conversation-1");
    assertThat(requests.get(requests.size() - 1)).anyMatch(each -> each.contains("[Loophalt]"));
    assertThat(requests).as("the fifth attempt is the last").hasSize(5);
  }

  @Test
  void aModelThatGetsSomewhereIsLeftAlone() {
    ChatClient healthy =
        messages ->
            messages.size() < 60
                ? new Reply("Next page.", List.of(new Request("page", "{\"n\":1}")), 10, 1)
                : new Reply("Done.", List.of(), 10, 1);
    int[] page = {0};

    assertThat(new GuardedLoop().answer(healthy, request -> "page " + page[0]++, "2", "Read all."))
        .isEqualTo("Done.");
  }

  @Test
  void thePageQuotesTheSource() throws IOException {
    String source = Files.readString(SOURCE);
    String code = source.substring(source.indexOf("import "));

    assertThat(Files.readString(PAGE)).contains("```java\n" + code + "```\n");
  }

  @Test
  void theGuardedLoopTakesFewerThanThirtyLines() throws IOException {
    List<String> lines = Files.readAllLines(SOURCE);
    int begin =
        lines.stream()
            .filter(each -> each.startsWith("  String answer("))
            .map(lines::indexOf)
            .findFirst()
            .orElseThrow();

    assertThat(lines.subList(begin, lines.size() - 1)).hasSizeLessThan(30);
  }
}
