package io.loophalt.demo;

import io.loophalt.demo.ForkedJob.Failed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Lets a stuck agent's attempts be handed on in one JVM, between two, and between two that share
 * their runs in a Redis, and prints the three side by side.
 *
 * <p>Ends with status 0 if the two that share their runs did at each attempt what one does, and the
 * two that do not were later. Otherwise a sentence says what went wrong, and the status is 1. What
 * is left in the Redis is gone after {@value #KEPT}.
 */
public final class ShareDemo {

  private static final String ANYWHERE = "redis://localhost:6379/0";
  private static final String KEPT = "1m";
  private static final int KEY_BYTES = 32;
  private static final Pattern FOUND_OUT =
      Pattern.compile("the store at .* is (there|away)|\\.yaml:");

  private ShareDemo() {}

  /**
   * Runs the demo.
   *
   * @param args the agent's jar, where the Redis is, or nothing for this machine's, and {@code
   *     --color} for a terminal that shows colours
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    Path agent = Path.of(args[0]).toAbsolutePath();
    String url = args[1].isEmpty() ? ANYWHERE : args[1];
    Style style = List.of(args).contains("--color") ? Style.COLORED : Style.PLAIN;
    Path folder = Files.createTempDirectory("loophalt-demo-share-");
    Optional<String> problem;
    try {
      ThreeWays played = play(agent, url, folder, style);
      played.lines().forEach(System.out::println);
      problem = played.complaint();
    } catch (Failed failed) {
      problem = Optional.of(failed.getMessage());
    } finally {
      delete(folder);
    }
    if (problem.isPresent()) {
      System.out.flush();
      System.err.println("demo: " + problem.get());
      System.exit(1);
    }
  }

  private static ThreeWays play(Path agent, String url, Path folder, Style style)
      throws IOException, InterruptedException {
    Path alone = Files.writeString(folder.resolve("alone.yaml"), "");
    Path shared = Files.writeString(folder.resolve("shared.yaml"), shared(url, folder));
    List<Worker> workers = new ArrayList<>();
    try {
      for (Path configuration : List.of(shared, shared, alone, alone, alone)) {
        String name = workers.size() % 2 == 0 ? "A" : "B";
        workers.add(Worker.start(name, agent, configuration, folder));
        if (workers.size() <= 2) {
          // Before anything else, because it takes no time to say that there is none.
          awaitStore(workers.get(workers.size() - 1), url);
        }
      }
      return new ThreeWays(
          Handover.between("in one JVM", workers.subList(4, 5)),
          Handover.between("in two JVMs", workers.subList(2, 4)),
          Handover.between("in two with a Redis", workers.subList(0, 2)),
          style);
    } finally {
      workers.forEach(Worker::close);
    }
  }

  private static String shared(String url, Path folder) throws IOException {
    byte[] secret = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(secret);
    Path key = folder.resolve("digest.key");
    Files.createFile(
        key, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.write(key, secret);
    // A busy machine is given more time than a call of an application would.
    return "store: {url: "
        + quoted(url)
        + ", key-prefix: loophalt-demo-"
        + ProcessHandle.current().pid()
        + ", ttl: "
        + KEPT
        + ", timeout: 5s}\ndigest-key: {file: "
        + quoted(key.toString())
        + "}\n";
  }

  private static String quoted(String text) {
    return '\'' + text.replace("'", "''") + '\'';
  }

  private static void awaitStore(Worker worker, String url) throws Failed, InterruptedException {
    String said = worker.await(FOUND_OUT).orElse("");
    if (!said.endsWith(" is there")) {
      throw new Failed(
          url.equals(ANYWHERE)
              ? "needs a Redis, and found none at localhost:6379; start it with: redis-server, or get "
                  + "one with: apt-get install redis-server (or brew install redis), or name another: "
                  + "./demo share redis://HOST:PORT"
              : "cannot use the Redis; what the agent says:\n" + worker.lastWords());
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> tree = Files.walk(folder)) {
      for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
