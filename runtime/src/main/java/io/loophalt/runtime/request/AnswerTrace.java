package io.loophalt.runtime.request;

import io.loophalt.core.fingerprint.TextDigest;
import io.loophalt.extension.ChatMessage;
import io.loophalt.runtime.value.CanonicalDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What an answer is known by when a later request holds it. Immutable; a digest of 0 is none.
 *
 * @param ids of the id of each of its calls
 * @param calls of its calls by name and arguments
 * @param text of its text
 * @param length of its text without white space and thoughts, in characters
 * @param tail what it ends with, to be found in a transcript; null if it is too short
 * @param id the provider's name for it; null if it has none
 */
public record AnswerTrace(
    List<Long> ids,
    long calls,
    long text,
    int length,
    @Nullable TextTail tail,
    @Nullable String id) {

  /** Of an answer that asks for more, the first tell it apart. */
  private static final int MOST_IDS = 16;

  private static final Set<String> NOTHING_LEFT_OUT = Set.of();

  /** Reads an answer that has just been given. */
  public static AnswerTrace of(
      String text, List<ChatMessage.Call> asked, @Nullable String id, CanonicalDigest digest) {
    StringBuilder plain = PlainText.of(text);
    return new AnswerTrace(
        idsOf(asked),
        callsOf(asked, digest),
        PlainText.digest(plain),
        plain.length(),
        TextTail.of(plain),
        id);
  }

  /** Reads an answer in a request, which nobody will look for in others. */
  static AnswerTrace in(ChatMessage message, CanonicalDigest digest) {
    StringBuilder plain = PlainText.of(message.text());
    return new AnswerTrace(
        idsOf(message.calls()),
        callsOf(message.calls(), digest),
        PlainText.digest(plain),
        plain.length(),
        null,
        null);
  }

  /** One answer, where a request has its text and its calls as messages of their own. */
  AnswerTrace and(AnswerTrace before) {
    List<Long> both = new ArrayList<>(ids);
    both.addAll(before.ids);
    AnswerTrace told = text == 0 ? before : this;
    return new AnswerTrace(both, calls + before.calls, told.text, told.length, null, null);
  }

  /** Whether it asks for no tool, as far as that could be read. */
  boolean asksForNoCall() {
    return calls == 0 && ids.isEmpty();
  }

  /** Whether nothing could be read of it by which a request that holds it would be known. */
  boolean isUnread() {
    return asksForNoCall() && text == 0 && id == null;
  }

  /**
   * Whether both are the same answer: one of its calls has an id of the other; where calls have
   * none they ask for the same; where only one says what it asks for, they say the same.
   */
  boolean is(AnswerTrace other) {
    if (!ids.isEmpty() && !other.ids.isEmpty()) {
      return ids.stream().anyMatch(other.ids::contains);
    }
    return (calls != 0 && calls == other.calls)
        || (text != 0 && text == other.text && (calls == 0 || other.calls == 0));
  }

  private static List<Long> idsOf(List<ChatMessage.Call> asked) {
    if (asked.isEmpty()) {
      return List.of();
    }
    List<Long> ids = new ArrayList<>(asked.size());
    for (ChatMessage.Call each : asked) {
      if (!each.id().isEmpty() && ids.size() < MOST_IDS) {
        ids.add(TextDigest.of(each.id()));
      }
    }
    return ids;
  }

  /** The same in any order, so that it can be added up. */
  private static long callsOf(List<ChatMessage.Call> asked, CanonicalDigest digest) {
    long sum = 0;
    for (ChatMessage.Call each : asked) {
      sum += digest.ofCall(each.tool(), each.arguments(), NOTHING_LEFT_OUT);
    }
    return sum;
  }
}
