package io.loophalt.compatibility.adk;

import com.google.adk.agents.BaseAgent;
import com.google.adk.agents.LlmAgent;
import com.google.adk.agents.LlmAgent.IncludeContents;
import com.google.adk.agents.LoopAgent;
import com.google.adk.agents.SequentialAgent;
import com.google.genai.types.Part;
import io.loophalt.compatibility.report.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Agents without tools that answer each other, as in the samples of ADK's manual. */
final class Writers {

  private static final List<String> DRAFTS =
      List.of(
          "A kitten named Momo wanders into the garden at dawn and finds a door behind the ivy.",
          "At dawn, grey Momo slips out of the kitchen, pads over wet grass and discovers a tiny"
              + " brass door; it hums when she touches it.",
          "Behind the ivy waits a door no taller than a teacup. When her paw brushes its handle a"
              + " melody rises, old and homesick, and hinges sigh open upon stairs of moonlight.",
          "Down the moonlit staircase a blind clockmaker sits, mending hours that children lost,"
              + " and asks who carried the warmth in.",
          "She offers him her purring. He trades it for yesterday: one afternoon, wrapped in"
              + " paper, for the grandmother who had forgotten how to laugh.",
          "Upstairs grandmother unties the string, smells rain and accordion waltzes, and laughs"
              + " until the spoons rattle.");

  private static final List<String> CRITICISMS =
      List.of(
          "The opening is flat. Give the animal a colour and let something surprising happen.",
          "Better. It should feel ancient: describe size, sound, and what lies beyond it.",
          "Strong atmosphere now. Introduce somebody below who wants a gift from our hero.",
          "That character is wonderful, but the tale has no exchange. What is her reward?",
          "The bargain works. End on one concrete image of joy rather than with a statement.");

  private static final List<String> STAGES =
      List.of(
          "Requirements: customers upload invoices as PDF and see totals per month.",
          "Architecture: an upload service, a queue, extraction workers and PostgreSQL.",
          "Schema: table invoice with supplier, amount in cents and currency; index on issued.",
          "Interface: posting answers with a location header, reading takes year and month.",
          "Code: a controller stores the file and sends its name to whoever extracts it.",
          "Tests: given two of them, their sum is shown; rounding and mixed money are covered.",
          "Review: the worker lacks a retry limit, so poisoned messages would block all others.",
          "Manual: operators scale horizontally with one variable, see chapter three.",
          "Release: migration seven must run before deployment, and rollback was rehearsed.");

  private Writers() {}

  static void play() {
    story("story", IncludeContents.DEFAULT);
    story("story.without.history", IncludeContents.NONE);
    stages("stages", IncludeContents.DEFAULT);
    stages("stages.without.history", IncludeContents.NONE);
    stuckPair("stuck.pair", IncludeContents.DEFAULT);
    stuckPair("stuck.pair.without.history", IncludeContents.NONE);
  }

  /** A first draft, and then a critic and a writer in turn; each time what they say is new. */
  private static void story(String name, IncludeContents contents) {
    AtomicInteger calls = new AtomicInteger();
    BaseAgent again =
        LoopAgent.builder()
            .name("refinement")
            .subAgents(
                agent("critic", CRITICISMS, contents, calls),
                agent("refiner", DRAFTS.subList(1, DRAFTS.size()), contents, calls))
            .maxIterations(CRITICISMS.size())
            .build();
    play(
        name,
        SequentialAgent.builder()
            .name("writing")
            .subAgents(agent("writer", DRAFTS.subList(0, 1), contents, calls), again)
            .build(),
        calls);
  }

  /** Many agents, one after the other, each of which does its part of the work. */
  private static void stages(String name, IncludeContents contents) {
    AtomicInteger calls = new AtomicInteger();
    List<LlmAgent> agents = new ArrayList<>();
    for (int i = 0; i < STAGES.size(); i++) {
      agents.add(agent("stage" + i, STAGES.subList(i, i + 1), contents, calls));
    }
    play(name, SequentialAgent.builder().name("pipeline").subAgents(agents).build(), calls);
  }

  /** Two that tell each other the same for ever. */
  private static void stuckPair(String name, IncludeContents contents) {
    AtomicInteger calls = new AtomicInteger();
    play(
        name,
        LoopAgent.builder()
            .name("pair")
            .subAgents(
                agent("polite", List.of("After you, please."), contents, calls),
                agent("politer", List.of("No, I insist: you go first."), contents, calls))
            .build(),
        calls);
  }

  /** Says one text after the other, and the last one for ever. */
  private static LlmAgent agent(
      String name, List<String> texts, IncludeContents contents, AtomicInteger calls) {
    AtomicInteger next = new AtomicInteger();
    return LlmAgent.builder()
        .name(name)
        .model(
            new AnsweringLlm(
                result -> {
                  calls.incrementAndGet();
                  int position = Math.min(next.getAndIncrement(), texts.size() - 1);
                  return Part.fromText(texts.get(position));
                }))
        .includeContents(contents)
        .build();
  }

  private static void play(String name, BaseAgent agent, AtomicInteger calls) {
    GoogleAdkTeam.play(name, agent);
    Report.fact(name + ".model.calls", calls);
  }
}
