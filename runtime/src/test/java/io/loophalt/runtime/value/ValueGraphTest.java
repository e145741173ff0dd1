package io.loophalt.runtime.value;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.Effect;
import io.loophalt.core.detect.Step;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Objects that point at each other, and results that are known in part. */
@SuppressWarnings("unused") // fields are read by the digest
class ValueGraphTest {

  private final CanonicalDigest digest = new CanonicalDigest();

  /** A map whose entries hang in a tree and in a ring, as those of JSON libraries do. */
  private static final class Members {
    private final Entry header = new Entry("", null);
    private final @Nullable Entry root;
    private final int size;

    Members(int size, IntFunction<Object> values) {
      this.size = size;
      List<Entry> entries = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        entries.add(new Entry("member" + i, new Primitive(values.apply(i))));
      }
      Entry last = header;
      for (Entry each : entries) {
        last.next = each;
        each.prev = last;
        last = each;
      }
      last.next = header;
      header.prev = last;
      root = tree(null, entries);
    }

    private static @Nullable Entry tree(@Nullable Entry parent, List<Entry> entries) {
      if (entries.isEmpty()) {
        return null;
      }
      int middle = entries.size() / 2;
      Entry entry = entries.get(middle);
      entry.parent = parent;
      entry.left = tree(entry, entries.subList(0, middle));
      entry.right = tree(entry, entries.subList(middle + 1, entries.size()));
      return entry;
    }
  }

  private static final class Entry {
    private @Nullable Entry parent;
    private @Nullable Entry left;
    private @Nullable Entry right;
    private @Nullable Entry next;
    private @Nullable Entry prev;
    private final String key;
    private final @Nullable Object value;

    Entry(String key, @Nullable Object value) {
      this.key = key;
      this.value = value;
    }
  }

  private static final class Primitive {
    private final Object value;

    Primitive(Object value) {
      this.value = value;
    }
  }

  private static final class Link {
    private final @Nullable Object content;
    private @Nullable Object next;
    private @Nullable Object other;

    Link(@Nullable Object content) {
      this.content = content;
    }
  }

  record Row(String name, @Nullable Object cell) {}

  private static final class Report {
    private final List<String> lines;

    Report(List<String> lines) {
      this.lines = lines;
    }
  }

  private static final class Html {
    private final String body;

    Html(String body) {
      this.body = body;
    }
  }

  private static final class Client {
    private final String name;
    private final Map<Integer, Integer> cache = new HashMap<>();

    Client(String name) {
      this.name = name;
      for (int i = 0; i < 20_000; i++) {
        cache.put(i, i);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 18, 24, 200})
  void everyMemberOfALinkedMapCounts(int size) {
    Object map = new Members(size, i -> i % 7);

    assertThat(resultAt(0, map)).isEqualTo(resultAt(1, new Members(size, i -> i % 7)));
    assertThat(actionAt(0, map)).isEqualTo(actionAt(1, new Members(size, i -> i % 7)));
    for (int moved = 0; moved < size; moved++) {
      int at = moved;
      Object other = new Members(size, i -> i == at ? 7 : i % 7);
      assertThat(resultAt(1, other)).as("member %s of %s", at, size).isNotEqualTo(resultAt(0, map));
      assertThat(actionAt(1, other)).as("member %s of %s", at, size).isNotEqualTo(actionAt(0, map));
    }
  }

  @Test
  void aResultThatIsReadInPartIsNoRepetitionWhateverHoldsIt() {
    assertThat(resultAt(0, report("old"))).isNotEqualTo(resultAt(1, report("new")));
    assertThat(resultAt(0, html('a'))).isNotEqualTo(resultAt(1, html('b')));
    assertThat(resultAt(0, List.of(html('a')))).isNotEqualTo(resultAt(1, List.of(html('b'))));
    assertThat(resultAt(0, new Row("", html('a'))))
        .isNotEqualTo(resultAt(1, new Row("", html('b'))));
    assertThat(resultAt(0, new Client("a"))).isNotEqualTo(resultAt(1, new Client("a")));
  }

  /** A client with a large cache makes no call new. */
  @Test
  void ofAnArgumentWhatAnObjectHoldsInFieldsMayBeReadInPart() {
    assertThat(actionAt(0, new Client("a"))).isEqualTo(actionAt(1, new Client("a")));
    assertThat(actionAt(0, new Client("a"))).isNotEqualTo(actionAt(1, new Client("b")));
  }

  private static Report report(String last) {
    List<String> lines = new ArrayList<>();
    for (int i = 1; i < 17_000; i++) {
      lines.add("line " + i);
    }
    lines.add(last);
    return new Report(lines);
  }

  private static Html html(char middle) {
    return new Html("a".repeat(600_000) + middle + "a".repeat(600_000));
  }

  @Test
  void whetherEqualObjectsAreOneMakesNoDifference() {
    assertSame(List.of(pair("a", "b"), pair("a", "b")), twice(pair("a", "b")));
    assertSame(List.of(ring("a", "b"), ring("a", "b")), twice(ring("a", "b")));
    assertSame(List.of(ring("a", "b"), List.of(ring("a", "b"))), nested(ring("a", "b")));
    Link shared = link("root", new Row("a", "b"));
    shared.other = shared.next;
    shared.next = shared;
    Link equal = link("root", null);
    equal.other = new Row("a", "b");
    equal.next = equal;
    assertSame(List.of(shared, shared.other), List.of(equal, new Row("a", "b")));
    Link one = link("same", null);
    one.next = one;
    assertSame(one, ring("same", "same", "same"));
  }

  private static List<Object> twice(Object value) {
    return List.of(value, value);
  }

  private static List<Object> nested(Object value) {
    return List.of(value, List.of(value));
  }

  private static Row pair(String name, String cell) {
    return new Row(name, new ArrayList<>(List.of(cell)));
  }

  /** Where a pointer points counts, also if what is there looks the same from near. */
  @Test
  void aPointerThatMovesCounts() {
    assertDifferent(pointing("a"), pointing("b"));
    assertSame(pointing("b"), pointing("b"));
  }

  private static Object pointing(String at) {
    Map<String, Object> plan = new LinkedHashMap<>();
    for (String name : List.of("a", "b", "c")) {
      Link task = link(name, null);
      Link step = link("step", task);
      task.next = step;
      plan.put(name, task);
      if (name.equals(at)) {
        plan.put("current", step);
      }
    }
    return plan;
  }

  @Test
  void theOrderOfASetOfObjectsThatPointAtEachOtherMakesNoDifference() {
    List<Object> tasks = new ArrayList<>();
    Object each = ring("a", "b", "c", "d");
    while (tasks.size() < 4 && each instanceof Link link && link.next != null) {
      tasks.add(link);
      each = link.next;
    }
    Set<Object> set = new LinkedHashSet<>(tasks);
    Collections.reverse(tasks);
    Set<Object> reversed = new LinkedHashSet<>(tasks);
    Set<Object> byIdentity = Collections.newSetFromMap(new IdentityHashMap<>());
    byIdentity.addAll(tasks);

    assertSame(set, reversed);
    assertSame(set, byIdentity);
    tasks.set(0, link("d", link("a", null)));
    assertDifferent(set, new LinkedHashSet<>(tasks));
  }

  @Test
  void whoseNeighbourIsWhoseCountsAmongEqualNames() {
    assertDifferent(ring("a", "a", "b"), ring("a", "b", "b"));
    assertDifferent(chain(10), chain(11));
    assertDifferent(chain(60), chain(61));
    assertSame(chain(60), chain(60));
    assertThat(resultAt(0, chain(60))).isEqualTo(resultAt(1, chain(60)));
    Link crossed = link("a", link("b", null));
    crossed.other = link("c", crossed);
    Link straight = link("a", link("b", crossed));
    straight.other = link("c", straight);
    assertDifferent(crossed, straight);
  }

  /** What has 2^40 paths is read once. */
  @Test
  void objectsThatAreMetOnManyPathsAreReadOnce() {
    assertSame(lattice("end"), lattice("end"));
    assertDifferent(lattice("end"), lattice("other"));
    assertThat(resultAt(0, lattice("end"))).isEqualTo(resultAt(1, lattice("end")));
  }

  private static Object lattice(String end) {
    Link last = link(end, null);
    for (int i = 0; i < 40; i++) {
      Link link = link(i, last);
      link.other = last;
      last = link;
    }
    return last;
  }

  @Test
  void aGraphBeyondTheBoundsIsNoRepetition() {
    assertThat(resultAt(0, new Members(4_000, i -> 1)))
        .isNotEqualTo(resultAt(1, new Members(4_000, i -> 1)));
    assertThat(resultAt(0, chain(3_000))).isNotEqualTo(resultAt(1, chain(3_000)));
  }

  @Test
  void aHandleInAGraphCountsAsAnywhereElse() {
    Link row = ring("a", "b");
    row.other = new Row("a", List.of().iterator());
    Link machinery = ring("a", "b");
    machinery.other = link(List.of().iterator(), null);
    digest.ofValue(List.of(new Row("of a row", List.of().iterator()), row));
    assertThat(digest.isOpaque()).isTrue();
    digest.ofValue(List.of(row, machinery));
    assertThat(digest.isOpaque()).isFalse();
    assertSame(row, row);
    List<Object> cell = new ArrayList<>();
    Row record = new Row("holds itself", cell);
    cell.add(new Row("", record));
    digest.ofValue(record);
    assertThat(digest.isOpaque()).isFalse();
    cell.add(List.<Object>of(List.of().iterator()));
    digest.ofValue(record);
    assertThat(digest.isOpaque()).isTrue();
  }

  /** A map of the application that keeps the view it has once made. */
  private static final class Own extends AbstractMap<String, Object> {
    private final List<Map.Entry<String, Object>> entries = new ArrayList<>();
    private transient @Nullable Set<Map.Entry<String, Object>> view;

    Own(Object value) {
      entries.add(Map.entry("key", value));
    }

    @Override
    public Set<Map.Entry<String, Object>> entrySet() {
      if (view == null) {
        view = new View();
      }
      return view;
    }

    private final class View extends AbstractSet<Map.Entry<String, Object>> {
      @Override
      public Iterator<Map.Entry<String, Object>> iterator() {
        return entries.iterator();
      }

      @Override
      public int size() {
        return entries.size();
      }
    }
  }

  @Test
  void aViewInsideACollectionOfTheApplicationCountsByWhatItIsAViewOf() {
    assertSame(viewed("a"), viewed("a"));
    assertDifferent(viewed("a"), viewed("b"));
    assertSame(viewed("a").entrySet(), viewed("a").entrySet());
    assertDifferent(viewed("a").entrySet(), viewed("b").entrySet());
    assertThat(resultAt(0, viewed("a"))).isEqualTo(resultAt(1, viewed("a")));
  }

  private static Own viewed(Object value) {
    Own map = new Own(value);
    assertThat(map.entrySet()).hasSize(1);
    return map;
  }

  private static Link link(@Nullable Object content, @Nullable Object next) {
    Link link = new Link(content);
    link.next = next;
    return link;
  }

  private static Link ring(String... contents) {
    Link first = link(contents[0], null);
    Link last = first;
    for (int i = 1; i < contents.length; i++) {
      Link link = link(contents[i], null);
      last.next = link;
      last = link;
    }
    last.next = first;
    return first;
  }

  /** Of nodes with nothing of their own, which know the next and the one before. */
  private static Link chain(int length) {
    Link first = link(null, null);
    Link last = first;
    for (int i = 1; i < length; i++) {
      Link link = link(null, null);
      link.other = last;
      last.next = link;
      last = link;
    }
    return first;
  }

  private void assertSame(Object one, Object other) {
    assertThat(digest.ofValue(one)).isEqualTo(digest.ofValue(other));
    assertThat(digest.isCut()).isFalse();
  }

  private void assertDifferent(Object one, Object other) {
    assertThat(digest.ofValue(one)).isNotEqualTo(digest.ofValue(other));
    assertThat(digest.isCut()).isFalse();
  }

  private static long resultAt(int index, Object result) {
    StepReader reader = new StepReader();
    reader.begin("look", "{}", Set.of(), new CanonicalDigest(), Effect.READ, null, 0);
    reader.step().placedAt(index, index);
    reader.end(result, null, new CanonicalDigest(), Step.ABSENT, 1);
    return reader.step().result();
  }

  private static long actionAt(int index, Object argument) {
    StepReader reader = new StepReader();
    reader.begin(
        "look", Map.of("it", argument), Set.of(), new CanonicalDigest(), Effect.READ, null, 0);
    reader.step().placedAt(index, index);
    return reader.step().action();
  }
}
