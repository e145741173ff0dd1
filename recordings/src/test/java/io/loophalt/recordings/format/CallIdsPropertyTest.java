package io.loophalt.recordings.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.presets.Presets;
import io.loophalt.recordings.JsonReport;
import io.loophalt.recordings.Judge;
import io.loophalt.recordings.PresetPolicy;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

/** What changes with every attempt in the messages of a model makes no difference to a verdict. */
class CallIdsPropertyTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final TaskPolicy POLICY = PresetPolicy.of("standard");

  record Call(String tool, String path, String result) {}

  /** How messages are written. */
  enum Shape {
    OPENAI {
      @Override
      ArrayNode messages(List<List<Call>> turns, Random random) {
        ArrayNode messages = JSON.createArrayNode();
        for (List<Call> turn : turns) {
          ObjectNode reply = messages.addObject().put("role", "assistant");
          reply.put("content", thought(random));
          ArrayNode calls = reply.putArray("tool_calls");
          List<ObjectNode> results = new ArrayList<>();
          for (Call call : turn) {
            String id = "call_" + Long.toHexString(random.nextLong());
            calls
                .addObject()
                .put("id", id)
                .put("type", "function")
                .putObject("function")
                .put("name", call.tool())
                .put("arguments", arguments(call, random).toString());
            ObjectNode result = JSON.createObjectNode().put("role", "tool");
            results.add(result.put("tool_call_id", id).put("content", call.result()));
          }
          Collections.shuffle(results, random);
          messages.addAll(results);
        }
        return messages;
      }
    },
    ANTHROPIC {
      @Override
      ArrayNode messages(List<List<Call>> turns, Random random) {
        ArrayNode messages = JSON.createArrayNode();
        for (List<Call> turn : turns) {
          ArrayNode reply = messages.addObject().put("role", "assistant").putArray("content");
          reply.addObject().put("type", "text").put("text", thought(random));
          List<ObjectNode> results = new ArrayList<>();
          for (Call call : turn) {
            String id = "toolu_" + Long.toHexString(random.nextLong());
            reply
                .addObject()
                .put("type", "tool_use")
                .put("id", id)
                .put("name", call.tool())
                .set("input", arguments(call, random));
            ObjectNode result = JSON.createObjectNode().put("type", "tool_result");
            results.add(result.put("tool_use_id", id).put("content", call.result()));
          }
          Collections.shuffle(results, random);
          messages.addObject().put("role", "user").putArray("content").addAll(results);
        }
        return messages;
      }
    };

    abstract ArrayNode messages(List<List<Call>> turns, Random random);

    private static String thought(Random random) {
      return "Attempt " + random.nextInt(1_000);
    }

    private static ObjectNode arguments(Call call, Random random) {
      ObjectNode arguments = JSON.createObjectNode();
      if (random.nextBoolean()) {
        return arguments.put("path", call.path()).put("quiet", true);
      }
      return arguments.put("quiet", true).put("path", call.path());
    }
  }

  @Provide
  Arbitrary<List<List<Call>>> turns() {
    Arbitrary<Call> call =
        Combinators.combine(
                Arbitraries.of("read_file", "run_check"),
                Arbitraries.of("a", "b"),
                Arbitraries.of("ok", "Error: broken", "3 failed"))
            .as(Call::new);
    Arbitrary<List<List<Call>>> phase =
        Combinators.combine(
                call.list().ofMinSize(1).ofMaxSize(3), Arbitraries.integers().between(1, 6))
            .as((turn, times) -> IntStream.range(0, times).mapToObj(i -> turn).toList());
    return phase
        .list()
        .ofMinSize(1)
        .ofMaxSize(4)
        .map(phases -> phases.stream().flatMap(List::stream).toList());
  }

  @Property(tries = 200)
  void callIdsThoughtsKeyOrderAndTheOrderOfResultsMakeNoDifference(
      @ForAll("turns") List<List<Call>> turns, @ForAll Shape shape, @ForAll long seed)
      throws IOException {
    String verdict = verdict(shape.messages(turns, new Random(seed)));

    assertThat(verdict(shape.messages(turns, new Random(~seed)))).isEqualTo(verdict);
    Statistics.label("halted")
        .collect(!verdict.contains("\"halted_at\":null"))
        .coverage(c -> c.check(true).percentage(p -> p > 20));
  }

  private static String verdict(ArrayNode messages) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    JsonReport report = new JsonReport(new PrintStream(out, true, UTF_8));
    List<String> problems = new ArrayList<>();
    Problems noted =
        new Problems() {
          @Override
          public void broken(String file, long line, String what) {
            problems.add(what);
          }

          @Override
          public void notice(String file, String what) {
            problems.add(what);
          }
        };
    Judge judge = new Judge(task -> POLICY, Presets::create, turn -> BigDecimal.ZERO, report);
    new RecordingReader(judge, noted)
        .read("chat.json", new ByteArrayInputStream(JSON.writeValueAsBytes(messages)));
    report.end();
    assertThat(problems).as("problems with %s", messages).isEmpty();
    return out.toString(UTF_8);
  }
}
