package io.loophalt.operations.report;

import io.loophalt.operations.timeline.Figures;
import io.loophalt.operations.timeline.HtmlWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A table with a caption, numbers under each other, and bars for shares. */
final class PageTable {

  /** Rows that are shown; further ones are summed up in a line below. */
  static final int MOST_ROWS = 30;

  private enum Kind {
    TEXT,
    CODE,
    NUMBER,
    BAR
  }

  private record Column(String head, Kind kind) {}

  private final String id;
  private final String caption;
  private final List<Column> columns = new ArrayList<>();
  private final List<List<Object>> rows = new ArrayList<>();
  private int most = MOST_ROWS;
  private long left;

  PageTable(String id, String caption) {
    this.id = id;
    this.caption = caption;
  }

  PageTable text(String head) {
    columns.add(new Column(head, Kind.TEXT));
    return this;
  }

  /** A column of names that agents or tools gave. */
  PageTable code(String head) {
    columns.add(new Column(head, Kind.CODE));
    return this;
  }

  PageTable number(String head) {
    columns.add(new Column(head, Kind.NUMBER));
    return this;
  }

  /** A column of shares between 0 and 1, drawn beside the numbers that they are of. */
  PageTable bar(String head) {
    columns.add(new Column(head, Kind.BAR));
    return this;
  }

  /** Has so many rows shown. */
  PageTable upTo(int rows) {
    most = rows;
    return this;
  }

  /** Adds a row: texts, and shares as doubles. */
  PageTable row(Object... cells) {
    if (rows.size() < most) {
      rows.add(List.of(cells));
    } else {
      left++;
    }
    return this;
  }

  void write(HtmlWriter html) {
    // A region that can be scrolled by keyboard, where the table is wider than the screen.
    html.open("div", "class", "scroll", "role", "region", "tabindex", "0", "aria-labelledby", id)
        .open("table");
    html.open("caption", "id", id).element("span", caption).close();
    html.own("<thead><tr>");
    for (Column column : columns) {
      html.element("th", column.head(), "scope", "col", "class", style(column));
    }
    html.own("</tr></thead>\n<tbody>");
    for (List<Object> row : rows) {
      html.open("tr");
      for (int i = 0; i < row.size(); i++) {
        cell(html, i, row.get(i));
      }
      html.closeLine();
    }
    html.own("</tbody>").close().closeLine();
    if (left > 0) {
      html.element("p", Figures.count(left, "more row") + " not shown.", "class", "note").own("\n");
    }
  }

  private void cell(HtmlWriter html, int i, Object cell) {
    Column column = columns.get(i);
    if (i == 0) {
      html.open("th", "scope", "row", "class", style(column));
    } else {
      html.open("td", "class", style(column));
    }
    if (cell instanceof Double share) {
      String width = String.format(Locale.ROOT, "%.1f", 100 * Math.max(0, Math.min(1, share)));
      html.own("<svg class=\"bar\" viewBox=\"0 0 100 8\" preserveAspectRatio=\"none\"")
          .own(" aria-hidden=\"true\"><rect width=\"")
          .own(width)
          .own("\" height=\"8\"/></svg>");
    } else if (cell instanceof Link link) {
      html.element("a", link.text(), "href", '#' + link.anchor());
    } else if (cell instanceof Swatch swatch) {
      html.element("span", "", "class", "swatch s-" + swatch.style(), "aria-hidden", "true")
          .text(swatch.text());
    } else {
      html.text(cell.toString());
    }
    html.close();
  }

  /** A text with a link to a place of the page. */
  record Link(String text, String anchor) {}

  /** A text with a patch of the colour that it has in the chart. */
  record Swatch(String text, String style) {}

  private static String style(Column column) {
    return column.kind().name().toLowerCase(Locale.ROOT);
  }
}
