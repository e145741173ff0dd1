package io.loophalt.compatibility.harness.contract;

import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.scenario.Script;
import io.loophalt.compatibility.scenario.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

/**
 * One JVM in which everything is played under the agent, and then once more what may come out
 * otherwise when a halted run finishes, when it is only watched, and when a person steers it. The
 * configuration of each of these parts is read anew while the application waits.
 */
final class GuardedPlay {

  static final String FINISHING = "finishing";
  static final String OBSERVED = "observed";
  static final String STEERED = "steered";

  /** One for each thing that the agent would do to a run, and one that it would leave alone. */
  static final List<Script> WATCHED =
      List.of(
          Script.IDENTICAL_CALLS,
          Script.NARRATION,
          Script.TESTS_WITHOUT_EDITS,
          Script.TOKEN_CEILING,
          Script.CONCURRENT_TOOLS);

  private final Configuration configuration;
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

  /** In these ways. */
  GuardedPlay(Configuration configuration, List<String> ways) {
    this.configuration = configuration;
    this.ways = ways;
  }

  /** What is played when a halted run finishes: all that are stopped, and a healthy one. */
  static List<Script> finishing() {
    List<Script> scripts = new ArrayList<>();
    for (Script script : Script.playedAlone()) {
      if (script.isStuck() || script == Script.CONCURRENT_TOOLS) {
        scripts.add(script);
      }
    }
    return scripts;
  }

  /** What decides over it beside the application. */
  List<Object> how() {
    return List.of(configuration.beginningWith(""), ways);
  }

  /** Plays it all in a folder. */
  Result play(ForkedContainer container, Application application, Path folder) throws IOException {
    // The path of a socket is short.
    Path sockets = Files.createTempDirectory("person");
    String control = "control: {folder: " + sockets + "}\n";
    Application inParts =
        application.withOptions(
            Stage.ways(ways),
            Stage.parts(
                List.of(
                    Stage.part(FINISHING, EnumSet.copyOf(finishing())),
                    Stage.part(OBSERVED, EnumSet.copyOf(WATCHED)),
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
      return new Result(Performance.in(folder, jvm.finish()), held, resumed);
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
