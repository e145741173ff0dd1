package io.loophalt.core.text;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** An error message with one place for a value. */
record ErrorTemplate(String before, String after) {

  String with(String value) {
    return before + " " + value + after;
  }

  static Arbitrary<ErrorTemplate> any() {
    Arbitrary<String> words =
        Arbitraries.of(
                "Error",
                "expected",
                "cannot open",
                "utf8",
                "TS2304",
                "and/or",
                "`name`",
                "é",
                "x=",
                "(no such key)",
                "warning:",
                "I/O",
                "\"quoted text\"",
                "GET /users/list",
                "POST /users/list",
                "http://host/path",
                "http://host/other/path",
                "May 5 requests",
                "March",
                "March 5 requests",
                "[main]",
                "[Europe/Berlin]")
            .list()
            .ofMaxSize(4)
            .map(list -> String.join(" ", list));
    return Combinators.combine(words, words)
        .as((before, after) -> new ErrorTemplate(before, after.isEmpty() ? "" : " " + after));
  }
}
