package io.loophalt.compatibility.harness;

import io.loophalt.compatibility.scenario.Script;
import io.loophalt.compatibility.scenario.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One JVM in which everything is played under the agent, and then once more what may come out
 * otherwise when a halted run finishes, when it is only watched, and when a person steers it. The
 * configuration of each of these parts is read anew while the application waits.
 */
final class GuardedPlay {

  static final String FINISHING = "finishing";
  static final String OBSERVED = "observed";
  static final String STEERED = "steered";

  private final Configuration configuration;
  private final Set<Script> finishing;
  private final Set<Script> observed;
  private final List<String> ways;

  /** What the configuration is where its first lines are these. */
  interface Configuration {
    String beginningWith(String first);
  }

  /**
   * What came of it.
   *
   * @param performance whose facts of a part begin with its name
   * @param held ways in which a frozen call waited
   * @param resumed ways in which a halted run waited and went on
   */
  record Result(Performance performance, List<String> held, List<String> resumed) {

    Map<String, String> facts() {
      return performance.facts();
    }
  }

  /**
   * With these scripts.
   *
   * @param finishing what is played when a halted run finishes
   * @param observed what is played when runs are only watched
   */
  GuardedPlay(
      Configuration configuration,
      List<Script> finishing,
      List<Script> observed,
      List<String> ways) {
    this.configuration = configuration;
    this.finishing = EnumSet.copyOf(finishing);
    this.observed = EnumSet.copyOf(observed);
    this.ways = ways;
  }

  /** Plays it all in a folder. */
  Result play(ForkedContainer container, Application application, Path folder) throws IOException {
    // The path of a socket is short.
    Path sockets = Files.createTempDirectory("person");
    String control = "control: {folder: " + sockets + "}\n";
    Application inParts =
        application.withOptions(
            Stage.parts(
                List.of(
                    Stage.part(FINISHING, finishing),
                    Stage.part(OBSERVED, observed),
                    Stage.part(STEERED, Script.steered()))));
    Guard guard = new Guard.AtStart(configuration.beginningWith(control));
    List<String> held = new ArrayList<>();
    List<String> resumed = new ArrayList<>();
    try (ForkedJvm jvm = container.start(inParts, guard, folder)) {
      Operator operator = new Operator(sockets);
      Part part = new Part(jvm, operator, folder, control);
      part.begin(FINISHING, "on-halt: finish\n");
      part.begin(OBSERVED, "mode: observe\n");
      part.begin(STEERED, "on-halt: {wait: 2m}\n");
      steer(new SteeredPlay(jvm, operator, STEERED + '.'), held, resumed);
      return new Result(new Performance(jvm.finish(), folder), held, resumed);
    }
  }

  private void steer(SteeredPlay person, List<String> held, List<String> resumed) {
    List<String> left = new ArrayList<>(ways);
    while (!left.isEmpty()) {
      String way = person.next(left);
      left.remove(way);
      person.halt(way);
      if (person.hold(way)) {
        held.add(way);
      }
      person.block(way);
      if (person.resume(way)) {
        resumed.add(way);
      }
    }
  }

  private final class Part {

    private final ForkedJvm jvm;
    private final Operator operator;
    private final Path folder;
    private final String control;

    Part(ForkedJvm jvm, Operator operator, Path folder, String control) {
      this.jvm = jvm;
      this.operator = operator;
      this.folder = folder;
      this.control = control;
    }

    void begin(String part, String first) throws IOException {
      jvm.awaitLine(part + ".ready=true");
      ForkedContainer.write(configuration.beginningWith(first + control), folder);
      operator.follow(Operator.order("reload"));
      operator.newRuns();
      jvm.send(part);
    }
  }
}
