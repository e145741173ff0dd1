package ai.koog.prompt.message;

/** The shape of Koog's interface of this name. */
public interface MessagePart {

  /** A text of the tool. */
  record Text(String text) implements MessagePart {}
}
