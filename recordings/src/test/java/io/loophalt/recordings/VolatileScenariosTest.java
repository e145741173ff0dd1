package io.loophalt.recordings;

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
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Answers that differ only in a part that means nothing are a loop once somebody has said which
 * part that is, and what moves beside it is none.
 */
class VolatileScenariosTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int CALLS = 24;

  /** Nobody could tell from these words that they mean nothing. */
  private static final List<String> WORDS =
      List.of(
          "amber", "birch", "cedar", "dune", "elm", "fjord", "grove", "heath", "isle", "juniper",
          "kelp", "larch", "maple", "nettle", "oak", "pine", "quartz", "reed", "sedge", "thyme",
          "umber", "vale", "willow", "yew");

  /** One call made again and again; {@code %w} is another word, {@code %n} another number. */
  private record Scenario(
      String id, String tool, String arguments, String answer, List<String> parts) {

    RecordedRun run() {
      return run(answer);
    }

    /** The same with answers that are equal letter by letter. */
    RecordedRun withoutWords() {
      return run(answer.replace("%w", "word"));
    }

    /** The same with something in the answers that moves. */
    RecordedRun moving() {
      return run(answer.replace("%still", "%n of 40 done"));
    }

    private RecordedRun run(String template) {
      ObjectNode run = JSON.createObjectNode().put("id", id);
      ArrayNode steps = run.putArray("steps");
      for (int i = 0; i < CALLS; i++) {
        ObjectNode step = steps.addObject().put("turn", i).put("tool", tool).put("text", "");
        step.put("args", arguments);
        step.put(
            "result",
            template
                .replace("%w", WORDS.get(i))
                .replace("%n", Integer.toString(i + 1))
                .replace("%still", "nothing was found for it"));
        step.putNull("error");
      }
      return new TrajectoryReader().read(run);
    }

    @Override
    public String toString() {
      return id;
    }
  }

  static List<Scenario> scenarios() {
    return List.of(
        new Scenario(
            "an order's state with the id of the request, in JSON",
            "get_order_state",
            "{\"order\":4711}",
            "{\"request_id\":\"%w-%w\",\"order\":4711,\"note\":\"%still\"}",
            List.of("$.request_id")),
        new Scenario(
            "eine Suche im Archiv, mit einem Vorgangszeichen im Text",
            "archiv_suche",
            "{\"begriff\":\"Grundriss Halle 3\"}",
            "Vorgang %w: Im Archiv liegt dazu kein Blatt, %still",
            List.of("Vorgang *")),
        new Scenario(
            "a legacy stock service that answers in XML, with a token",
            "stock_lookup",
            "{\"article\":\"A-17\"}",
            "<reply><token>%w</token><served-by>host-%w</served-by><text>%still</text></reply>",
            List.of("<token>*</token>", "<served-by>*</served-by>")),
        new Scenario(
            "a listing whose cursor means nothing",
            "list_mailboxes",
            "{\"user\":\"eve\"}",
            "{\"mailboxes\":[{\"name\":\"inbox\",\"mark\":\"%w\"},{\"name\":\"sent\",\"mark\":\"%w\"}],"
                + "\"page\":{\"cursor\":\"%w%w\"},\"note\":\"%still\"}",
            List.of("$.mailboxes[*].mark", "$..cursor")),
        new Scenario(
            "予約システムの受付番号",
            "予約確認",
            "{\"日付\":\"来週\"}",
            "受付番号 %w で照会しました。空きはありません。%still",
            List.of("受付番号 *")),
        new Scenario(
            "a lab instrument that signs each reading with a phrase",
            "read_spectrum",
            "{\"channel\":2}",
            "channel 2\nsigned by phrase %w %w\nsignal %still\n",
            List.of("signed by phrase **")),
        new Scenario(
            "une recherche de trains, servie par un autre noeud à chaque fois",
            "chercher_trains",
            "{\"de\":\"Lyon\",\"vers\":\"Brest\"}",
            "{\"noeud\":{\"nom\":\"%w\",\"file\":[\"%w\"]},\"trains\":[],\"message\":\"%still\"}",
            List.of("$.noeud")),
        new Scenario(
            "a web request with the headers of its answer, of which nobody has said a thing",
            "http_get",
            "{\"url\":\"https://example.org/a\"}",
            "{\"status\":200,\"headers\":{\"Date\":\"%w\",\"X-Request-Id\":\"%w\"},"
                + "\"body\":\"%still\"}",
            List.of()));
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void whatDiffersInAVolatilePartAloneIsHaltedAsIfItWereEqual(Scenario scenario) {
    assertThat(haltOf(scenario.run(), tools(scenario)))
        .as("position of the halt")
        .isEqualTo(haltOf(scenario.withoutWords(), List.of()))
        .isLessThanOrEqualTo(6);
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void whereItIsNotSaidThatThePartMeansNothingItIsNotHaltedSoSoon(Scenario scenario) {
    Integer haltedAt = haltOf(scenario.run(), List.of(tool(scenario, VolatileParts.NONE)));

    assertThat(haltedAt == null ? CALLS : haltedAt).isGreaterThan(6);
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void whatMovesBesideAVolatilePartIsLeftAlone(Scenario scenario) {
    assertThat(haltOf(scenario.moving(), tools(scenario))).isNull();
  }

  private static List<ToolPolicy> tools(Scenario scenario) {
    return scenario.parts().isEmpty()
        ? List.of()
        : List.of(tool(scenario, VolatileParts.of(scenario.parts())));
  }

  private static ToolPolicy tool(Scenario scenario, VolatileParts parts) {
    return new ToolPolicy(scenario.tool(), null, null, Set.of(), Set.of(), Map.of(), false)
        .leavingOut(parts);
  }

  private static @Nullable Integer haltOf(RecordedRun run, List<ToolPolicy> tools) {
    TaskPolicy policy =
        new TaskPolicy(
            "*",
            "standard",
            Presets.named("standard").detectors(),
            Map.of(),
            Ceilings.NONE,
            tools,
            OnHalt.THROW);
    return Playback.of(run, policy, Presets::create).haltedAt();
  }
}
