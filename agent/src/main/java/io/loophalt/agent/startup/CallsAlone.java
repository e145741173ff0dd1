package io.loophalt.agent.startup;

import io.loophalt.extension.Artifact;
import io.loophalt.extension.ChokePoint;
import io.loophalt.extension.GeneratedRuns;
import io.loophalt.extension.IdentifiedRuns;
import io.loophalt.extension.Mark;
import io.loophalt.extension.PublishedRuns;
import io.loophalt.extension.ReactiveRuns;
import io.loophalt.extension.Role;
import io.loophalt.extension.RunAliases;
import io.loophalt.extension.ScopedRuns;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** What is left of a framework where its own methods draw no runs: the calls in them. */
final class CallsAlone {

  private CallsAlone() {}

  /**
   * An artifact without the methods where runs begin, end, are named or go on.
   *
   * @param offers finds what one extension offers to others
   */
  static Artifact of(Artifact artifact, Function<Mark.Offered, Role> offers) {
    List<Artifact.Part> parts = new ArrayList<>();
    for (Artifact.Part part : artifact.parts()) {
      List<ChokePoint> points = new ArrayList<>(part.points());
      points.removeIf(point -> drawsRuns(point.role(), offers));
      if (!points.isEmpty()) {
        parts.add(new Artifact.Part(part.unguarded(), points));
      }
    }
    return new Artifact(artifact.name(), artifact.artifact(), artifact.marker(), parts);
  }

  private static boolean drawsRuns(Role role, Function<Mark.Offered, Role> offers) {
    if (role instanceof Mark.Suspending suspending) {
      return drawsRuns(suspending.role(), offers);
    }
    if (role instanceof Mark.Offered offered) {
      return drawsRuns(offers.apply(offered), offers);
    }
    return role instanceof ScopedRuns
        || role instanceof IdentifiedRuns
        || role instanceof PublishedRuns
        || role instanceof ReactiveRuns
        || role instanceof GeneratedRuns.Part
        || role instanceof RunAliases
        || role instanceof Mark.Resumed
        || role instanceof Mark.Abandoned;
  }
}
