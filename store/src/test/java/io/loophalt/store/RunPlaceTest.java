package io.loophalt.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.loophalt.store.RunPlace.Above;
import io.loophalt.store.RunPlace.Sought;
import io.loophalt.store.StoredNames.RunName;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class RunPlaceTest {

  private static final RunName PART = new RunName("part", "part/job");
  private static final RunName JOB = new RunName("order", "order/job");
  private static final Generation FIRST = new Generation(1, new byte[] {7});

  @Property
  void whoReadsAnEntryFindsTheRunBesideTheSameOnes(@ForAll("around") List<Above> around)
      throws IOException {
    RunPlace place = read(PART, entry(PART, around));

    assertThat(place.isInside(around)).isTrue();
    assertThat(place.around()).usingRecursiveComparison().isEqualTo(around);
    assertThat(place.key()).isEqualTo(Names.OURS.keyOf(around.get(0).name().id(), PART.id()));
    assertThat(place.isSaid()).isTrue();
  }

  /** As where somebody without the key has a server say of a run what it said of another. */
  @Test
  void whatIsSaidOfAnotherRunIsNotBelieved() {
    byte[] ofAnother = entry(new RunName("part", "part/other"), List.of(new Above(JOB, FIRST)));

    assertThatIOException()
        .isThrownBy(() -> read(PART, ofAnother))
        .withMessageContaining("another run");
  }

  @Test
  void whatIsSaidUnderAnotherKeyIsNotBelieved() {
    Sought sought = new Sought(PART, List.of(new Above(JOB, FIRST)), FIRST, Duration.ofHours(1));
    byte[] entry = RunPlace.entryOf(sought, Names.OF_OTHERS);

    assertThatIOException().isThrownBy(() -> read(PART, entry));
  }

  @Test
  void nothingIsAroundARunOfWhichThatIsSaid() {
    assertThatIOException().isThrownBy(() -> read(PART, entry(PART, List.of())));
  }

  /** What was said of a part that is over is not said of the next one, at the same place. */
  @Test
  void noTwoEntriesAreCalledAlike() throws IOException {
    List<Above> around = List.of(new Above(JOB, FIRST));
    RunPlace one = read(PART, entry(PART, around));
    RunPlace other = read(PART, entry(PART, around));

    assertThat(one.key()).isEqualTo(other.key());
    assertThat(one.entryId()).hasSize(16).isNotEqualTo(other.entryId());
    assertThat(one.saidBy(other).entryId()).isEqualTo(other.entryId());
    assertThat(RunPlace.alone(one.key()).entryId()).isEmpty();
  }

  @Test
  void aRunAroundAnotherIsWhereItIsItself() throws IOException {
    RunName piece = new RunName("piece", "piece/job");
    RunPlace place = read(piece, entry(piece, List.of(above(JOB), above(PART))));

    assertThat(place.ofOneAround(Names.OURS, 0).key()).isEqualTo(Names.OURS.keyOf(JOB.id()));
    assertThat(place.ofOneAround(Names.OURS, 0).isSaid()).as("by its own name").isTrue();
    RunPlace part = place.ofOneAround(Names.OURS, 1);
    assertThat(part.key()).isEqualTo(read(PART, entry(PART, List.of(above(JOB)))).key());
    assertThat(part.isSaid()).as("not here").isFalse();
    assertThat(part.isInside(List.of(above(JOB)))).isTrue();
    assertThat(part.aroundInside(PART, FIRST)).hasSize(2);
  }

  @Test
  void anotherGenerationIsAnotherRun() {
    Above first = new Above(JOB, FIRST);

    assertThat(first.isSame(new Above(JOB, new Generation(2, new byte[] {7})))).isFalse();
    assertThat(first.isSame(new Above(PART, FIRST))).isFalse();
    assertThat(first.isSame(above(JOB))).as("as far as is known").isTrue();
  }

  /** Else whoever is still in the run would be apart from who joins it. */
  @Property
  void whereARunIsIsKeptForLongerThanTheRun(
      @ForAll @LongRange(min = 1, max = 1_000_000_000_000L) long gapMillis) {
    Duration gap = Duration.ofMillis(gapMillis);

    Duration renewed = RunPlace.renewedAfter(gap);

    assertThat(renewed).isLessThanOrEqualTo(Duration.ofMinutes(1)).isLessThan(gap);
    assertThat(RunPlace.keptFor(gap)).isGreaterThan(gap.plus(renewed));
  }

  private static Above above(RunName name) {
    return new Above(name, null);
  }

  private static byte[] entry(RunName name, List<Above> around) {
    return RunPlace.entryOf(new Sought(name, around, FIRST, Duration.ofHours(1)), Names.OURS);
  }

  private static RunPlace read(RunName name, byte[] entry) throws IOException {
    return RunPlace.read(Names.OURS, name, entry);
  }

  @Provide
  Arbitrary<List<Above>> around() {
    Arbitrary<String> texts = Arbitraries.strings().withChars('ä', '/', 'a', '€').ofMaxLength(9);
    Arbitrary<Generation> generations =
        Combinators.combine(
                Arbitraries.longs(), Arbitraries.bytes().array(byte[].class).ofMaxSize(40))
            .as(Generation::new);
    return Combinators.combine(
            Combinators.combine(texts, texts).as(RunName::new), generations.injectNull(0.2))
        .as(Above::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(5);
  }
}
