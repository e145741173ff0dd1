package io.loophalt.agent.cli;

import io.loophalt.PrintableText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * A table of fixed columns, of which all together fit into a terminal of 80 columns. The first one,
 * of names, may be as wide as what is in it, where none may be cut.
 */
final class TextTable {

  private static final int MOST_COLUMNS = 80;
  private static final String CUT = "…";

  private record Column(String name, int width, boolean right) {}

  private final List<Column> columns = new ArrayList<>();

  /** Adds a column of texts. */
  TextTable left(String name, int width) {
    return add(new Column(name, width, false));
  }

  /** Adds a column of numbers. */
  TextTable right(String name, int width) {
    return add(new Column(name, width, true));
  }

  private TextTable add(Column column) {
    columns.add(column);
    int all = columns.size() - 1;
    for (Column each : columns) {
      all += each.width();
    }
    if (all > MOST_COLUMNS) {
      throw new IllegalArgumentException("wider than a terminal: " + all);
    }
    return this;
  }

  /** Prints it with a head; what does not fit into its column is cut. */
  void print(PrintWriter out, List<List<String>> rows) {
    head(out);
    rows.forEach(each -> row(out, each));
  }

  /** The same with whole names in the first column, be it wider than a terminal then. */
  void printNamesWhole(PrintWriter out, List<List<String>> rows) {
    Column names = columns.get(0);
    int width = names.width();
    for (List<String> row : rows) {
      width = Math.max(width, PrintableText.of(row.get(0)).length());
    }
    TextTable wide = new TextTable();
    wide.columns.add(new Column(names.name(), width, names.right()));
    wide.columns.addAll(columns.subList(1, columns.size()));
    wide.print(out, rows);
  }

  void head(PrintWriter out) {
    List<String> names = new ArrayList<>();
    for (Column each : columns) {
      names.add(each.name());
    }
    row(out, names);
  }

  /** Prints a line; what does not fit into its column is cut, and what is not printable escaped. */
  void row(PrintWriter out, List<String> cells) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      String text = PrintableText.of(cells.get(i));
      String cell =
          text.length() <= column.width()
              ? text
              : text.substring(0, column.width() - CUT.length()) + CUT;
      String space = " ".repeat(column.width() - cell.length());
      line.append(i == 0 ? "" : " ").append(column.right() ? space + cell : cell + space);
    }
    out.println(line.toString().stripTrailing());
  }
}
