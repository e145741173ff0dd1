package io.loophalt.agent.fingerprint;

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
        "check the file if it exists; 3 failed"
      })
  void anOutputThatAnnouncesAFailureTellsOfOne(String output) {
    assertThat(FailureText.tellsOfFailure(output)).as(output).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ok",
        "no issues",
        "0 errors, 0 warnings",
        "12 passed, 0 failed",
        "Compiled without errors.",
        "{\"error\": null, \"items\": []}",
        "{\"errors\":[],\"failed\":0}",
        "failures=0",
        "a terror of a mirror",
        "Email queued. You will be notified if delivery failed.",
        "Job accepted. Errors, if any, will be reported to the owner.",
        "accepted; failures will be reported",
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
        "3 failed in 2.01s | 3 failed in 14.2s",
        "/home/a/src/x.py: broken | /srv/b/x.py: broken",
        "object at 0x7f3a | object at 0x11b0",
        "request e8d79f49-af6d-414c-aa6f-188a424e617b lost"
            + " | request 46f29c7c-771e-46d5-a78f-e7033bf1b55c lost",
        "two  words | two words"
      })
  void whatVariesBetweenOccurrencesMakesNoDifference(String one, String other) {
    assertThat(FailureText.ofOutput(one)).as(one).isEqualTo(FailureText.ofOutput(other));
    assertThat(FailureText.ofMessage(one)).as(one).isEqualTo(FailureText.ofMessage(other));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "12 failed, 0 passed | 11 failed, 1 passed",
        "3 errors | 2 errors",
        "coverage is at 40% | coverage is at 60%",
        "HTTP error | TLS error"
      })
  void whatTellsOfProgressOrOfAnotherFailureMakesADifference(String one, String other) {
    assertThat(FailureText.ofOutput(one)).as(one).isNotEqualTo(FailureText.ofOutput(other));
    assertThat(FailureText.ofMessage(one)).as(one).isNotEqualTo(FailureText.ofMessage(other));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"attempt 7 was refused | attempt 8 was refused"})
  void otherNumbersCountInAnOutputButNotInAnErrorMessage(String one, String other) {
    assertThat(FailureText.ofOutput(one)).isNotEqualTo(FailureText.ofOutput(other));
    assertThat(FailureText.ofMessage(one)).isEqualTo(FailureText.ofMessage(other));
  }

  @Test
  void aHeadlineThatSaysNothingIsToldApartByTheLineBefore() {
    String one = "  assert f(1) == 3\nAssertionError";
    String other = "  assert g(2) == 4\nAssertionError";
    String wrapped =
        "a.c:3: error: no x\nCalledProcessError: Command 'make' returned exit status 2.";
    String otherWrapped = wrapped.replace("no x", "no y");

    assertThat(FailureText.ofHeadline(one)).isNotZero();
    assertThat(FailureText.ofHeadline(one)).isNotEqualTo(FailureText.ofHeadline(other));
    assertThat(FailureText.ofHeadline(one))
        .isEqualTo(FailureText.ofHeadline("line 7\n  assert f(1) == 3\n  ^^^^^\nAssertionError\n"));
    assertThat(FailureText.ofHeadline(wrapped)).isNotEqualTo(FailureText.ofHeadline(otherWrapped));
    assertThat(FailureText.ofHeadline("x = 1\nSyntaxError: bad"))
        .isEqualTo(FailureText.ofHeadline("y = 2\nSyntaxError: bad"));
  }

  @ParameterizedTest
  @CsvSource({
    "404 Not Found,true",
    "no such host,true",
    "Tool 'x' not found. Available: y,false",
    "connection refused,false"
  })
  void anAbsenceIsToldFromAToolThatIsAbsent(String text, boolean absence) {
    assertThat(FailureText.saysAbsence(text)).isEqualTo(absence);
  }

  @Property
  void anyTextIsReadToItsEnd(@ForAll String text) {
    assertThat(FailureText.ofOutput(text)).isEqualTo(FailureText.ofOutput(text + "  "));
    assertThat(FailureText.ofMessage(text)).isNotZero();
    assertThat(FailureText.tellsOfFailure("error " + text)).isIn(true, false);
  }
}
