package io.loophalt.core.detect;

import io.loophalt.core.text.ArgumentShape;

/**
 * What a {@link Step} was read from, handed over by whoever watched the call: for what a detector
 * needs so rarely that it is not read of every call.
 *
 * <p>Asked under the lock of the run: no answer may call code of the application, nor depend on
 * what the tool has changed meanwhile.
 */
public interface StepContents {

  /** See {@link Step#action}; asked only where it was not given. */
  default long action() {
    return Step.ABSENT;
  }

  /**
   * The arguments as compact JSON in the order the model gave them, or as they are if they are
   * plain text.
   */
  String argumentsText();

  /** What may be a shell's command: the arguments as JSON, or the only text among them. */
  default CharSequence command() {
    return argumentsText();
  }

  /** See {@link Step#shape}. */
  default long shape(String tool) {
    return ArgumentShape.of(tool, argumentsText());
  }

  /** See {@link Step#question}. */
  default long question() {
    return ArgumentShape.question(argumentsText());
  }

  /** See {@link Step#files}. */
  default long files() {
    return Step.ABSENT;
  }

  /** The model's text beside the call, empty if none. */
  default String text() {
    return "";
  }
}
