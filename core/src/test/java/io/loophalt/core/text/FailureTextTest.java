package io.loophalt.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FailureTextTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Traceback (most recent call last):",
        "AssertionError: 3 != 4",
        "java.io.IOException: disk full",
        "bash: line 12: foo: command not found",
        "12 failed, 3 passed in 2.00s",
        "ERROR: permission denied",
        "{\"error\": \"no such table\"}",
        "The password is wrong.",
        "HTTP/1.1 502 Bad Gateway",
        "403 Forbidden",
        "ssh: connect to host 10.20.4.17 port 22: No route to host",
        "connect: Network is unreachable",
        "bind(): Address already in use (98)",
        "rmdir: /srv/old: Directory not empty",
        "umount: /mnt: Device or resource busy",
        "429 Too Many Requests",
        "413 Payload Too Large: the limit is 10 MB",
        "{\"status\":401,\"title\":\"Unauthorized\"}",
        "mount: Operation not permitted",
        "uniq: extra operand 'lines'",
        "cp: missing operand",
        "kubectl: unknown command \"got\"",
        "warning: not a git repository: .git",
        "touch: a: Read-only file system",
        "check the file if it exists; 3 failed",
        "nothing to be seen\n[exit code 2]",
        "Exit code: 127\nbash: rg: no",
        "Process exited with status 1",
        "writes outside of the folder\n(exit status 126)\n",
        "{\"ok\": false, \"code\": \"DEVICE_LOCKED\"}",
        "{\"success\":false}",
        "No replacement was performed, old_str `x` did not appear verbatim in a.py.",
        "java.lang.IllegalStateException: closed",
        "error.log: cannot be opened",
        "    raise KeyError(name)\nKeyError: 'depth'",
        "catch of a KeyError",
        "new error: 7",
        "12/480 frames, errors 3",
        "3 errors 0 warnings in 1 file",
        "error: 5% of the rows were lost",
        "Upload failed: 37%",
        "Job 0/4 failed",
        "web-1 0/1 Error 5",
        "0 of 3 done then error",
        "E: Package 'loom' has no installation candidate",
        "Build failed 0 artifacts uploaded",
        "Error 0 at line 4",
        "Health\tFailed\n0\t0\nserver exploded",
        "checks_failed: 100%",
        "12 passed 2 failed 0 skipped in 4.2s",
        "failed with error 0x80070005",
        "2 of 480 sent, 4 of 2 failed",
        "| job | done | errors |\n|---|---|---|\n| j-7 | 12 | 7 |",
        "NAME   READY   FAILED\na      1/1     0\nb      0/1     2",
        "NAME   READY   STATUS                       RESTARTS\na      0/1     CreateContainerConfigError   0"
      })
  void anOutputThatAnnouncesAFailureTellsOfOne(String output) {
    assertThat(FailureText.tellsOfFailure(output)).as(output).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ok",
        "no issues",
        "    except ValueError:\n        return 0",
        "    raise LookupError(at)",
        "    throw new IllegalStateException(name);",
        "void close() throws IOException {",
        "0 errors, 0 warnings",
        "12 passed, 0 failed",
        "Compiled without errors.",
        "{\"error\": null, \"items\": []}",
        "{\"errors\":[],\"failed\":0}",
        "failures=0",
        "a terror of a mirror",
        "tests/test_errors.py ....  [ 40%]\n38 passed in 0.41s",
        "The file src/ledger/errors.py has been updated.",
        "Email queued. You will be notified if delivery failed.",
        "Job accepted. Errors, if any, will be reported to the owner.",
        "accepted; failures will be reported",
        "Saved. If access is forbidden, ask the owner.",
        "all there\n[exit code 0]",
        "the exit is 100 m ahead",
        "user [-o FILE]: ada",
        "{\"ok\": true, \"code\": \"DEVICE_LOCKED\"}",
        "{\"pending\":5740,\"running\":24,\"failed\":2}",
        "{\"name\":\"x\",\"ok\":false}",
        "Job 66a1  Rendering  12/480 frames  workers 5  errors 0  avg 49 s",
        "copied 70 files, error count 0",
        "     http_req_failed................: 0.02% 12 of 58110",
        "processed 70 failed 0 busy 5 enqueued 410",
        "70 of 480 sent, 0 of 70 failed",
        "0/480 frames failed so far",
        "70 von 600 gedruckt, Fehler 0, 0 von 70 fehlgeschlagen",
        "已处理 70/600，错误 0，失败：0件",
        "| job | done | errors |\n|---|---|---|\n| j-7 | 12 | 0 |",
        " job | done | failed \n-----+------+--------\n j-7 |   12 |      0\n(1 row)",
        "NAME   COMPLETIONS   FAILED   AGE\na      1/6           0        3m\nb      2/6           -        3m",
        ""
      })
  void anOutputThatDeniesOrDoesNotMentionAFailureTellsOfNone(String output) {
    assertThat(FailureText.tellsOfFailure(output)).as(output).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "no match at line 40 | no match at line 4711",
        "config.py:47: bad value | config.py:52: bad value",
        "main.c:33:1: error: unknown type | main.c:5:12: error: unknown type",
        "failed at 2026-01-01T00:00:00Z | failed at 2026-02-03T11:12:13.5+01:00",
        "failed on 2026-W47-7 | failed on 2026-W48-1",
        "E1122 18:01:37.123456 12345 a.cc:7] lost | E1123 09:00:00.000001 98 b/a.cc:8] lost",
        "3 failed in 2.01s | 3 failed in 14.2s",
        "/home/a/src/x.py: broken | /srv/b/x.py: broken",
        "object at 0x7f3a | object at 0x11b0",
        "request e8d79f49-af6d-414c-aa6f-188a424e617b lost"
            + " | request 46f29c7c-771e-46d5-a78f-e7033bf1b55c lost",
        "connection to 10.0.0.7 refused | connection to 10.1.22.133 refused",
        "commit 7f3a9b0 is broken | commit 11bc0de is broken",
        "refused (attempt 7) | refused (attempt 8)",
        "failed, try no. 2 of 5 | failed, try no. 3 of 5",
        "wrong, 9 attempts remaining | wrong, 8 attempts remaining",
        "wrong, 3 more tries | wrong, 2 more tries",
        "[pid 4711] fatal | [pid 4712] fatal",
        "ERROR 4711 --- [nio-8080-exec-7] a.B : lost | ERROR 17 --- [nio-8080-exec-10] a.B : lost",
        "[batch-1-thread-6] ERROR lost | [batch-2-thread-8] ERROR lost",
        "12:00:01.123 [pool-3-thread-2] ERROR lost | 12:00:59.001 [pool-14-thread-1] ERROR lost",
        "error in request_id=8Kx2q1 | error in request_id=9aB77z",
        "session id: 17 lost | session id: 18 lost",
        "{\"error\":\"NO_FUNDS\",\"ref\": \"tx8Kq1\"} | {\"error\":\"NO_FUNDS\",\"ref\":"
            + " \"tx9Lr2\"}",
        "{\"error\":\"x\",\"ts\":1790000001} | {\"error\":\"x\",\"ts\":1790000009}",
        "refused at 1767225600 | refused at 1767229999",
        "com.acme.Foo@1a2b3c is closed | com.acme.Foo@1234567 is closed",
        "two  words | two words"
      })
  void whatVariesBetweenOccurrencesMakesNoDifference(String one, String other) {
    assertThat(FailureText.ofOutput(one, "")).as(one).isEqualTo(FailureText.ofOutput(other, ""));
    assertThat(FailureText.ofMessage(one, "")).as(one).isEqualTo(FailureText.ofMessage(other, ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "12 failed, 0 passed | 11 failed, 1 passed",
        "3 errors | 2 errors",
        "coverage is at 40% | coverage is at 60%",
        "http://host/users/list failed | http://host/orders/list failed",
        "HTTP error | TLS error",
        "E1122 lost | E1123 lost",
        "E1122 10:00:00.123456 12345 a.cc:7] lost | E1122 10:00:00.123456 12345 b.cc:7] lost"
      })
  void whatTellsOfProgressOrOfAnotherFailureMakesADifference(String one, String other) {
    assertThat(FailureText.ofOutput(one, "")).as(one).isNotEqualTo(FailureText.ofOutput(other, ""));
    assertThat(FailureText.ofMessage(one, ""))
        .as(one)
        .isNotEqualTo(FailureText.ofMessage(other, ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "failed to process 12 records | failed to process 9 records",
        "value 7 was refused | value 8 was refused",
        "[CWE-79] is an error | [CWE-80] is an error",
        "lost [7 of 9] | lost [8 of 9]",
        "1767225600 bytes are missing | 1667225600 bytes are missing",
        "error is 0.7 | error is 0.4"
      })
  void otherNumbersCountInAnOutputButNotInAnErrorMessage(String one, String other) {
    assertThat(FailureText.ofOutput(one, "")).isNotEqualTo(FailureText.ofOutput(other, ""));
    assertThat(FailureText.ofMessage(one, "")).isEqualTo(FailureText.ofMessage(other, ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "order 1001 is closed | {'order_id':1001} | order 1002 is closed | {'order_id':1002}",
        "INV-17 is paid | {'invoice':'INV-17'} | INV-18 is paid | {'invoice':'INV-18'}",
        "[shard-7] is lost | {'shard':'shard-7'} | [shard-8] is lost | {'shard':'shard-8'}",
        "host 10.0.0.7 is down | {'host':'10.0.0.7'} | host 10.0.0.8 is down | {'host':'10.0.0.8'}",
        "no slot on 2026-05-01 | {'day':'2026-05-01'} | no slot on 2026-05-02 |"
            + " {'day':'2026-05-02'}",
        "commit id 3fa9c21 cannot be reverted | {'command':'git revert 3fa9c21'} | commit id"
            + " 77be01d cannot be reverted | {'command':'git revert 77be01d'}",
        "revision 0x3fa9c21 is gone | {'command':'show 0x3fa9c21'} | revision 0x77be01d is gone |"
            + " {'command':'show 0x77be01d'}"
      })
  void whatTheCallAskedAboutTellsFailuresApart(
      String one, String arguments, String other, String otherArguments) {
    String quoted = arguments.replace('\'', '"');
    String otherQuoted = otherArguments.replace('\'', '"');

    assertThat(FailureText.ofMessage(one, quoted))
        .as(one)
        .isNotEqualTo(FailureText.ofMessage(other, otherQuoted));
    assertThat(FailureText.ofOutput(one, quoted))
        .as(one)
        .isNotEqualTo(FailureText.ofOutput(other, otherQuoted));
    assertThat(FailureText.ofMessage(one, "{}")).isEqualTo(FailureText.ofMessage(other, "{}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "offset 400 is beyond the end | {'offset':400} | offset 500 is beyond the end |"
            + " {'offset':500}",
        "lost in 17 | {'request_id':17} | lost in 18 | {'request_id':18}",
        "cannot add 17 | {'code':'x = 17'} | cannot add 18 | {'code':'x = 18'}",
        "gave up, attempt 3 | {'n':3} | gave up, attempt 4 | {'n':4}",
        "bad at line 3 | {'line':3} | bad at line 4 | {'line':4}",
        "no answer in 30 s | {'timeout':30} | no answer in 60 s | {'timeout':60}"
      })
  void placesRequestsCodeAndAttemptsAreNotWhatACallAsksAbout(
      String one, String arguments, String other, String otherArguments) {
    assertThat(FailureText.ofMessage(one, arguments.replace('\'', '"')))
        .as(one)
        .isEqualTo(FailureText.ofMessage(other, otherArguments.replace('\'', '"')));
  }

  /** A file of one long line: each of the message's numbers is found in it a thousand times. */
  @Test
  void ofLongArgumentsOnlyTheBeginningIsRead() {
    String begins = "{\"content\":\"" + "1 ".repeat(1_500);
    Counting arguments = new Counting(begins, Integer.MAX_VALUE);

    assertThat(FailureText.ofMessage("no 1 of 2", arguments))
        .isEqualTo(FailureText.ofMessage("no 3 of 4", arguments));
    assertThat(FailureText.ofOutput("no 1 of 2", arguments))
        .isNotEqualTo(FailureText.ofOutput("no 3 of 4", arguments));
  }

  /** Each of its numbers might stand after a file, whose name begins where the text does. */
  @Test
  void aLongTextWithoutASpaceIsReadInTimeThatGrowsWithItsLength() {
    String text = "error " + "a:1".repeat(10_000);
    Counting counting = new Counting(text, text.length());

    long digest = FailureText.ofMessage(counting, "");

    assertThat(digest).isEqualTo(FailureText.ofMessage(text, ""));
    assertThat(counting.read / text.length()).as("readings of a character").isLessThan(1_000);
  }

  @Test
  void aHeadlineThatSaysNothingIsToldApartByTheLineBefore() {
    String one = "  assert f(1) == 3\nAssertionError";
    String other = "  assert g(2) == 4\nAssertionError";
    String wrapped =
        "a.c:3: error: no x\nCalledProcessError: Command 'make' returned exit status 2.";
    String otherWrapped = wrapped.replace("no x", "no y");

    assertThat(FailureText.ofHeadline(one, "")).isNotZero();
    assertThat(FailureText.ofHeadline(one, "")).isNotEqualTo(FailureText.ofHeadline(other, ""));
    assertThat(FailureText.ofHeadline(one, ""))
        .isEqualTo(
            FailureText.ofHeadline("line 7\n  assert f(1) == 3\n  ^^^^^\nAssertionError\n", ""));
    assertThat(FailureText.ofHeadline(wrapped, ""))
        .isNotEqualTo(FailureText.ofHeadline(otherWrapped, ""));
    assertThat(FailureText.ofHeadline("x = 1\nSyntaxError: bad", ""))
        .isEqualTo(FailureText.ofHeadline("y = 2\nSyntaxError: bad", ""));
  }

  @ParameterizedTest
  @CsvSource({
    "404 Not Found,true",
    "no such host,true",
    "No matches found,true",
    "no matching function,false",
    "no resulting rows,false",
    "cat: a: not found,true",
    "bash: rg: command not found,false",
    "sh: 1: rg: not found,false",
    "/bin/sh: rg: not found,false",
    "Tool 'x' not found. Available: y,false",
    "connection refused,false"
  })
  void anAbsenceIsToldFromAToolThatIsAbsent(String text, boolean absence) {
    assertThat(FailureText.saysAbsence(text)).isEqualTo(absence);
  }

  @ParameterizedTest
  @CsvSource({
    "exit code 1, '', true",
    "Exit code 1, '0\n', true",
    "exited with status 1, ' \n', true",
    "java.io.IOException: exit code 1, '', true",
    "Process exited with code 1, '', true",
    "exit status 1, '', true",
    "ExecuteException: Process exited with an error: 1 (Exit value: 1), '', true",
    "Command returned non-zero exit status 1., '', true",
    "exit code 123, '', true",
    "exit code -1, '', false",
    "exit code 1, 3, false",
    "exit code 1, 00, false",
    "exit code 1, permission denied, false",
    "exit code 2, '', false",
    "exit code 12, '', false",
    "exit code 1, grep: a: No such file or directory, false",
    "command failed, '', false"
  })
  void aSearchThatEndsWithStatus1AndPrintsNothingFoundNothing(
      String error, String output, boolean nothing) {
    assertThat(FailureText.isBareExitStatus(error)).as(error).isTrue();
    assertThat(FailureText.foundNothing(error, output)).isEqualTo(nothing);
  }

  @ParameterizedTest
  @CsvSource({
    "exit code 1,true",
    "exit code 22,true",
    "exit code 126,false",
    "Exit status: 127,false"
  })
  void byItsStatusTheShellSaysWhetherItCouldRunTheCommand(String error, boolean could) {
    assertThat(FailureText.couldRun(error)).as(error).isEqualTo(could);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "error 1",
        "exit denied",
        "a.B: exit code 1",
        "process 1 failed",
        "IOException: closed"
      })
  void whatSaysMoreThanAnExitStatusIsNotABareOne(String error) {
    assertThat(FailureText.isBareExitStatus(error)).as(error).isFalse();
  }

  @Property
  void anyTextIsReadToItsEnd(@ForAll String text) {
    assertThat(FailureText.ofOutput(text, "")).isEqualTo(FailureText.ofOutput(text + "  ", ""));
    assertThat(FailureText.ofMessage(text, "")).isNotZero();
    assertThat(FailureText.tellsOfFailure("error " + text)).isIn(true, false);
  }

  /** A text of any length; what lies behind its beginning must not be read. */
  private static final class Counting implements CharSequence {

    private final String begins;
    private final int length;
    private long read;

    Counting(String begins, int length) {
      this.begins = begins;
      this.length = length;
    }

    @Override
    public int length() {
      return length;
    }

    @Override
    public char charAt(int index) {
      read++;
      return begins.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return begins.substring(start, end);
    }

    @Override
    public String toString() {
      return begins;
    }
  }
}
