package io.loophalt.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class TextTableTest {

  private static final List<List<String>> ROWS =
      List.of(List.of("order-agent/job-7", "LangChain4j"), List.of("a\nb", "ADK"));

  private final TextTable table = new TextTable().left("RUN", 10).left("FRAMEWORK", 9);

  @Test
  void cutsWhatDoesNotFitIntoATerminal() {
    assertThat(printed(out -> table.print(out, ROWS)))
        .containsExactly("RUN        FRAMEWORK", "order-age… LangChai…", "a\\u000ab   ADK");
  }

  @Test
  void hasAFirstColumnAsWideAsNamesThatMayNotBeCut() {
    assertThat(printed(out -> table.printNamesWhole(out, ROWS)))
        .containsExactly(
            "RUN               FRAMEWORK", "order-agent/job-7 LangChai…", "a\\u000ab          ADK");
  }

  @Test
  void looksTheSameWhereAllFits() {
    List<List<String>> rows = List.of(List.of("job-7", "ADK"));

    assertThat(printed(out -> table.printNamesWhole(out, rows)))
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
