package io.loophalt.configuration.schema;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A text for the model, in which words in braces stand for what was found. */
final class MessageText {

  private static final List<String> WORDS = List.of("seen", "call", "count");

  /** One word and nothing else; what is in place of a variable is none. */
  private static final Pattern IN_BRACES =
      Pattern.compile("(?<!\\$)\\{(\\p{L}[\\p{L}\\p{N}_-]*)\\}");

  private MessageText() {}

  /** The text, if it holds no word in braces that stands for nothing. */
  static String of(String text) {
    Matcher braces = IN_BRACES.matcher(text);
    while (braces.find()) {
      String word = braces.group(1);
      if (!WORDS.contains(word)) {
        String nearest = Nearest.to(word, WORDS);
        throw new ScalarType.Refusal(
            "nothing stands in the place of {"
                + word
                + "}; "
                + (nearest == null
                    ? "what does is {seen}, {call} and {count}, and a word with a blank beside it in"
                        + " the braces is text"
                    : "{" + nearest + "} may be meant"));
      }
    }
    return text;
  }
}
