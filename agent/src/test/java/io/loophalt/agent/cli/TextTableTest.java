package io.loophalt.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class TextTableTest {

  private static final List<List<String>> ROWS =
      List.of(List.of("order-agent/job-7", "17"), List.of("a\nb", "3"));

  private final TextTable table = new TextTable().left("RUN", 10).right("STEPS", 5);

  @Test
  void cutsWhatDoesNotFitIntoATerminal() {
    assertThat(printed(out -> table.print(out, ROWS)))
        .containsExactly("RUN        STEPS", "order-age…    17", "a\\u000ab       3");
  }

  @Test
  void isAsWideAsWhatMayNotBeCut() {
    assertThat(printed(out -> table.printWhole(out, ROWS)))
        .containsExactly(
            "RUN               STEPS", "order-agent/job-7    17", "a\\u000ab              3");
  }

  @Test
  void looksTheSameWhereAllFits() {
    List<List<String>> rows = List.of(List.of("job-7", "17"));

    assertThat(printed(out -> table.printWhole(out, rows)))
        .isEqualTo(printed(out -> table.print(out, rows)));
  }

  private static List<String> printed(Consumer<PrintWriter> printing) {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    printing.accept(out);
    out.flush();
    return text.toString().lines().toList();
  }
}
