package ai.koog.prompt.message;

/** The shape of Koog's interface of this name. */
public interface Message {

  /** What the user says. */
  record User(String text, RequestMetaInfo metaInfo) implements Message {}
}
