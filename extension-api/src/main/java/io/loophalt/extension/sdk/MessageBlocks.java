package io.loophalt.extension.sdk;

import io.loophalt.extension.sdk.SdkModelCalls.ToolResult;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads messages that hold the calls of tools, and what came of them, as blocks among others.
 *
 * <p>Where an API joins messages of one role that follow each other, or takes each call with its
 * result as a turn, the results of one answer need not be in one message: an application may send
 * each in a message of its own, behind the answer or each behind its call.
 */
public interface MessageBlocks {

  /**
   * Results are looked for in so many messages, from the end. With a message for each call and one
   * for each result, that is an answer of 32 calls, more than models ask for; and what the search
   * costs does not grow with the conversation.
   */
  int MOST_MESSAGES = 64;

  /** The blocks of a message, in their order; none if it is a text. */
  List<?> of(Object message);

  /** The id of the call that a block asks for; null if it asks for none. */
  @Nullable String callId(Object block);

  /** What a tool gave, if a block says that; null if not. */
  @Nullable ToolResult result(Object block);

  /**
   * The results that a request may tell of for the first time, in the order of its messages: those
   * in its last {@value #MOST_MESSAGES} messages. None if there is no result behind the last call.
   *
   * <p>Most of them have been told of before, which the ids say. Where a provider gives an id anew
   * in a later answer, the result is that of the later call. O(blocks of those messages).
   */
  default List<ToolResult> results(List<?> messages) {
    Deque<ToolResult> results = new ArrayDeque<>(2);
    Set<String> later = new HashSet<>();
    int oldest = Math.max(0, messages.size() - MOST_MESSAGES);
    for (int i = messages.size() - 1; i >= oldest; i--) {
      List<?> blocks = of(messages.get(i));
      for (int j = blocks.size() - 1; j >= 0; j--) {
        String asked = callId(blocks.get(j));
        if (asked != null && results.isEmpty()) {
          return List.of();
        }
        if (asked != null) {
          later.add(asked);
        }
        ToolResult result = result(blocks.get(j));
        if (result != null && later.add(result.callId())) {
          results.addFirst(result);
        }
      }
    }
    return List.copyOf(results);
  }
}
