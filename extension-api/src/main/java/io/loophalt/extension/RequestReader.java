package io.loophalt.extension;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads what stands in the requests to a model: whether a person has spoken, and which conversation
 * a request goes on with. Texts are digested at once and not kept.
 *
 * <p>Only the end of a request is read, message by message from the last one on, so that its cost
 * does not grow with the conversation. What the methods throw counts as an error of the extension.
 */
public interface RequestReader {

  /** The request in a call of the method that this is asked about. */
  default @Nullable Object request(MethodCall call) {
    return call.argument(0);
  }

  /** The messages of a request as the framework has them, the oldest first; O(1). */
  List<?> messages(Object request);

  /** One of them; null if it says nothing about the conversation. */
  @Nullable ChatMessage read(Object message);

  /** The tool calls that an answer, or a piece of one, asks for. */
  default List<ChatMessage.Call> calls(Object returned) {
    return List.of();
  }

  /** The id by which a later request may name an answer that the provider keeps; null if none. */
  default @Nullable String answerId(Object returned) {
    return null;
  }

  /** The id of the answer, kept by the provider, that a request goes on with; null if none. */
  default @Nullable String answerBefore(Object request) {
    return null;
  }

  /** The id of the conversation, kept by the provider, that a request is of; null if none. */
  default @Nullable String conversation(Object request) {
    return null;
  }
}
