package io.loophalt.core.policy;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rungs that turn a count into an intervention, in strictly rising order of their counts.
 *
 * @param rungs any number; empty means that the detector only watches
 */
public record Ladder(List<Rung> rungs) {

  /** A ladder without rungs. */
  public static final Ladder NONE = new Ladder(List.of());

  /** Copies the rungs and refuses counts that do not rise. */
  public Ladder {
    rungs = List.copyOf(rungs);
    for (int i = 1; i < rungs.size(); i++) {
      if (rungs.get(i).at() <= rungs.get(i - 1).at()) {
        throw new IllegalArgumentException("rungs must rise: " + rungs);
      }
    }
  }

  /** A ladder that nudges at one count and halts at a later one. */
  public static Ladder nudgeThenHalt(int nudgeAt, int haltAt) {
    return new Ladder(
        List.of(
            new Rung(nudgeAt, Intervention.NUDGE, null),
            new Rung(haltAt, Intervention.HALT, null)));
  }

  /** The count at which this ladder halts, or null if it never does. */
  public @Nullable Integer haltsAt() {
    for (Rung rung : rungs) {
      if (rung.intervention() == Intervention.HALT) {
        return rung.at();
      }
    }
    return null;
  }

  /**
   * This ladder, moved up as far as it takes to halt no sooner than another one; without its halt
   * where the other has none.
   */
  public Ladder noSoonerThan(Ladder other) {
    Integer limit = other.haltsAt();
    Integer own = haltsAt();
    int up = limit == null || own == null ? 0 : Math.max(0, limit - own);
    List<Rung> moved = new ArrayList<>();
    for (Rung rung : rungs) {
      if (limit != null || rung.intervention() != Intervention.HALT) {
        moved.add(rung.movedTo(rung.at() + up));
      }
    }
    return new Ladder(moved);
  }

  /**
   * Of two ladders the one that halts later; of two that halt together, the one that acts later.
   */
  public Ladder milderOf(Ladder other) {
    int haltsLater = Integer.compare(haltOrNever(), other.haltOrNever());
    int actsLater = Integer.compare(firstAction(), other.firstAction());
    return haltsLater > 0 || (haltsLater == 0 && actsLater >= 0) ? this : other;
  }

  private int haltOrNever() {
    Integer halt = haltsAt();
    return halt == null ? Integer.MAX_VALUE : halt;
  }

  private int firstAction() {
    return rungs.isEmpty() ? Integer.MAX_VALUE : rungs.get(0).at();
  }

  /** The highest rung that a count reaches, or null below the first. Allocates nothing. */
  public @Nullable Rung at(int count) {
    return at(count, Intervention.HALT);
  }

  /** The same among the rungs that are no stronger than an intervention. */
  public @Nullable Rung at(int count, Intervention strongest) {
    Rung reached = null;
    for (int i = 0; i < rungs.size() && rungs.get(i).at() <= count; i++) {
      if (rungs.get(i).intervention().compareTo(strongest) <= 0) {
        reached = rungs.get(i);
      }
    }
    return reached;
  }
}
