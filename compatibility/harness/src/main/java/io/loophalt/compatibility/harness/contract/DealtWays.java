package io.loophalt.compatibility.harness.contract;

import io.loophalt.compatibility.harness.Jdk;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which ways of using a framework are played under the agent on which JDK: the first on every one,
 * and each of the others on one of them, in turn. What the agent weaves differs from JDK to JDK,
 * but hardly from way to way. With {@code -Dloophalt.every-jdk=true} all are played on all.
 */
final class DealtWays {

  private DealtWays() {}

  /**
   * Those of a JDK.
   *
   * @param tests the class of the tests, which may need a newer JDK and begins to deal somewhere
   */
  static List<String> on(Jdk jdk, Class<?> tests, List<String> ways) {
    List<Jdk> jdks = Jdk.allOf(tests);
    if (Boolean.getBoolean("loophalt.every-jdk")) {
      return ways;
    }
    int turn = jdks.indexOf(jdk) + tests.getName().hashCode();
    return IntStream.range(0, ways.size())
        .filter(way -> way == 0 || Math.floorMod(way + turn, jdks.size()) == 0)
        .mapToObj(ways::get)
        .toList();
  }
}
