package io.loophalt.extension.sdk;

import io.loophalt.extension.sdk.SdkModelCalls.ToolResult;
import java.util.ArrayDeque;
import java.util.ArrayList;
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
   * Whether a block beside those of calls and results is no text, such as a picture. Behind results
   * it belongs to them: to each its own where there are as many as results of one answer, else all
   * to the last.
   */
  default boolean isOther(Object block) {
    return false;
  }

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
    int ofAnswer = 0; // the first so many are of one answer, or of one call of it
    Deque<Object> others = null;
    int oldest = Math.max(0, messages.size() - MOST_MESSAGES);
    for (int i = messages.size() - 1; i >= oldest; i--) {
      List<?> blocks = of(messages.get(i));
      for (int j = blocks.size() - 1; j >= 0; j--) {
        Object block = blocks.get(j);
        String asked = callId(block);
        if (asked != null) {
          if (results.isEmpty()) {
            return List.of();
          }
          later.add(asked);
          give(results, ofAnswer, others);
          ofAnswer = 0;
          others = null;
          continue;
        }
        ToolResult result = result(block);
        if (result != null && later.add(result.callId())) {
          results.addFirst(result);
          ofAnswer++;
        } else if (result == null && isOther(block)) {
          others = others == null ? new ArrayDeque<>(2) : others;
          others.addFirst(block);
        }
      }
    }
    give(results, ofAnswer, others);
    return List.copyOf(results);
  }

  /** Gives the first so many results the blocks that stand behind them. */
  private static void give(Deque<ToolResult> results, int first, @Nullable Deque<Object> others) {
    if (others == null || first == 0) {
      return;
    }
    List<ToolResult> bare = new ArrayList<>(first);
    for (int i = 0; i < first; i++) {
      bare.add(results.removeFirst());
    }
    List<ToolResult> whole = ToolExchange.withParts(bare, List.copyOf(others));
    for (int i = whole.size() - 1; i >= 0; i--) {
      results.addFirst(whole.get(i));
    }
  }
}
