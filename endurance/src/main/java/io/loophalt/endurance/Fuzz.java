package io.loophalt.endurance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Gives broken inputs to everything that reads what others wrote, and stops at the first that is
 * not refused as promised. That input is written to a file, and its number reproduces it.
 */
public final class Fuzz {

  private static final String USAGE = "usage: endurance/fuzz MINUTES [SEED [TARGET]]";

  /** What one input may take before it is taken for one that never ends. */
  private static final long HANGS_AFTER_SECONDS = 60;

  private final Path folder;
  private final long seed;

  /** What is being read, for the watch: a target hangs, or dies with the JVM. */
  private volatile @Nullable Reading reading;

  private record Reading(String target, Spoiler inputs, long number, long since) {}

  /** How much was read of one target. */
  record Figures(String target, long inputs, double longestMillis) {}

  Fuzz(Path folder, long seed) {
    this.folder = folder;
    this.seed = seed;
  }

  /**
   * Entry point.
   *
   * @param arguments minutes in all, the seed, and the one target to be read
   */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length == 0 || arguments.length > 3) {
      System.err.println(USAGE);
      System.exit(2);
    }
    long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : System.nanoTime();
    String only = arguments.length > 2 ? arguments[2] : null;
    List<FuzzTarget> targets =
        FuzzTargets.all(Path.of("")).stream()
            .filter(each -> only == null || each.name().equals(only))
            .toList();
    if (targets.isEmpty()) {
      System.err.println("fuzz: there is no target " + only);
      System.exit(2);
    }
    double seconds = Double.parseDouble(arguments[0]) * 60 / targets.size();
    Fuzz fuzz = new Fuzz(Path.of(""), seed);
    fuzz.watch();
    System.out.println("seed " + seed);
    for (FuzzTarget target : targets) {
      Figures figures = fuzz.read(target, Long.MAX_VALUE, (long) (seconds * 1e9));
      if (figures == null) {
        System.exit(1);
        return;
      }
      System.out.printf(
          Locale.ROOT,
          "%-14s %,12d inputs, the longest %.0f ms%n",
          figures.target(),
          figures.inputs(),
          figures.longestMillis());
    }
    System.exit(0); // the watch is no reason to stay
  }

  /**
   * Reads spoilt inputs until there were so many, or the time is over.
   *
   * @return null if one of them failed
   */
  @Nullable Figures read(FuzzTarget target, long most, long nanos) throws IOException {
    Spoiler spoiler = new Spoiler(target.samples(), seed);
    long begin = System.nanoTime();
    long longest = 0;
    long number = 0;
    long now = begin;
    for (; number < most && now - begin < nanos; number++) {
      Reading current = new Reading(target.name(), spoiler, number, now);
      reading = current;
      try {
        target.feed(spoiler.input(number));
      } catch (Throwable failure) { // whatever it is, it is not what was promised
        System.err.println("fuzz: " + target.name() + " failed at input " + number);
        failure.printStackTrace(); // for whoever started it, who is at the terminal
        keep(current);
        return null;
      }
      long after = System.nanoTime();
      longest = Math.max(longest, after - now);
      now = after;
    }
    return new Figures(target.name(), number, longest / 1e6);
  }

  private void keep(Reading failed) throws IOException {
    Path file = folder.resolve("fuzz-" + failed.target() + "-" + seed + "-" + failed.number());
    Files.write(file, failed.inputs().input(failed.number()));
    System.err.println("fuzz: the input is in " + file.toAbsolutePath());
  }

  /** A hanging reader cannot be asked: another thread looks at the clock, once a second. */
  private void watch() {
    Thread watch =
        new Thread(
            () -> {
              try {
                while (true) {
                  Thread.sleep(1_000);
                  Reading current = reading;
                  if (current != null
                      && System.nanoTime() - current.since()
                          > HANGS_AFTER_SECONDS * 1_000_000_000) {
                    System.err.println("fuzz: " + current.target() + " hangs");
                    keep(current);
                    Runtime.getRuntime().halt(1);
                  }
                }
              } catch (InterruptedException | IOException e) {
                throw new IllegalStateException("the watch ends", e);
              }
            },
            "fuzz-watch");
    watch.setDaemon(true);
    watch.start();
  }
}
