package io.loophalt.demo;

import io.loophalt.demo.RepairJob.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs the same stuck agent twice, without and with Loophalt, each in a JVM of its own, and prints
 * the two side by side.
 *
 * <p>Ends with status 0 if both ended as they should: the first at the framework's own cap, the
 * second nudged at the third attempt and halted at the fifth. Otherwise a sentence says what went
 * wrong, and the status is 1. A real model (see {@link Setting}) may do as it likes.
 */
public final class Demo {

  private Demo() {}

  /**
   * Runs the demo.
   *
   * @param args the agent's jar, and {@code --color} for a terminal that shows colours
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    Path agent = Path.of(args[0]).toAbsolutePath();
    if (!Files.isRegularFile(agent)) {
      fail("there is no agent at " + agent + "; build it with: mvn package");
    }
    Style style = List.of(args).contains("--color") ? Style.COLORED : Style.PLAIN;
    try (ForkedJob unguarded = ForkedJob.start(List.of());
        ForkedJob guarded = ForkedJob.start(List.of("-javaagent:" + agent))) {
      Comparison comparison = new Comparison(unguarded.report(), guarded.report(), style, model());
      comparison.lines().forEach(System.out::println);
      if (!Setting.OPENAI_API_KEY.isSet()) {
        comparison.complaint().ifPresent(Demo::fail);
      }
    } catch (ForkedJob.Failed failed) {
      fail(failed.getMessage());
    }
  }

  private static String model() {
    return Setting.OPENAI_API_KEY.isSet()
        ? Setting.OPENAI_MODEL.value()
        : "scripted model, offline";
  }

  private static void fail(String what) {
    System.out.flush();
    System.err.println("demo: " + what);
    System.exit(1);
  }
}
