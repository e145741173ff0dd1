package io.loophalt.compatibility.scenario;

import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Plays every script with a framework and reports what came of it, each fact as {@code
 * way.SCRIPT.fact}.
 */
public final class Stage {

  /** Of a crowd, so many conversations are healthy. */
  public static final int HEALTHY = 50;

  /** So many of them come before any that is stuck. */
  public static final int BEFORE_THE_STUCK = 40;

  /** So many are stuck, each on a thread of its own. */
  public static final int STUCK = 2;

  private static final int THREADS = 3;
  private static final String SCRIPTS = "scripts";
  private static final String CROWD = "crowd";
  private static final String PARTS = "parts";
  private static final String WAYS = "ways";
  private static final List<String> QUESTIONS =
      IntStream.range(0, 30).mapToObj(i -> "What is " + Prose.ofLetters(i + 50) + "?").toList();
  private static final List<String> YES = Collections.nCopies(12, "Yes.");
  private static final List<String> GO_ON = Collections.nCopies(30, "Please go on.");

  private Stage() {}

  /** The option of a JVM in which these scripts alone are played. */
  public static String only(Script... scripts) {
    return "-D" + SCRIPTS + '=' + EnumSet.copyOf(List.of(scripts));
  }

  /** The option of a JVM in which the framework is used in these ways alone. */
  public static String ways(List<String> ways) {
    return "-D" + WAYS + '=' + String.join(";", ways);
  }

  /** Some scripts that are played once more, with the name of the part before each way. */
  public static String part(String name, Set<Script> scripts) {
    return name + '=' + EnumSet.copyOf(scripts);
  }

  /** The option of a JVM that plays these parts at last, each when it is told its name. */
  public static String parts(List<String> parts) {
    return "-D" + PARTS + '=' + String.join(";", parts);
  }

  /** The option of a JVM in which many conversations share two threads, and nothing else is. */
  public static String crowd() {
    return "-D" + CROWD + "=true";
  }

  /**
   * Plays everything, or what the JVM was started for.
   *
   * @param all the ways of using the framework, by name
   */
  public static void play(Map<String, FrameworkUnderTest> all) throws Exception {
    Lifeline.hold();
    Map<String, FrameworkUnderTest> ways = chosenOf(all);
    if (Boolean.getBoolean(CROWD)) {
      for (Map.Entry<String, FrameworkUnderTest> way : ways.entrySet()) {
        onTwoThreads(way.getKey(), way.getValue());
      }
      end();
    }
    List<Script> chosen = chosen();
    List<Runnable> aftermath = new ArrayList<>();
    for (Map.Entry<String, FrameworkUnderTest> way : ways.entrySet()) {
      for (Script script : chosen.isEmpty() ? Script.playedAlone() : chosen) {
        aftermath.add(playAlone(script, way.getKey() + '.' + script, way.getValue()));
      }
      if (chosen.isEmpty()) {
        onePoolForAll(way.getKey(), way.getValue());
        talk(way.getKey(), way.getValue());
      }
    }
    for (Map.Entry<String, List<Script>> part : parts().entrySet()) {
      Report.fact(part.getKey() + ".ready", true);
      Lifeline.await(part.getKey());
      for (Map.Entry<String, FrameworkUnderTest> way : ways.entrySet()) {
        for (Script script : part.getValue()) {
          String prefix = part.getKey() + '.' + way.getKey() + '.' + script;
          aftermath.add(playAlone(script, prefix, way.getValue()));
        }
      }
    }
    aftermath.forEach(Runnable::run);
    end();
  }

  private static Map<String, FrameworkUnderTest> chosenOf(Map<String, FrameworkUnderTest> all) {
    Map<String, FrameworkUnderTest> ways = new LinkedHashMap<>(all);
    String chosen = System.getProperty(WAYS);
    if (chosen != null) {
      ways.keySet().retainAll(List.of(chosen.split(";")));
    }
    return ways;
  }

  private static void end() {
    Report.fact("done", true);
    // Frameworks leave threads behind that are nobody's concern here.
    System.exit(0);
  }

  /** Whether everything is played, also what an application has beside the scripts. */
  public static boolean playsAll() {
    return chosen().isEmpty() && !Boolean.getBoolean(CROWD);
  }

  /** Those that the JVM was started for; none if it was started for all. */
  private static List<Script> chosen() {
    return scripts(System.getProperty(SCRIPTS, ""));
  }

  private static Map<String, List<Script>> parts() {
    Map<String, List<Script>> parts = new LinkedHashMap<>();
    for (String part : System.getProperty(PARTS, "").split(";")) {
      int end = part.indexOf('=');
      if (end > 0) {
        parts.put(part.substring(0, end), scripts(part.substring(end + 1)));
      }
    }
    return parts;
  }

  private static List<Script> scripts(String names) {
    return names.isEmpty()
        ? List.of()
        : Stream.of(names.substring(1, names.length() - 1).split(", "))
            .map(Script::valueOf)
            .toList();
  }

  /** Plays one script; what is to be looked at when everything is over. */
  private static Runnable playAlone(Script script, String prefix, FrameworkUnderTest framework) {
    boolean steered = Script.steered().contains(script);
    Scene scene = steered ? new Scene(script, () -> awaitPerson(prefix)) : new Scene(script);
    if (script == Script.NARRATION) {
      report(prefix, scene, () -> untilDone(framework, scene, prefix));
    } else {
      report(prefix, scene, () -> framework.ask(scene, prefix, "Please help."));
    }
    if (steered) {
      Lifeline.await(prefix + ".over");
    }
    int atTheEnd = scene.modelCalls() + scene.toolCalls();
    return () ->
        Report.fact(prefix + ".afterwards", scene.modelCalls() + scene.toolCalls() - atTheEnd);
  }

  /** Says that the model is asked, and answers when the person has done what they do. */
  private static void awaitPerson(String prefix) {
    Report.fact(prefix + ".begun", true);
    Lifeline.await(prefix);
  }

  /** The one task of which narrating is a part: asks until the agent says that it is done. */
  static String untilDone(FrameworkUnderTest framework, Scene scene, String conversation)
      throws Exception {
    String said = framework.ask(scene, conversation, "Please help.");
    while (!said.contains("DONE")) {
      said = framework.ask(scene, conversation, "Go on.");
    }
    return said;
  }

  /** What people and programs say to an agent that answers without tools, all of it one task. */
  private static void talk(String way, FrameworkUnderTest framework) {
    Scene asked = new Scene(Script.TALK);
    report(way + ".questions", asked, () -> chat(framework, asked, way + "-questions", QUESTIONS));
    Scene agreed = new Scene(Script.TALK);
    report(way + ".yes", agreed, () -> chat(framework, agreed, way + "-yes", YES));
    Scene driven = new Scene(Script.NARRATION);
    report(way + ".driven", driven, () -> chat(framework, driven, way + "-driven", GO_ON));
    Report.fact(way + ".rounds", outcome(() -> rounds(framework, way)));
  }

  /** One task, in which the agent is told one thing after the other. */
  static String chat(
      FrameworkUnderTest framework, Scene scene, String conversation, List<String> words)
      throws Exception {
    String said = "";
    for (int i = 0; i < words.size() && !said.contains("DONE"); i++) {
      said = framework.ask(scene, conversation, words.get(i));
    }
    return said;
  }

  /** One task, for which the agent is asked anew again and again, and knows nothing of before. */
  static String rounds(FrameworkUnderTest framework, String way) throws Exception {
    String said = "";
    for (int i = 0; i < 8; i++) {
      said =
          framework.ask(Scene.ofARound(Script.SAME_QUESTION), way + "-round-" + i, "Please help.");
    }
    return said;
  }

  /**
   * Forty healthy conversations on two threads, each of which asks the same thing three times; then
   * one on each thread that is stuck, and ten more healthy ones.
   */
  private static void onTwoThreads(String way, FrameworkUnderTest framework) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(STUCK);
    try {
      List<Scene> healthy = new ArrayList<>();
      List<Scene> stuck = new ArrayList<>();
      List<Future<String>> outcomes = new ArrayList<>();
      List<Future<String>> outcomesOfStuck = new ArrayList<>();
      CyclicBarrier bothThreads = new CyclicBarrier(STUCK);
      for (int i = 0; i < HEALTHY + STUCK; i++) {
        boolean isStuck = i >= BEFORE_THE_STUCK && i < BEFORE_THE_STUCK + STUCK;
        Scene scene = new Scene(isStuck ? Script.IDENTICAL_CALLS : Script.THREE_SEARCHES);
        (isStuck ? stuck : healthy).add(scene);
        String conversation = way + "-crowd-" + i;
        (isStuck ? outcomesOfStuck : outcomes)
            .add(
                pool.submit(
                    () -> {
                      if (isStuck) {
                        bothThreads.await();
                      }
                      return outcome(() -> framework.ask(scene, conversation, "Hello?"));
                    }));
      }
      for (int i = 0; i < outcomes.size(); i++) {
        Report.fact(way + ".healthy." + i, await(outcomes.get(i)));
        Report.fact(way + ".healthy." + i + ".nudges", healthy.get(i).nudges());
      }
      for (int i = 0; i < stuck.size(); i++) {
        Report.fact(way + ".stuck." + i, await(outcomesOfStuck.get(i)));
        Report.fact(way + ".stuck." + i + ".tool.calls", stuck.get(i).toolCalls());
      }
    } finally {
      pool.shutdown();
    }
  }

  /** Nine conversations on three threads: one is stuck, and all the others ask the same thing. */
  private static void onePoolForAll(String way, FrameworkUnderTest framework) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<String>> outcomes = new ArrayList<>();
      for (int i = 0; i < 9; i++) {
        Script script = i == 4 ? Script.IDENTICAL_CALLS : Script.SAME_QUESTION;
        String conversation = way + "-pool-" + i;
        outcomes.add(
            pool.submit(
                () -> outcome(() -> framework.ask(new Scene(script), conversation, "Hello?"))));
      }
      for (int i = 0; i < outcomes.size(); i++) {
        Report.fact(way + ".pool." + i, await(outcomes.get(i)));
      }
    } finally {
      pool.shutdown();
    }
  }

  private static String await(Future<String> outcome) throws InterruptedException {
    try {
      return outcome.get();
    } catch (ExecutionException e) {
      return "failed: " + e.getCause();
    }
  }

  /** One conversation. */
  private interface Conversation {
    String play() throws Exception;
  }

  private static void report(String prefix, Scene scene, Conversation conversation) {
    Report.fact(prefix + ".outcome", outcome(conversation));
    Report.fact(prefix + ".model.calls", scene.modelCalls());
    Report.fact(prefix + ".tool.calls", scene.toolCalls());
    Report.fact(prefix + ".nudges", scene.nudges());
    if (Script.steered().contains(scene.script())) {
      Report.fact(prefix + ".refusals", scene.refusals());
    }
    Report.fact(prefix + ".stronger", scene.strongerCalls());
  }

  /** The answer, or that the run was halted, known by the simple name of an exception. */
  private static String outcome(Conversation conversation) {
    try {
      return "answer: " + conversation.play();
    } catch (Throwable thrown) {
      for (Throwable each = thrown; each != null; each = each.getCause()) {
        if (each.getClass().getSimpleName().equals("LoopHaltException")) {
          return "halted: " + each.getMessage();
        }
      }
      return "failed: " + thrown;
    }
  }
}
