package io.loophalt.core.text;

/** What stands in a normalised error for a value that changes from one occurrence to the next. */
enum Placeholder {
  NUMBER("<n>"),
  ID("<id>"),
  HEX("<hex>"),
  UUID("<uuid>"),
  DATE("<date>"),
  TIME("<time>"),
  DURATION("<duration>");

  private static final Placeholder[] ALL = values();

  private final String text;

  Placeholder(String text) {
    this.text = text;
  }

  String text() {
    return text;
  }

  /** Whether a placeholder begins at this place. */
  static boolean startsAt(CharSequence characters, int position) {
    for (Placeholder placeholder : ALL) {
      if (placeholder.isAt(characters, position)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a placeholder ends at this place. */
  static boolean endsAt(CharSequence characters, int end) {
    if (end == 0 || characters.charAt(end - 1) != '>') {
      return false;
    }
    for (Placeholder placeholder : ALL) {
      if (placeholder.isAt(characters, end - placeholder.text.length())) {
        return true;
      }
    }
    return false;
  }

  private boolean isAt(CharSequence characters, int position) {
    if (position < 0 || position + text.length() > characters.length()) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if (characters.charAt(position + i) != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
