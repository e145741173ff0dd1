package io.loophalt.demo;

/** How emphasis is shown. */
enum Style {
  /** With ANSI colours, for terminals. */
  COLORED,
  /** Not at all, for files, pipes and people who asked for no colour. */
  PLAIN;

  String title(String text) {
    return wrap("1", text);
  }

  String quiet(String text) {
    return wrap("2", text);
  }

  String good(String text) {
    return wrap("32", text);
  }

  String warning(String text) {
    return wrap("33", text);
  }

  String alarm(String text) {
    return wrap("1;31", text);
  }

  private String wrap(String code, String text) {
    return this == PLAIN ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
  }
}
