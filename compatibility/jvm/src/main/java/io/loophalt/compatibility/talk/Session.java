package io.loophalt.compatibility.talk;

import io.loophalt.LoopHaltException;
import io.loophalt.compatibility.talk.Llm.Answer;
import io.loophalt.compatibility.talk.Llm.Message;
import java.util.ArrayList;
import java.util.List;

/** One chat, whose memory keeps what was said also when no answer came to it. */
final class Session {

  private final String id;
  private final List<Message> memory = Llm.conversation();

  /** With which the model's answers begin; empty if it is left to the model. */
  private String beginning = "";

  Session(String id) {
    this.id = id;
  }

  /** Whether there was an answer. */
  boolean hears(String said, String answer) {
    try {
      reply(id, said, answer);
      return true;
    } catch (LoopHaltException e) {
      return false;
    }
  }

  /** The same of one question about a document, in a conversation of its own. */
  boolean classifies(String document) {
    memory.clear();
    memory.add(new Message("system", "Use this document only: " + document));
    return hears("What kind of document is it?", "letter");
  }

  /** The same of a text whose answer begins as JSON does. */
  boolean reads(String said) {
    beginning = "{";
    return hears(said, "\"kind\": \"letter\"}");
  }

  /** Woven: the conversation is the id. */
  void reply(String session, String said, String answer) {
    memory.add(new Message("user", said));
    List<Message> sent = new ArrayList<>(memory);
    if (!beginning.isEmpty()) {
      sent.add(new Message("assistant", beginning));
    }
    Answer answered = Llm.says(sent, answer);
    memory.add(new Message("assistant", beginning + answered.text()));
  }
}
