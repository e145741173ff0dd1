package io.loophalt.operations.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.runtime.runs.LiveRun;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ChangedRunsTest {

  private final SomeRuns runs = new SomeRuns();
  private final ChangedRuns changes = new ChangedRuns(runs.control());

  @Test
  void whatHasNotChangedIsToldOnce() {
    LiveRun one = runs.open("one");
    LiveRun two = runs.open("two");
    assertThat(ids(changes.next(10))).containsExactlyInAnyOrder("one", "two");

    assertThat(ids(changes.next(10))).isEmpty();

    runs.thinks(two, 100);
    assertThat(ids(changes.next(10))).containsExactly("two");
    runs.close(one);
    Changes last = changes.next(10);
    assertThat(last.gone()).containsExactly("one");
    assertThat(ids(last)).isEmpty();
    assertThat(last.agent().liveRuns()).isEqualTo(1);
  }

  @Test
  void aRunThatSleepsIsToldOfWhenItWakesOrIsHalted() throws ControlException {
    LiveRun one = runs.open("one");
    LiveRun two = runs.open("two");
    changes.next(10);
    one.run().sleep();
    two.run().sleep();
    assertThat(ids(changes.next(10))).isEmpty();

    runs.control().halt("one", "too dear");
    runs.thinks(two, 7);

    assertThat(ids(changes.next(10))).containsExactlyInAnyOrder("one", "two");
  }

  @Test
  void whatIsTooMuchForOneAnswerComesWithTheNext() {
    for (int i = 0; i < 25; i++) {
      runs.open("run-of-" + i);
    }
    Set<String> told = new HashSet<>();
    Changes first = changes.next(10);
    told.addAll(ids(first));
    assertThat(first.more()).isTrue();
    told.addAll(ids(changes.next(10)));
    Changes last = changes.next(10);
    told.addAll(ids(last));

    assertThat(last.more()).isFalse();
    assertThat(told).hasSize(25);
  }

  @Test
  void ordersOfOthersAreToldOnce() {
    runs.open("one");
    String halt = "{\"command\":\"halt\",\"run\":\"one\",\"by\":\"command line\"}";
    new ControlProtocol(runs.control()).answer(halt);

    List<Order> told = changes.next(10).orders();

    assertThat(told)
        .singleElement()
        .satisfies(order -> assertThat(order.by()).isEqualTo("command line"))
        .satisfies(order -> assertThat(order.run()).isEqualTo("one"))
        .satisfies(order -> assertThat(order.said()).startsWith("one is halted"));
    assertThat(changes.next(10).orders()).isEmpty();
  }

  private static List<String> ids(Changes changes) {
    return changes.runs().stream().map(RunView::id).toList();
  }
}
