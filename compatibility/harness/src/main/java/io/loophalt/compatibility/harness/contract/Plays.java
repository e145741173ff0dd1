package io.loophalt.compatibility.harness.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Guard;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Plays each thing once, in a JVM and a folder of its own, and keeps what came of it: also for
 * another contract that has the same played, and says something else of it.
 */
final class Plays {

  private static final Map<Key, Performance> PLAYED = new HashMap<>();
  private static final Map<Key, GuardedPlay.Result> GUARDED = new HashMap<>();

  private final Path folder;

  /** All that decides what comes of it. */
  private record Key(String name, Application application, Object how) {}

  /** Within a folder. */
  Plays(Path folder) {
    this.folder = folder;
  }

  /** Plays an application by this name, or tells what came of it before. */
  Performance of(String name, ForkedContainer container, Guard guard, Application application) {
    Key key = new Key(name, application, guard);
    Performance known = PLAYED.get(key);
    if (known == null) {
      Path own = newFolder(name);
      known = Performance.in(own, container.run(application, guard, own));
      PLAYED.put(key, known);
    }
    assertWhole(known);
    return known;
  }

  /** The same of all that is played in one JVM under the agent, once on each JDK. */
  GuardedPlay.Result of(GuardedPlay play, ForkedContainer container, Application application) {
    String name = "guarded" + on(container);
    Key key = new Key(name, application, play.how());
    GuardedPlay.Result known = GUARDED.get(key);
    if (known == null) {
      try {
        known = play.play(container, application, newFolder(name));
      } catch (IOException e) {
        throw new UncheckedIOException("cannot play " + name, e);
      }
      GUARDED.put(key, known);
    }
    assertWhole(known.performance());
    return known;
  }

  /** What tells a play on this JDK from those on others. */
  static String on(ForkedContainer container) {
    return " on " + container.toString().replaceAll("[^A-Za-z0-9.]+", "-");
  }

  private Path newFolder(String name) {
    try {
      return Files.createDirectory(folder.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a folder for " + name, e);
    }
  }

  private static void assertWhole(Performance performance) {
    assertThat(performance.facts())
        .as(performance.outcome().describe())
        .containsEntry("done", "true");
  }
}
