package io.loophalt.recordings.format;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordingReaderTest {

  private static final String RUN =
      "{\"id\":\"r%d\",\"steps\":[{\"turn\":0,\"tool\":\"f\",\"args\":{},\"result\":\"x\"}]}\n";

  private static final String END =
      "{\"event\":\"run_end\",\"time\":\"2026-11-22T02:00:00Z\",\"run\":\"run-%d\",\"steps\":3}\n";

  private final Recordings recordings = new Recordings();

  @Test
  void gzipIsToldByItsFirstBytes() throws IOException {
    byte[] packed = gzip(RUN.formatted(1) + RUN.formatted(2));

    assertThat(recordings.verdicts("runs.txt", new ByteArrayInputStream(packed)).lines())
        .hasSize(2)
        .allSatisfy(line -> assertThat(line).contains("\"steps\":1"));
    assertThat(recordings.problems).isEmpty();
  }

  @Test
  void gzipThatIsCutOffIsReportedAndWhatCameBeforeIsKept() throws IOException {
    StringBuilder runs = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      runs.append(RUN.formatted(i));
    }
    byte[] packed = gzip(runs.toString());

    String verdicts =
        recordings.verdicts(
            "cut.gz", new ByteArrayInputStream(Arrays.copyOf(packed, packed.length / 2)));

    assertThat(verdicts.lines().count()).isBetween(1_000L, 19_999L);
    assertThat(recordings.problems)
        .singleElement()
        .asString()
        .startsWith(
            "cut.gz:%d: the gzip data is damaged or cut off here"
                .formatted(verdicts.lines().count() + 1));
  }

  @Test
  void ofShortGzipThatIsCutOffTheWholeLinesAreKept() throws IOException {
    // Random names do not pack, so that most of the lines are there when the end is cut off.
    StringBuilder runs = new StringBuilder();
    Random random = new Random(7);
    for (int i = 0; i < 20; i++) {
      runs.append(RUN.replace("r%d", Long.toHexString(random.nextLong())));
    }
    byte[] packed = gzip(runs.toString());

    String verdicts =
        recordings.verdicts(
            "cut.gz", new ByteArrayInputStream(Arrays.copyOf(packed, packed.length - 60)));

    assertThat(verdicts.lines().count()).isBetween(10L, 19L);
    assertThat(recordings.problems)
        .singleElement()
        .asString()
        .startsWith(
            "cut.gz:%d: the gzip data is damaged or cut off here"
                .formatted(verdicts.lines().count() + 1));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 5, 12})
  void ofGzipThatEndsInItsHeaderNothingIsSaidButThat(int length) throws IOException {
    byte[] packed = gzip(RUN.formatted(1));

    String verdicts =
        recordings.verdicts("cut.gz", new ByteArrayInputStream(Arrays.copyOf(packed, length)));

    assertThat(verdicts).isEmpty();
    assertThat(recordings.problems)
        .singleElement()
        .asString()
        .startsWith("cut.gz:0: the gzip data is damaged or cut off: ");
  }

  /** As from a pipe whose writer has begun a member and not the next one. */
  @Test
  void gzipMembersThatAreNotThereYetAreWaitedFor() throws IOException {
    InputStream first = new ByteArrayInputStream(gzip(RUN.formatted(1)));
    InputStream second = new ByteArrayInputStream(gzip(RUN.formatted(2)));
    InputStream pipe =
        new SequenceInputStream(first, second) {
          @Override
          public int available() {
            return 0;
          }
        };

    assertThat(recordings.verdicts("piped", pipe).lines().map(line -> line.substring(0, 10)))
        .containsExactly("{\"id\":\"r1\"", "{\"id\":\"r2\"");
    assertThat(recordings.problems).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"id\":\"n\",\"reward\":NaN,\"messages\":[{\"role\":\"assistant\",\"content\":\"a\"}]}",
        "{\"id\":\"n\",\"messages\":[{\"role\":\"assistant\",\"content\":\"a\"}],\n\"reward\":-Infinity}",
        "{\"id\":\"n\",\"reward\":NaN,\"steps\":[{\"text\":\"a\",\"tokens\":NaN}]}",
      })
  void numbersThatAreNoneDoNoHarm(String text) throws IOException {
    assertThat(recordings.transcript(text)).isEqualTo("n\n  0 \"a\"\n");
    assertThat(recordings.problems).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {RUN + RUN, "{\n \"messages\": [\n  {}\n ]\n}\n"})
  void aTextInUtf16IsRefusedWithWhatToDo(String text) throws IOException {
    byte[] wide = text.getBytes(UTF_16);

    assertThat(recordings.verdicts("wide.jsonl", new ByteArrayInputStream(wide))).isEmpty();
    assertThat(recordings.problems)
        .singleElement()
        .asString()
        .startsWith("wide.jsonl:0: the text is UTF-16; convert it to UTF-8 first");
  }

  @Test
  void aByteThatIsNotUtf8CostsItsLineAndNoOther() throws IOException {
    String latin = "{\"note\":\"K\u00e4se\"," + RUN.formatted(1).substring(1);
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.write(latin.getBytes(ISO_8859_1));
    file.write(RUN.formatted(2).getBytes(UTF_8));

    String verdicts = recordings.verdicts("f", new ByteArrayInputStream(file.toByteArray()));

    assertThat(verdicts.lines()).singleElement().asString().startsWith("{\"id\":\"r2\"");
    assertThat(recordings.problems)
        .singleElement()
        .asString()
        .startsWith("f:1: not UTF-8 near byte ")
        .contains("iconv");
  }

  @Test
  void aLineLongerThanAnyEventIsReportedAndTheNextIsRead() throws IOException {
    String end = END.formatted(2);
    InputStream endless = repeated("1,", 200_000_000);
    InputStream file =
        new SequenceInputStream(
            Collections.enumeration(
                List.of(
                    new ByteArrayInputStream(
                        (END.formatted(1).strip() + "\n{\"a\":[").getBytes(UTF_8)),
                    endless,
                    new ByteArrayInputStream(("\n" + end).getBytes(UTF_8)))));

    String verdicts = recordings.verdicts("f", file);

    assertThat(verdicts.lines()).hasSize(2);
    assertThat(recordings.problems)
        .containsExactly("f:2: a single value is larger than 32000000 characters");
  }

  @Test
  void oneEndlessLineOfNothingIsReportedByItsBeginning() throws IOException {
    recordings.verdicts("f", repeated("x", Long.MAX_VALUE));

    assertThat(recordings.problems)
        .singleElement()
        .asString()
        .startsWith("f:0: its first line is longer than 262144 bytes and begins like none of");
  }

  private static InputStream repeated(String text, long length) {
    return new InputStream() {
      private long read;

      @Override
      public int read() {
        return read == length ? -1 : text.charAt((int) (read++ % text.length()));
      }

      @Override
      public int read(byte[] target, int offset, int most) {
        int count = (int) Math.min(most, length - read);
        for (int i = 0; i < count; i++) {
          target[offset + i] = (byte) text.charAt((int) (read++ % text.length()));
        }
        return count == 0 ? -1 : count;
      }
    };
  }

  @Test
  void whatTheParserSaysOfItselfIsNotRepeated() throws IOException {
    recordings.transcript(RUN.formatted(1) + "{\"id\":\"x\",\"steps\":[}\n");

    assertThat(recordings.problems)
        .singleElement()
        .asString()
        .startsWith("test.jsonl:2: ")
        .doesNotContain("Source", "REDACTED");
  }

  @Test
  void brokenLinesAreReportedWithTheirNumbersAndSkipped() throws IOException {
    String text =
        RUN.formatted(1)
            + "{\"id\":\"cut\",\"steps\":[{\"turn\":0,\n"
            + "\n"
            + "not json\n"
            + "[1]\n"
            + "{\"id\":\"other\"}\n"
            + RUN.formatted(2).strip()
            + "}\n"
            + RUN.formatted(3).strip();

    String verdicts = recordings.verdicts("f", new ByteArrayInputStream(text.getBytes(UTF_8)));

    assertThat(verdicts.lines().map(line -> line.substring(0, 10)))
        .containsExactly("{\"id\":\"r1\"", "{\"id\":\"r2\"", "{\"id\":\"r3\"");
    assertThat(recordings.problems.stream().map(problem -> problem.substring(0, 4)))
        .as("files and lines of %s", recordings.problems)
        .containsExactly("f:2:", "f:4:", "f:5:", "f:6:", "f:7:");
  }

  @Test
  void aBrokenFirstLineDoesNotHideTheOthers() throws IOException {
    String text = "{\"id\":\"cut\",\"steps\":[{\"turn\":0\n" + RUN.formatted(1);

    String verdicts = recordings.verdicts("f", new ByteArrayInputStream(text.getBytes(UTF_8)));

    assertThat(verdicts).startsWith("{\"id\":\"r1\"");
    assertThat(recordings.problems).singleElement().asString().startsWith("f:1: ");
  }

  @Test
  void aValueThatSpansLinesAndBreaksOffIsReportedWithItsLine() throws IOException {
    String text =
        """
        [
          {"role": "assistant", "content": "a"},
          {"role": "assistant", oops}
        ]
        """;

    assertThat(recordings.verdicts("f", new ByteArrayInputStream(text.getBytes(UTF_8)))).isEmpty();
    assertThat(recordings.problems)
        .singleElement()
        .asString()
        .startsWith("f:3: ")
        .endsWith("the rest of the file was not read");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[\n{\"role\":\"assistant\",\"content\":\"a\"},\n{\"role\":\"assistant\",\"content\":\"b\"}\n]",
        "[{\"role\":\"assistant\",\"content\":\"a\"},\n{\"role\":\"assistant\",\"content\":\"b\"}]",
        "[{\"role\":\"assistant\",\"content\":\"a\"},{\"role\":\"assistant\",\"content\":\"b\"}]",
        "\n\n{\n\t\"messages\":\n[{\"role\":\"assistant\",\"content\":\"a\"},\n"
            + "{\"role\":\"assistant\",\"content\":\"b\"}]}",
        "{\"role\":\"assistant\",\"content\":\"a\"}\r\n{\"role\":\"assistant\",\"content\":\"b\"}\r\n"
      })
  void theLayoutOfAFileMakesNoDifference(String text) throws IOException {
    assertThat(recordings.transcript(text)).isEqualTo("test\n  0 \"a\"\n  1 \"b\"\n");
    assertThat(recordings.problems).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hello\n",
        "{\"a\":1}\n",
        "[]",
        "\u0000\u0001",
        "[[[[[[",
        "\"text\"",
        "{\"steps\":[{\"observation\":\"of another schema\"}]}"
      })
  void whatIsNoRecordingIsReportedWithTheKnownFormats(String text) throws IOException {
    assertThat(recordings.transcript(text)).isEmpty();
    assertThat(recordings.problems)
        .singleElement()
        .asString()
        .startsWith("test.jsonl:0: none of the known formats (Loophalt event logs, ");
  }

  @Test
  void theLastLineOfALogMayBreakOffAndNoOther() throws IOException {
    String event = "{\"event\":\"reset\",\"time\":\"t\",\"run\":\"run-1\",\"task\":\"t\"}\n";

    recordings.transcript(event + event.substring(0, 20));
    assertThat(recordings.problems)
        .singleElement()
        .asString()
        .startsWith("test.jsonl: its last line breaks off");

    recordings.problems.clear();
    recordings.transcript(event + event.substring(0, 20) + "\n" + event);
    assertThat(recordings.problems).singleElement().asString().startsWith("test.jsonl:2: ");
  }

  @Test
  void anEmptyFileIsReported() throws IOException {
    assertThat(recordings.transcript("")).isEmpty();
    assertThat(recordings.problems).containsExactly("test.jsonl: the file is empty");
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream packed = new GZIPOutputStream(bytes)) {
      packed.write(text.getBytes(UTF_8));
    }
    return bytes.toByteArray();
  }
}
