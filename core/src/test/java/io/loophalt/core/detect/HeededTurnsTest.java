package io.loophalt.core.detect;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Told.Called;
import io.loophalt.core.detect.news.NewsAccount;
import io.loophalt.core.detect.standard.NoveltyStreak;
import io.loophalt.core.detect.standard.RepeatedTurn;
import io.loophalt.core.detect.standard.StandardPreset;
import io.loophalt.core.policy.Intervention;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Detectors that judge turns are not told of turns that would change nothing in them. */
class HeededTurnsTest {

  /** A turn, and what happened before it. */
  record AnyTurn(boolean asked, boolean condensed, long pauseMillis, List<Called> calls) {}

  /** Lets a detector judge every turn, in company of no other. */
  private static final class OfEveryTurn extends TurnDetector {
    private final TurnDetector judge;

    OfEveryTurn(TurnDetector judge) {
      super(judge.name());
      this.judge = judge;
      judge.shareReading(this);
    }

    @Override
    protected void judge(StepsOfTurn steps, FindingSink sink) {
      judge.judge(steps, sink);
    }

    @Override
    protected void judgePatient(int repeats, FindingSink sink) {
      judge.judgePatient(repeats, sink);
    }

    @Override
    protected void compacted() {
      judge.compacted();
    }

    @Override
    protected void clear() {
      judge.clear();
    }

    @Override
    protected void saveRule(DataOutput out) throws IOException {
      judge.saveRule(out);
    }

    @Override
    protected void restoreRule(DataInput in) throws IOException {
      judge.restoreRule(in);
    }
  }

  /** Several detectors, each of which reports under its own name. */
  private static final class Together implements Detector {
    private final List<Detector> detectors = new ArrayList<>();

    /**
     * All of the default preset that judge turns, and look so many turns or steps back; but for the
     * account of news, which heeds every turn, and takes from another one when waiting begins anew.
     */
    Together(int window, UnaryOperator<TurnDetector> made) {
      for (String name : StandardPreset.detectorNames()) {
        if (!name.equals(NewsAccount.NAME)
            && Told.ofStandard(name, looking(name, window)) instanceof TurnDetector judge) {
          detectors.add(made.apply(judge));
        }
      }
    }

    private static Map<String, Integer> looking(String name, int window) {
      return StandardPreset.parameterNames(name).contains("window")
          ? Map.of("window", window)
          : Map.of();
    }

    /** These, as in a run. */
    Together(List<? extends Detector> sharing) {
      for (Detector each : sharing) {
        detectors.forEach(each::shareReading);
        detectors.add(each);
      }
    }

    Together sharingWhatTheyRead() {
      return new Together(detectors);
    }

    private static FindingSink as(String name, FindingSink sink) {
      return new FindingSink() {
        @Override
        public Intervention report(String rule, int count) {
          return report(rule, "", count);
        }

        @Override
        public Intervention report(String rule, String of, int count) {
          return sink.report(rule, name + ' ' + rule + ' ' + of, count);
        }

        @Override
        public void startsAnew() {
          sink.startsAnew(); // all of them do at the same moment
        }
      };
    }

    @Override
    public String name() {
      return "together";
    }

    @Override
    public void turnStarted(Turn turn, FindingSink sink) {
      detectors.forEach(each -> each.turnStarted(turn, as(each.name(), sink)));
    }

    @Override
    public void afterStep(Step step, FindingSink sink) {
      detectors.forEach(each -> each.afterStep(step, as(each.name(), sink)));
    }

    @Override
    public void turnEnded(Turn turn, FindingSink sink) {
      detectors.forEach(each -> each.turnEnded(turn, as(each.name(), sink)));
    }

    @Override
    public void reset() {
      detectors.forEach(Detector::reset);
    }

    @Override
    public void save(DataOutput out) throws IOException {
      for (Detector each : detectors) {
        each.save(out);
      }
    }

    @Override
    public void restore(DataInput in) throws IOException {
      for (Detector each : detectors) {
        each.restore(in);
      }
    }
  }

  /** Of few calls with few outcomes, so that they repeat; some phases of one turn many times. */
  @Provide
  Arbitrary<List<AnyTurn>> runs() {
    Arbitrary<String> tools =
        Arbitraries.of("read_file", "edit_file", "run_tests", "get_status", "deploy", "sleep");
    Arbitrary<String> arguments = Arbitraries.of("a", "b", "c", "how to mend a", "mend a how to");
    Arbitrary<String> results =
        Arbitraries.of("ok", "1", "2", "PENDING", "FAILED tests: 1", "no such file: a");
    Arbitrary<Called> call =
        Combinators.combine(tools, arguments, results, Arbitraries.of(false, false, true))
            .as(
                (tool, argument, result, failed) ->
                    failed
                        ? Called.failed(tool, argument, "IOException: " + result)
                        : Called.worked(tool, argument, result));
    Arbitrary<AnyTurn> turn =
        Combinators.combine(
                Arbitraries.frequency(Tuple.of(19, false), Tuple.of(1, true)),
                Arbitraries.frequency(Tuple.of(19, false), Tuple.of(1, true)),
                Arbitraries.of(0L, 1_500L, 2_500L, 5_000L),
                Arbitraries.frequencyOf(
                    Tuple.of(8, call.list().ofSize(1)), Tuple.of(2, call.list().ofMaxSize(4))))
            .as(AnyTurn::new);
    Arbitrary<List<AnyTurn>> phase =
        Combinators.combine(turn, Arbitraries.frequency(Tuple.of(4, 1), Tuple.of(1, 6)))
            .as((each, times) -> Collections.nCopies(times, each));
    return phase.list().ofMaxSize(60).map(phases -> phases.stream().flatMap(List::stream).toList());
  }

  @Property(tries = 400)
  void aTurnThatIsNotHeededWouldHaveChangedNothing(
      @ForAll("runs") List<AnyTurn> run, @ForAll @IntRange(min = 2, max = 45) int window) {
    Told heeding = new Told(new Together(window, judge -> judge).sharingWhatTheyRead());
    Told ofEveryTurn = new Told(new Together(window, OfEveryTurn::new));

    for (int i = 0; i < run.size(); i++) {
      AnyTurn turn = run.get(i);
      Called[] calls = turn.calls().toArray(new Called[0]);
      for (Told each : List.of(heeding, ofEveryTurn)) {
        each.after(turn.pauseMillis()).turn(turn.asked(), turn.condensed(), calls);
      }

      assertThat(counted(heeding))
          .as("after turn %d of %s", i, run.subList(0, i + 1))
          .isEqualTo(counted(ofEveryTurn));
    }
  }

  @Test
  void aWindowThatWasMadeLongerIsLookedThroughToItsEnd() {
    NoveltyStreak novelty = new NoveltyStreak("novelty", NoveltyStreak.ANY_OUTCOMES, 40, 10);
    Told told = new Told(new Together(List.of(new RepeatedTurn("identical-call"), novelty)));
    for (int round = 0; round < 2; round++) {
      for (int call = 0; call < 30; call++) {
        told.turn(Called.worked("deploy", "service " + call, "deployed " + call));
      }
    }

    assertThat(told.count("novelty nothing_new ")).isEqualTo(30);
  }

  @Test
  void turnsThatOnlyWaitedPushNothingOutOfAWindow() {
    Called look = Called.worked("read_file", "notes.md", "nothing here");
    Told told = new Told("novelty").turn(look);
    for (int poll = 0; poll < 25; poll++) {
      told.turn(Called.worked("get_status", "job 7", "PENDING"));
    }

    assertThat(told.turn(look).count()).isEqualTo(1);
  }

  @Test
  void afterTheHistoryWasCondensedWaitingIsNotTakenForALook() {
    Called look = Called.worked("read_file", "notes.md", "nothing here");
    Called poll = Called.worked("get_status", "job 7", "PENDING");
    Told told = new Told("novelty").turn(poll).turn(poll);

    told.condensedTurn(look).turn(look);

    assertThat(told.count()).as("seen once since").isEqualTo(1);
  }

  @Test
  void whichOfTheCallsOfOneTurnIsRememberedDoesNotDependOnWhichEndedFirst() {
    Called one = Called.worked("get_status", "job 1", "PENDING");
    Called other = Called.worked("get_status", "job 2", "PENDING");

    for (Called polled : List.of(one, other)) {
      List<Integer> counts = new ArrayList<>();
      for (Called[] polls : List.of(new Called[] {one, other}, new Called[] {other, one})) {
        Told told = new Told("polling").turn(one, other).turn(polls);
        for (int file = 0; file < 19; file++) {
          told.turn(Called.worked("read_file", "file " + file, "text " + file));
        }
        counts.add(told.turn(polled).turn(polled).count());
      }

      assertThat(counts).as("in either order").containsOnly(counts.get(0));
    }
  }

  @Test
  void theEndOfAStreakIsToldAlsoOfAToolThatWasForgotten() {
    Told told = new Told("failing-tool");
    for (int tool = 0; tool <= 8; tool++) {
      told.turn(Called.failed("tool" + tool, "x", "IOException: no"));
    }
    for (int tool = 8; tool >= 1; tool--) {
      told.turn(Called.worked("tool" + tool, "x", "yes"));
    }
    assertThat(told.count("tool0")).isEqualTo(1);

    told.turn(Called.worked("tool0", "x", "yes"));

    assertThat(told.count("tool0")).isZero();
  }

  private static Map<String, Integer> counted(Told told) {
    Map<String, Integer> counts = new TreeMap<>(told.counts());
    counts.values().removeIf(count -> count == 0);
    return counts;
  }
}
