package io.loophalt.runtime.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.run.RunEvents;
import io.loophalt.instrumentation.GuardedClasses;
import io.loophalt.runtime.application.NudgedResults;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Out of which results of tools a nudge gets to the model, and what is said of the others. */
class NudgedResultsTest {

  private static final String NUDGED = "no tea\n\n[Loophalt";

  private final GuardedClasses guarded =
      GuardedClasses.beside(
          NudgedResults.class,
          List.of(
              new DetectorPolicy("identical-call", Mode.ACT, Ladder.nudgeThenHalt(3, 9), Map.of())),
          RunEvents.NONE);

  @AfterEach
  void shutTheGate() {
    guarded.close();
    assertThat(guarded.failures()).as("errors of the agent's own: %s", guarded.log()).isZero();
  }

  @Test
  @SuppressWarnings("unchecked")
  void aTextCarriesItWhateverTypeTheToolIsDeclaredToReturn() throws Exception {
    Map<String, String> read = (Map<String, String>) guarded.call(NudgedResults.Carrying.class);

    assertThat(read).hasSize(15);
    assertThat(read).allSatisfy((tool, text) -> assertThat(text).as(tool).startsWith(NUDGED));
    assertThat(guarded.log()).doesNotContain("was to be told");
  }

  @Test
  @SuppressWarnings("unchecked")
  void whatCarriesNoTextLeavesItToTheNextResultAndThatIsSaidOnceForEachTool() throws Exception {
    Map<String, String> read = (Map<String, String>) guarded.call(NudgedResults.Unable.class);

    assertThat(read).hasSize(11);
    assertThat(read)
        .allSatisfy((tool, text) -> assertThat(text).as(tool).contains(" | " + NUDGED))
        .allSatisfy((tool, text) -> assertThat(text).as(tool).containsOnlyOnce("[Loophalt"));
    Stream.of(
            "'declaredOwn' returns a text in a class of the application's own,",
            "'flux' returns a stream,",
            "'fluxAsObject' returns a stream,",
            "'builderAsObject' returns a java.lang.StringBuilder,",
            "'declaredBuilder' returns a java.lang.StringBuilder,",
            "'anyCharacters' returns a java.lang.StringBuilder,",
            "'map' returns a java.util.ImmutableCollections$Map1,",
            "'listLater' returns a java.util.ImmutableCollections$List12,",
            "'number' returns a java.lang.Integer,",
            "'nothing' returns nothing,",
            "'thrown' throws a java.lang.IllegalStateException,")
        .forEach(said -> assertThat(guarded.log()).containsOnlyOnce(said));
    assertThat(guarded.log()).doesNotContain("'text'");
  }

  @Test
  void ofTwoRunsThatSubscribeToOnePublisherTheStuckOneReadsIt() throws Exception {
    List<?> read = (List<?>) guarded.call(NudgedResults.Shared.class);

    assertThat(read).hasSize(2);
    assertThat(String.valueOf(read.get(0))).startsWith(NUDGED);
    assertThat(read.get(1)).isEqualTo("no tea");
  }
}
