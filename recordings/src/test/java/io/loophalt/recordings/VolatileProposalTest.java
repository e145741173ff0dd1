package io.loophalt.recordings;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.policy.TaskPolicy.OnHalt;
import io.loophalt.core.policy.ToolPolicy;
import io.loophalt.core.policy.VolatileParts;
import io.loophalt.presets.Presets;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code tune} suggests to leave out of answers, and what it never does. */
class VolatileProposalTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final List<String> STATES = List.of("queued", "packed", "sent", "lost", "found");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"request_id\":\"%id\",\"state\":\"held\"} | \"$.request_id\"",
        "{\"meta\":{\"took_ms\":%n},\"rows\":[1,2]} | \"$.meta.took_ms\"",
        "{\"at\":\"2026-11-24T10:15:%n\",\"x\":{\"y\":1}} | \"$.at\"",
        "{\"items\":[{\"etag\":\"%id\",\"a\":1},{\"etag\":\"%id\",\"a\":2}]} | \"$.items[*].etag\"",
        "{\"next cursor\":\"%id\",\"took\":%n,\"rows\":[]} | \"$.took\", \"$['next cursor']\"",
        "No room.%brYour request id %id is filed. | \"Your request id *\"",
        "Kein Treffer (Vorgang 17, %uuid) | \"Treffer (Vorgang 17, *\"",
      })
  void whatAnswersToOneCallDifferInAloneIsSuggested(String answer, String parts) {
    assertThat(proposed(policy(), "look", i -> filled(answer, i)))
        .endsWith(
            """
            tools:
              "look":
                # 22 of 22 answers to a call made again differ from the one before in nothing else
                volatile: [%s]
            """
                .formatted(parts));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "look | {\"progress\":%n,\"of\":40}",
        "look | {\"state\":\"%state\",\"request_id\":\"%id\"}",
        "look | {\"lines\":[%list]}",
        "look | %n of 40 done",
        "look | %state",
        "look | line %n%branother line %n",
        "get_current_time | {\"time\":\"2026-11-24T10:15:%n\",\"zone\":\"UTC\"}",
        "look | {\"always\":\"the same\"}",
      })
  void whatMayBeAskedForIsNever(String tool, String answer) {
    assertThat(proposed(policy(), tool, i -> filled(answer, i))).isEmpty();
  }

  @Test
  void ofFewAnswersNothingIsSuggested() {
    VolatileProposal proposal = new VolatileProposal(task -> policy());
    play(proposal, "look", 1, 10, i -> filled("{\"request_id\":\"%id\",\"a\":1}", i));

    assertThat(printed(proposal)).isEmpty();

    play(proposal, "look", 1, 2, i -> filled("{\"request_id\":\"%id\",\"a\":1}", i));

    assertThat(printed(proposal)).contains("# 10 of 10 answers");
  }

  @Test
  void whatIsLeftOutAlreadyStaysInTheListThatTakesItsPlace() {
    TaskPolicy own =
        policy(
            new ToolPolicy("lo*", null, null, Set.of(), Set.of(), Map.of(), false)
                .leavingOut(VolatileParts.of("$.took")));
    IntFunction<String> answer = i -> filled("{\"took\":%n,\"etag\":\"%id\",\"a\":1}", i);

    assertThat(proposed(own, "look", answer)).contains("volatile: [\"$.took\", \"$.etag\"]");
    assertThat(proposed(own, "look", i -> filled("{\"took\":%n,\"a\":1}", i))).isEmpty();
  }

  @Test
  void aToolThatIsIgnoredIsNotLookedAt() {
    TaskPolicy ignoring =
        policy(new ToolPolicy("*", null, null, Set.of(), Set.of(), Map.of(), true));

    assertThat(proposed(ignoring, "look", i -> filled("{\"etag\":\"%id\",\"a\":1}", i))).isEmpty();
  }

  private static String filled(String template, int i) {
    String list = "0" + ",1".repeat(i);
    return template
        .replace("%br", "\n")
        .replace("%id", "%08x-%02d".formatted(i * 0x9E3779B1 + 17, i))
        .replace("%uuid", "%08x-0000-4000-8000-00000000%04x".formatted(i * 0x9E3779B1, i))
        .replace("%n", Integer.toString(10 + i))
        .replace("%state", STATES.get(i % STATES.size()))
        .replace("%list", list);
  }

  private static String proposed(TaskPolicy policy, String tool, IntFunction<String> answer) {
    VolatileProposal proposal = new VolatileProposal(task -> policy);
    play(proposal, tool, 2, 12, answer);
    return printed(proposal);
  }

  private static void play(
      VolatileProposal proposal, String tool, int runs, int calls, IntFunction<String> answer) {
    for (int run = 0; run < runs; run++) {
      ObjectNode recorded = JSON.createObjectNode().put("id", "run-" + run);
      ArrayNode steps = recorded.putArray("steps");
      for (int i = 0; i < calls; i++) {
        ObjectNode step = steps.addObject().put("turn", i).put("tool", tool).put("text", "");
        step.put("args", "{\"n\":7}").put("result", answer.apply(i)).putNull("error");
      }
      RunSink.OpenRun open = proposal.begin("run-" + run, "");
      new TrajectoryReader().read(recorded).turns().forEach(open::turn);
      open.end(true);
    }
  }

  private static String printed(VolatileProposal proposal) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    proposal.print(new PrintStream(out, true, UTF_8));
    return out.toString(UTF_8).replace(System.lineSeparator(), "\n");
  }

  private static TaskPolicy policy(ToolPolicy... tools) {
    return new TaskPolicy(
        "*",
        "standard",
        Presets.named("standard").detectors(),
        Map.of(),
        Ceilings.NONE,
        List.of(tools),
        OnHalt.THROW);
  }
}
