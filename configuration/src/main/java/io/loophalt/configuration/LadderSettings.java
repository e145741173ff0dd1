package io.loophalt.configuration;

import io.loophalt.core.policy.Ladder;
import io.loophalt.core.policy.Rung;
import java.util.List;

/**
 * A ladder as written.
 *
 * @param rungs in rising order, each with its place
 */
record LadderSettings(List<Placed<Rung>> rungs) {

  Ladder ladder() {
    return new Ladder(rungs.stream().map(Placed::value).toList());
  }
}
