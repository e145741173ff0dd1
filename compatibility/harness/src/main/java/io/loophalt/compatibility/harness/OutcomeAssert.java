package io.loophalt.compatibility.harness;

import java.util.Map;
import java.util.stream.Collectors;
import org.assertj.core.api.AbstractAssert;

/** Assertions on an {@link Outcome}; each failure shows the whole run. */
public final class OutcomeAssert extends AbstractAssert<OutcomeAssert, Outcome> {

  private OutcomeAssert(Outcome outcome) {
    super(outcome, OutcomeAssert.class);
  }

  /** Begins. */
  public static OutcomeAssert assertThatRun(Outcome outcome) {
    return new OutcomeAssert(outcome);
  }

  /** The application came to its own end. */
  public OutcomeAssert endedWell() {
    return exitedWith(0).reports("done", "true");
  }

  /** The JVM ended with this status. */
  public OutcomeAssert exitedWith(int status) {
    if (actual.exit() != status) {
      failWithMessage("exit status should be %s%s", status, actual.describe());
    }
    return this;
  }

  /** The JVM ended with a status that says that it failed. */
  public OutcomeAssert failed() {
    if (actual.exit() == 0) {
      failWithMessage("exit status should not be 0%s", actual.describe());
    }
    return this;
  }

  /** The application reported this fact with this value. */
  public OutcomeAssert reports(String key, Object value) {
    String reported = actual.facts().get(key);
    if (!String.valueOf(value).equals(reported)) {
      failWithMessage("%s should be %s but is %s%s", key, value, reported, actual.describe());
    }
    return this;
  }

  /** The application reported exactly what another run of it did. */
  public OutcomeAssert reportsTheSameAs(Outcome other) {
    if (!actual.out().equals(other.out())) {
      Map<String, String> facts = actual.facts();
      String differences =
          other.facts().entrySet().stream()
              .map(fact -> Map.entry(fact, String.valueOf(facts.get(fact.getKey()))))
              .filter(pair -> !pair.getKey().getValue().equals(pair.getValue()))
              .map(pair -> "  %s became %s".formatted(pair.getKey(), pair.getValue()))
              .collect(Collectors.joining("\n"));
      failWithMessage(
          "the two runs should report the same; they differ in%n%s%n%s%s",
          differences, actual.describe(), other.describe());
    }
    return this;
  }

  /** Standard output holds the application's report and not a line more. */
  public OutcomeAssert printedNothingButItsReport() {
    for (String line : actual.out()) {
      if (!line.matches("[a-z][\\w.$-]*=.*")) {
        failWithMessage("'%s' is not from the application%s", line, actual.describe());
      }
    }
    return this;
  }

  /** Nothing at all was printed on standard output. */
  public OutcomeAssert printedNothing() {
    if (!actual.out().isEmpty()) {
      failWithMessage("standard output should be empty%s", actual.describe());
    }
    return this;
  }

  /** A line of standard error matches this regular expression as a whole. */
  public OutcomeAssert warns(String regex) {
    if (actual.err().stream().noneMatch(line -> line.matches(regex))) {
      failWithMessage("standard error should have a line like%n  %s%s", regex, actual.describe());
    }
    return this;
  }

  /** No line of standard error matches this regular expression as a whole. */
  public OutcomeAssert doesNotWarn(String regex) {
    if (actual.err().stream().anyMatch(line -> line.matches(regex))) {
      failWithMessage("standard error should have no line like%n  %s%s", regex, actual.describe());
    }
    return this;
  }
}
