package io.loophalt.compatibility.embabel;

import com.embabel.agent.api.common.Ai;
import com.embabel.agent.api.common.PromptRunner;
import com.embabel.agent.api.common.streaming.StreamingPromptRunner;
import com.embabel.agent.api.invocation.AgentInvocation;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Script;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/** Where Embabel makes something else of an exception, or has many requests in one process. */
public final class Corners {

  private Corners() {}

  /** Entry point. */
  public static void main(String[] args) {
    Lifeline.hold();
    Platform platform = Platform.sequential();
    platform.deploy(new Clerk());
    Ai ai = platform.ai();
    Puppet twins = new Puppet("search", 2);
    play("twins", List.of(twins), tools -> text(Platform.parallel().ai(), twins, tools));
    Puppet lost = new Puppet("serach", 1);
    play("no such tool", List.of(lost), tools -> text(ai, lost, tools));
    Puppet lostTwins = new Puppet("serach", 2);
    play(
        "no such tools",
        List.of(lostTwins),
        tools -> text(Platform.parallel().ai(), lostTwins, tools));
    Puppet pensive = new Puppet("search", 1);
    play("thoughts", List.of(pensive), tools -> thoughts(ai, pensive, tools));
    Puppet streaming = new Puppet("search", 1);
    play("stream", List.of(streaming), tools -> stream(ai, streaming, tools));
    List<Puppet> crowd = Stream.generate(() -> new Puppet("search", 1, 1)).limit(8).toList();
    play("at once", crowd, tools -> errands(platform, crowd, tools, true));
    List<Puppet> queue = Stream.generate(() -> new Puppet("search", 0, 0)).limit(30).toList();
    play("one by one", queue, tools -> errands(platform, queue, tools, false));
    System.exit(0);
  }

  /** Something to do with a scene's tools. */
  private interface Corner {
    String with(Scene tools) throws Exception;
  }

  private static void play(String name, List<Puppet> models, Corner corner) {
    Scene tools = new Scene(Script.IDENTICAL_CALLS);
    Report.fact(name + ".outcome", outcome(() -> corner.with(tools)));
    Report.fact(name + ".model.calls", models.stream().mapToInt(Puppet::modelCalls).sum());
    Report.fact(name + ".tool.calls", tools.toolCalls());
  }

  private static String outcome(Callable<String> corner) {
    try {
      return corner.call();
    } catch (Exception thrown) {
      for (Throwable each = thrown; each != null; each = each.getCause()) {
        if (each.getClass().getSimpleName().equals("LoopHaltException")) {
          return "halted: " + each.getMessage();
        }
      }
      return "failed: " + thrown;
    }
  }

  private static PromptRunner runner(Ai ai, Puppet model, Scene tools) {
    return ai.withLlmService(model.service()).withToolObject(new SceneTools(tools));
  }

  private static String text(Ai ai, Puppet model, Scene tools) {
    return runner(ai, model, tools).generateText("Do it.");
  }

  /** Whatever is thrown while it works becomes a part of the result. */
  private static String thoughts(Ai ai, Puppet model, Scene tools) {
    return "no result: "
        + runner(ai, model, tools)
            .thinking()
            .createObjectIfPossible("Do it.", Desk.Answer.class)
            .getException();
  }

  private static String stream(Ai ai, Puppet model, Scene tools) {
    StreamingPromptRunner.Streaming streaming =
        (StreamingPromptRunner.Streaming) runner(ai, model, tools).streaming();
    return String.join("", streaming.withPrompt("Do it.").generateStream().toStream().toList());
  }

  private static String errands(
      Platform platform, List<Puppet> models, Scene tools, boolean atOnce) {
    return String.join(
        " ",
        AgentInvocation.create(platform.get(), Clerk.Done.class)
            .invoke(new Clerk.Errands(models, tools, atOnce))
            .answers());
  }
}
