package io.loophalt.agent.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.PrintableText;
import io.loophalt.operations.control.ControlClient;
import io.loophalt.operations.control.ControlException;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Lists the live runs of a JVM. */
@Command(
    name = "runs",
    description =
        "List the live runs of a JVM, those nearest to a halt first, then those that are over and"
            + " stay halted. NEAR is what the detector counts that is nearest to its halt, the count"
            + " at which it halts, and the rung that it has reached; 'show' says which detector, and"
            + " prints the whole of an id that is cut here, given as it stands. No id is cut where"
            + " the output is no terminal, as in 'runs PID | cat'. Budgets that runs share stand"
            + " below, and until when all is frozen above.")
final class RunsCommand extends JvmCommand {

  @Mixin final StoreOptions whose = new StoreOptions();

  private static final TextTable TABLE =
      new TextTable()
          .left("RUN", 10)
          .left("TASK", 8)
          .left("FRAMEWORK", 9)
          .left("STATE", 7)
          .right("STEPS", 5)
          .right("TURNS", 5)
          .right("TOKENS", 6)
          .right("COST", 6)
          .left("NEAR", 11)
          .right("AGE", 4);

  private static final TextTable BUDGETS =
      new TextTable()
          .left("BUDGET", 14)
          .left("STATE", 5)
          .right("USED", 5)
          .right("COST", 17)
          .right("TOKENS", 13)
          .left("OPENS AGAIN", 20);

  private static final BigDecimal CENT = new BigDecimal("0.01");
  private static final BigDecimal WHOLE_FROM = BigDecimal.valueOf(999);

  private static final int MOST = 100;

  /** With head, budgets and prompt on a screen of 24 lines. */
  private static final int MOST_WATCHED = 18;

  private static final long SECOND = 1_000;
  private static final String CLEAR = "\u001b[H\u001b[J";

  private final boolean interactive;

  /** What runs share, as it was asked last. */
  private JsonNode budgets = MissingNode.getInstance();

  /** When a freeze ends by itself, as it was asked last; null if nothing is frozen. */
  private @Nullable String frozenUntil;

  @Option(names = "--watch", description = "Print it again every second, until it is interrupted.")
  private boolean watch;

  @Option(
      names = "--most",
      paramLabel = "N",
      description =
          "Print at most so many. Default: "
              + MOST
              + ", and "
              + MOST_WATCHED
              + " with --watch on a terminal.")
  void atMost(int given) {
    if (given < 1) {
      throw new ParameterException(spec.commandLine(), "--most must be 1 or more, not " + given);
    }
    mostGiven = given;
  }

  private @Nullable Integer mostGiven;

  RunsCommand(Terminal terminal) {
    this.interactive = terminal.interactive();
  }

  @Override
  @Nullable String pid() {
    return whose.pid;
  }

  @Override
  StoreOptions stored() {
    return whose;
  }

  @Override
  ObjectNode request() {
    return ControlClient.request("runs").put("most", most());
  }

  private int most() {
    Integer given = mostGiven;
    if (given != null) {
      return given;
    }
    return watch && interactive && !json ? MOST_WATCHED : MOST;
  }

  @Override
  void ask(ControlClient client) throws IOException, ControlException {
    JsonNode runs = askAll(client);
    while (watch) {
      redraw(runs);
      try {
        Thread.sleep(SECOND);
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
        return;
      }
      runs = askAll(client);
    }
    show(runs);
  }

  private JsonNode askAll(ControlClient client) throws IOException, ControlException {
    lookAgain();
    JsonNode runs = client.ask(request());
    if (!json) {
      JsonNode until = client.ask(ControlClient.request("agent")).path("frozen_until");
      frozenUntil = until.isTextual() ? until.asText() : null;
      try {
        budgets = client.ask(ControlClient.request("budgets"));
      } catch (ControlException older) {
        budgets = MissingNode.getInstance(); // An agent of a version before has none.
      }
    }
    return runs;
  }

  private void redraw(JsonNode runs) {
    PrintWriter out = spec.commandLine().getOut();
    if (interactive && !json) {
      out.print(CLEAR);
    }
    show(runs);
    if (out.checkError()) {
      throw new ReaderGoneException();
    }
  }

  @Override
  void print(JsonNode runs, PrintWriter out) {
    if (frozenUntil != null) {
      out.println("frozen until " + PrintableText.of(frozenUntil));
    }
    if (runs.isEmpty()) {
      out.println("no live runs");
    } else {
      print(TABLE, runs, RunsCommand::row, out);
      if (runs.size() == most()) {
        out.println("(there may be more: --most)");
      }
    }
    if (!budgets.isEmpty()) {
      out.println();
      print(BUDGETS, budgets, RunsCommand::budget, out);
    }
  }

  /** Orders need whole ids, and a script or a file has no edge at which to cut. */
  private void print(
      TextTable table, JsonNode each, Function<JsonNode, List<String>> row, PrintWriter out) {
    List<List<String>> rows = StreamSupport.stream(each.spliterator(), false).map(row).toList();
    if (interactive) {
      table.print(out, rows);
    } else {
      table.printNamesWhole(out, rows);
    }
  }

  private static List<String> budget(JsonNode budget) {
    boolean cost = !budget.path("cost_limit").isNull();
    boolean tokens = !budget.path("token_limit").isNull();
    return List.of(
        budget.path("name").asText(),
        budget.path("state").asText(),
        budget.path("percent").asText() + "%",
        cost
            ? budget.path("cost").decimalValue().setScale(2, RoundingMode.HALF_UP)
                + "/"
                + budget.path("cost_limit").decimalValue().stripTrailingZeros().toPlainString()
            : "-",
        tokens
            ? shortly(budget.path("tokens").asLong())
                + "/"
                + shortly(budget.path("token_limit").asLong())
            : "-",
        budget.path("until").asText());
  }

  private static List<String> row(JsonNode run) {
    return List.of(
        run.path("id").asText(),
        run.path("task").asText(),
        run.path("framework").asText("-"),
        run.path("state").asText(),
        run.path("steps").asText(),
        run.path("turns").asText(),
        shortly(run.path("tokens").asLong()),
        cost(run.path("cost").decimalValue()),
        near(run),
        age(run.path("seconds").asLong()));
  }

  private static String near(JsonNode run) {
    JsonNode rule = run.path("nearest");
    if (!rule.isObject()) {
      return run.path("over").asBoolean() ? "(over)" : "-";
    }
    JsonNode haltsAt = rule.path("halts_at");
    String rung = rule.path("rung").asText("none");
    return rule.path("count").asText()
        + (haltsAt.isNull() ? "" : "/" + haltsAt.asText())
        + (rung.equals("none") ? "" : " " + rung);
  }

  /** At most six characters. */
  private static String cost(BigDecimal cost) {
    if (cost.signum() == 0) {
      return "-";
    }
    if (cost.compareTo(CENT) < 0) {
      return "<0.01";
    }
    return cost.compareTo(WHOLE_FROM) < 0
        ? cost.setScale(2, RoundingMode.HALF_UP).toPlainString()
        : shortly(cost.longValue());
  }

  /** At most six characters: 123456, 12.3M. */
  static String shortly(long number) {
    if (number < 1_000_000) {
      return Long.toString(number);
    }
    return number < 1_000_000_000
        ? String.format(Locale.ROOT, "%.1fM", number / 1e6)
        : String.format(Locale.ROOT, "%.1fG", number / 1e9);
  }

  /** At most four characters: 59s, 59m, 23h, 999d. */
  static String age(long seconds) {
    if (seconds < 60) {
      return seconds + "s";
    }
    if (seconds < 3_600) {
      return seconds / 60 + "m";
    }
    return seconds < 86_400 ? seconds / 3_600 + "h" : seconds / 86_400 + "d";
  }
}
