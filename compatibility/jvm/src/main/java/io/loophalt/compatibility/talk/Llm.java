package io.loophalt.compatibility.talk;

import java.util.ArrayList;
import java.util.List;

/** A client for a model that answers what the caller has it answer. */
final class Llm {

  /** One message; what is said is a text or a list of parts. */
  record Message(String role, Object content, List<Call> toolCalls) {
    Message(String role, Object content) {
      this(role, content, List.of());
    }
  }

  /** What the model wants done. */
  record Call(String id, String name, String arguments) {}

  /** An answer. */
  record Answer(String text, List<Call> toolCalls) {
    Message message() {
      return new Message("assistant", text, toolCalls);
    }
  }

  private Llm() {}

  static Answer says(List<Message> messages, String text) {
    return complete(List.copyOf(messages), new Answer(text, List.of()));
  }

  static Answer asks(List<Message> messages, Call call) {
    return complete(List.copyOf(messages), new Answer("", List.of(call)));
  }

  /** Woven. */
  static Answer complete(List<Message> messages, Answer answer) {
    return answer;
  }

  static List<Message> conversation(Message... first) {
    return new ArrayList<>(List.of(first));
  }
}
