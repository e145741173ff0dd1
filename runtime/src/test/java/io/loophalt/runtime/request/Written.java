package io.loophalt.runtime.request;

import io.loophalt.extension.ChatMessage;
import io.loophalt.extension.ChatMessage.Speaker;
import io.loophalt.extension.RequestReader;
import io.loophalt.runtime.value.CanonicalDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A conversation that a test writes, message by message; its requests hold all of them. */
public final class Written {

  private static final RequestReader READER =
      new RequestReader() {
        @Override
        public List<?> messages(Object request) {
          return ((Written) request).messages;
        }

        @Override
        public ChatMessage read(Object message) {
          return (ChatMessage) message;
        }

        @Override
        public @Nullable String answerBefore(Object request) {
          return ((Written) request).answerBefore;
        }
      };

  private final CanonicalDigest digest = new CanonicalDigest();
  private final List<ChatMessage> messages = new ArrayList<>();
  private @Nullable String answerBefore;

  /** What stands in the place of the system. */
  public Written instructs(String words) {
    messages.add(ChatMessage.of(Speaker.SYSTEM, words));
    return this;
  }

  public Written says(String words) {
    messages.add(ChatMessage.of(Speaker.USER, words));
    return this;
  }

  /** What a user says with a picture. */
  public Written shows(String words, Object picture) {
    messages.add(ChatMessage.ofUser(words, List.of(picture)));
    return this;
  }

  public Written results(int tools) {
    for (int i = 0; i < tools; i++) {
      messages.add(ChatMessage.of(Speaker.TOOL, "result " + i));
    }
    return this;
  }

  /** An answer that only talks. */
  public AnswerTrace answers(String text) {
    return answers(text, List.of());
  }

  /** An answer that asks for calls: each has an id, a tool and arguments. */
  public AnswerTrace asks(String... idToolArguments) {
    List<ChatMessage.Call> calls = new ArrayList<>();
    for (int i = 0; i < idToolArguments.length; i += 3) {
      calls.add(
          new ChatMessage.Call(idToolArguments[i], idToolArguments[i + 1], idToolArguments[i + 2]));
    }
    return answers("", calls);
  }

  public AnswerTrace answers(String text, List<ChatMessage.Call> calls) {
    messages.add(ChatMessage.answer(text, calls));
    return AnswerTrace.of(text, calls, null, digest);
  }

  /** An answer that the provider keeps: requests name it, and hold only what follows. */
  public AnswerTrace keeps(String text, String id) {
    messages.clear();
    answerBefore = id;
    return AnswerTrace.of(text, List.of(), id, digest);
  }

  /** Begins with nothing. */
  public Written forgets() {
    messages.clear();
    return this;
  }

  /** Has a memory of so many messages. */
  public Written keepsLatest(int most) {
    messages.subList(0, Math.max(0, messages.size() - most)).clear();
    return this;
  }

  /** Another one with the same messages. */
  public Written copy() {
    Written copy = new Written();
    copy.messages.addAll(messages);
    return copy;
  }

  /** The request with all that was said so far. */
  public ReadRequest request() {
    return Objects.requireNonNull(ReadRequest.of(READER, this));
  }
}
