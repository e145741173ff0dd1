package io.loophalt.configuration.settings;

import io.loophalt.configuration.schema.Located;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.policy.Rung;
import java.util.List;

/**
 * A ladder as written.
 *
 * @param rungs in rising order, each with its place
 */
public record LadderSettings(List<Located<Rung>> rungs) {

  public Ladder ladder() {
    return new Ladder(rungs.stream().map(Located::value).toList());
  }
}
