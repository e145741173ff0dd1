package io.loophalt.core.memory;

import io.loophalt.PrintableText;
import io.loophalt.core.event.LoopSeen;
import io.loophalt.core.memory.PastLoop.Occasion;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The loops of earlier runs of one task, by their calls. Immutable; looking one up is a binary
 * search and allocates nothing.
 */
public final class PastLoops {

  /** So many runs back it is told what became of them. */
  static final int RUNS_TOLD_OF = 20;

  /** Tools of a loop that are named. */
  private static final int MOST_NAMED = 3;

  private final long runs;
  private final PastLoop[] loops;
  private final long[] digests;
  private final int[] owners;

  /**
   * The loops of a task.
   *
   * @param runs how many runs of the task have ended since the first of them
   */
  PastLoops(long runs, List<PastLoop> known) {
    this.runs = runs;
    this.loops = known.toArray(new PastLoop[0]);
    Long[][] all =
        known.stream()
            .flatMap(
                loop ->
                    loop.parts().stream()
                        .map(part -> new Long[] {part.digest(), (long) known.indexOf(loop)}))
            .sorted((one, other) -> Long.compare(one[0], other[0]))
            .toArray(Long[][]::new);
    this.digests = new long[all.length];
    this.owners = new int[all.length];
    for (int i = 0; i < all.length; i++) {
      digests[i] = all[i][0];
      owners[i] = all[i][1].intValue();
    }
  }

  private PastLoops(long runs, PastLoops same) {
    this.runs = runs;
    this.loops = same.loops;
    this.digests = same.digests;
    this.owners = same.owners;
  }

  /** The same after one more run. */
  PastLoops afterOneMoreRun() {
    return new PastLoops(runs + 1, this);
  }

  long runs() {
    return runs;
  }

  List<PastLoop> all() {
    return List.of(loops);
  }

  /** A place from which {@link #at} goes on with loops that have this call; negative if none. */
  int find(long digest) {
    int any = Arrays.binarySearch(digests, digest);
    int first = any;
    while (first > 0 && digests[first - 1] == digest) {
      first--;
    }
    return first;
  }

  /** The loop at this place if it has this call, else null. */
  @Nullable PastLoop at(int place, long digest) {
    return place < digests.length && digests[place] == digest ? loops[owners[place]] : null;
  }

  /** Whether one of the latest runs was in a loop; of others nothing is told. */
  boolean isOfLate(PastLoop loop) {
    return isOfLate(loop.occasions().get(loop.occasions().size() - 1));
  }

  private boolean isOfLate(Occasion occasion) {
    return occasion.number() > runs - RUNS_TOLD_OF;
  }

  /**
   * What is known of loops, as a clause: how many of the latest runs they ended, and what came next
   * where it went on.
   */
  String told(List<PastLoop> same) {
    Set<Integer> ended = new HashSet<>();
    Set<Integer> any = new HashSet<>();
    Map<String, Set<Integer>> wentOn = new LinkedHashMap<>();
    for (PastLoop loop : same) {
      for (Occasion each : loop.occasions()) {
        if (isOfLate(each)) {
          any.add(each.run());
          if (each.next() == null) {
            ended.add(each.run());
          } else {
            wentOn.computeIfAbsent(each.next(), tool -> new HashSet<>()).add(each.run());
          }
        }
      }
    }
    long of = Math.min(RUNS_TOLD_OF, Math.max(runs, any.size()));
    StringBuilder text = new StringBuilder(calls(same));
    if (!ended.isEmpty()) {
      text.append(" ended ").append(runs(Math.min(ended.size(), of), of));
    } else {
      text.append(same.get(0).parts().size() == 1 ? " was" : " were")
          .append(" noted in ")
          .append(runs(Math.min(any.size(), of), of));
    }
    String next = null;
    int most = 0;
    for (Map.Entry<String, Set<Integer>> each : wentOn.entrySet()) {
      if (each.getValue().size() > most) {
        most = each.getValue().size();
        next = each.getKey();
      }
    }
    if (next != null) {
      text.append("; in ")
          .append(of == 1 ? "it" : Math.min(most, of) + " of them")
          .append(' ')
          .append(quoted(next))
          .append(" came next when it went on");
    }
    return text.toString();
  }

  private static String runs(long some, long of) {
    return of == 1
        ? "the last run of this task"
        : some + " of the last " + of + " runs of this task";
  }

  private static String calls(List<PastLoop> same) {
    Set<String> tools = new LinkedHashSet<>();
    int parts = 0;
    for (LoopSeen.Part part : same.get(0).parts()) {
      tools.add(quoted(part.tool()));
      parts++;
    }
    StringBuilder text = new StringBuilder();
    int named = 0;
    for (String tool : tools) {
      if (named == MOST_NAMED) {
        text.append(" and others");
        break;
      }
      text.append(named == 0 ? "" : named + 1 == tools.size() ? " and " : ", ").append(tool);
      named++;
    }
    return text.append(parts == 1 ? " with this answer" : " with these answers").toString();
  }

  /** Once more in a printable form: a file may have been changed by hand. */
  private static String quoted(String tool) {
    return '`' + PrintableText.name(tool) + '`';
  }
}
