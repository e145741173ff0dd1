package io.loophalt.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ErrorNormalizerTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          bash: line 50776: foo: command not found | bash: line <n>: foo: command not found
          /build/1x/src/Main.java:7: error: cannot find symbol | Main.java:<n>: error: cannot find symbol
          C:\\Users\\me\\app\\main.py:12:5 | main.py:<n>:<n>
          cannot read src/main/Foo.java | cannot read Foo.java
          I/O error, and/or text/plain | I/O error, and/or text/plain
          main.ts:47:0: error TS2304 | main.ts:<n>:<n>: error TS2304
          <Foo object at 0x7F0A0> | <Foo object at <hex>>
          com.acme.Foo@1a2b3c is closed | com.acme.Foo@<id> is closed
          key 550e8400-e29b-41d4-a716-446655440000 | key <uuid>
          2026-01-01T10:00:00.023+02:00: refused | <time>: refused
          2026-01-01 10:00:00,123 reset | <date> <time> reset
          timed out after 30s (1.5 ms, PT30S, 1h2m) | timed out after <duration> (<duration>, <duration>, <duration>)
          due in P1D-01 | due in <duration>-<n>
          due in P1D-<n> | due in <duration>-<n>
          GET http://api.host:8080/users/42/posts | GET http://api.host:<n>/users/<n>/posts
          file:///tmp/x/y.txt missing | y.txt missing
          commit 3f2a9c1 not found | commit <id> not found
          DELETE /users/42 failed | DELETE /users/<n> failed
          lost at Thu, 01 Jan 2026 10:00:00 GMT | lost at <time>
          Thu Jan 01 10:00:00 CET 2026 lost | <time> lost
          Jan 01, 2026 10:00:00 AM acme.Main run | <time> acme.Main run
          Jan  1 10:00:00 host app: lost | <time> host app: lost
          [01/Jan/2026:10:00:00 +0100] lost | [<time>] lost
          2026-01-01T10:00:00+01:00[Europe/Berlin] lost | <time> lost
          20260101T100000Z lost on 22 Nov 2026 | <time> lost on <date>
          E1122 18:01:37.123456 12345 file.cc:123] lost | <time> file.cc:<n>] lost
          W20261122 18:01:37.123456       1 a/reflector.go:138] lost | <time> reflector.go:<n>] lost
          E1122 in file.cc at 18:01:37.123456 12345 times | E1122 in file.cc at <time> <n> times
          E1122 18:01:37.123456 12345 files | E1122 <time> <n> files
          E1322 18:01:37.123456 12345 file.cc:123] lost | E1322 <time> <n> file.cc:<n>] lost
          TE1122 18:01:37.123456 12345 file.cc:123] lost | TE1122 <time> <n> file.cc:<n>] lost
          no slot on 2026-W47-7 or 2026W477 | no slot on <date> or <date>
          week_2026-W47-7T10:11:12Z lost | week_<time> lost
          part 2026-W54-7, 2026-W47-8, 2026W4777 or 1026W477 | part <n>-W54-<n>, <n>-W47-<n>, <n>W4777 or <n>W477
          10:11:12 12345 lost, 10:11:12 +0100 lost | <time> <n> lost, <time> lost
          May 5 requests, 10:00:00[main/INFO] | May <n> requests, <time>[main/INFO]
          req_550e8400-e29b-41d4-a716-446655440000_part | req_<uuid>_part
          backup_2026-01-01T10:00:00 at ptr_0x7f00 | backup_<time> at ptr_<hex>
          Main$$Lambda/0x0801@12345678 | Main$$Lambda/<hex>@<id>
          no C:\\Program Files (x86)\\x\\a.py | no a.py
          no \\\\?\\C:\\x\\a.py, \\\\srv\\x\\a.py | no a.py, a.py
          no /tmp/a,b/k=v/#x/(y)/a.py | no a.py
          no jar:file:/x/y.jar!/a.py or nested:/x/y.jar/!z!/a.py | no a.py or a.py
          no '/home/my dir/a.py' | no 'a.py'
          Command '/bin/git pull a/b' | Command 'git pull a/b'
          no such directory: /tmp/x/ | no such directory: /
          {"e":"no /x/a.py\\n/y/b.py"} | {"e":"no a.py\\nb.py"}
          /src/a.c,/lib/b.c | a.c,b.c
          expected "a  b" but was 'c' | expected "a b" but was 'c'
          """)
  void anErrorIsReducedToWhatStaysTheSame(String text, String expected) {
    assertThat(ErrorNormalizer.normalize(text)).isEqualTo(expected);
  }

  @Test
  @SuppressWarnings("StringConcatToTextBlock") // tabs, carriage returns and escapes must be seen
  void stackFramesAndColoursGo() {
    String text =
        "\u001B[31mjava.lang.IllegalStateException: broken\u001B[0m\n"
            + "\tat java.base/java.util.ArrayList.get(ArrayList.java:427)\n"
            + "\tat app//com.acme.Foo.<init>(Foo.java) ~[foo.jar:1.2]\n"
            + "\t... 12 more\r\n"
            + "  File \"/srv/app/x.py\", line 3, in f\n"
            + "    at Object.<anonymous> (/srv/x.js:10:5)\n"
            + "Caused by: java.io.IOException: disk";
    assertThat(ErrorNormalizer.normalize(text))
        .isEqualTo("java.lang.IllegalStateException: broken\nCaused by: java.io.IOException: disk");
  }

  /** A scan that is not linear would read each character thousands of times. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "(",
        "1",
        "\"",
        "/",
        "a",
        "a/",
        "1.",
        "1m1.",
        "@",
        "<n>",
        "C:\\",
        "PT1",
        "\u001B[",
        "-",
        "1a",
        "\\\\a",
        "0x",
        "://",
        "'/a ",
        "/a,",
        "/(",
        "a,/",
        "_0x",
        "_1",
        "Jan 1 ",
        "file:/",
        "\\n",
        "C:\\a\\\\",
        "10:11:12.5",
        "@f"
      })
  void everyCharacterOfAdversarialTextIsReadABoundedNumberOfTimes(String piece) {
    String text = piece.repeat(100_000 / piece.length());
    Counting counting = new Counting(text);
    ErrorNormalizer.digest(counting);
    assertThat(counting.reads)
        .as("reads of %s characters", text.length())
        .isLessThan(100L * text.length());
  }

  /** Counts how often a character is read. */
  private static final class Counting implements CharSequence {
    private final String text;
    private long reads;

    Counting(String text) {
      this.text = text;
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      reads++;
      return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.subSequence(start, end);
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
