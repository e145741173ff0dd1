package io.loophalt.compatibility.talk;

import io.loophalt.LoopHaltException;
import io.loophalt.compatibility.talk.Llm.Answer;
import io.loophalt.compatibility.talk.Llm.Message;
import java.util.List;

/** One chat, whose memory keeps what was said also when no answer came to it. */
final class Session {

  private final String id;
  private final List<Message> memory = Llm.conversation();

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

  /** Woven: the conversation is the id. */
  void reply(String session, String said, String answer) {
    memory.add(new Message("user", said));
    Answer answered = Llm.says(memory, answer);
    memory.add(answered.message());
  }
}
