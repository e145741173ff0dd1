package io.loophalt.runtime.request;

import io.loophalt.core.fingerprint.TextDigest;
import io.loophalt.extension.ChatMessage;
import io.loophalt.runtime.value.CanonicalDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What an answer is known by when a later request holds it. Immutable; a digest of 0 is none.
 *
 * @param ids of the id of each of its calls, where that tells the call from all others
 * @param counted of the id of each other call, with what it asks for, and with its tool where that
 *     may not be read: models that count name the calls of all conversations alike
 * @param calls of its calls by name and arguments
 * @param asked of each of its calls by name and arguments; none of an answer in a request
 * @param tools of each of their tools, see {@link #plain}
 * @param text of its text
 * @param length of its text without white space and thoughts, in characters
 * @param tail what it ends with, to be found in a transcript; null if it is too short
 * @param id the provider's name for it; null if it has none
 */
public record AnswerTrace(
    List<Long> ids,
    List<Long> counted,
    long calls,
    List<Long> asked,
    List<Long> tools,
    long text,
    int length,
    @Nullable TextTail tail,
    @Nullable String id) {

  /** Of an answer that asks for more, the first tell it apart. */
  private static final int MOST_IDS = 16;

  /** Of so many calls it is known later that it has asked for them. */
  private static final int MOST_ASKED = 64;

  /** Letters behind digits, as nobody counts them: {@code D681PevKs}, and not {@code search12}. */
  private static final int SHORTEST_RANDOM = 8;

  private static final Set<String> NOTHING_LEFT_OUT = Set.of();

  /** Reads an answer that has just been given. */
  public static AnswerTrace of(
      String text, List<ChatMessage.Call> asked, @Nullable String id, CanonicalDigest digest) {
    StringBuilder plain = PlainText.of(text);
    return of(asked, plain, TextTail.of(plain), id, digest, /* given= */ true);
  }

  /** Reads an answer in a request, which nobody will look for in others. */
  static AnswerTrace in(ChatMessage message, CanonicalDigest digest) {
    return of(
        message.calls(), PlainText.of(message.text()), null, null, digest, /* given= */ false);
  }

  private static AnswerTrace of(
      List<ChatMessage.Call> asked,
      StringBuilder plain,
      @Nullable TextTail tail,
      @Nullable String id,
      CanonicalDigest digest,
      boolean given) {
    List<Long> ids = asked.isEmpty() ? List.of() : new ArrayList<>(asked.size());
    List<Long> counted = asked.isEmpty() ? List.of() : new ArrayList<>(1);
    boolean remembers = given && !asked.isEmpty();
    List<Long> each = remembers ? new ArrayList<>(asked.size()) : List.of();
    List<Long> tools = remembers ? new ArrayList<>(asked.size()) : List.of();
    long calls = 0; // the same in any order
    int named = 0;
    for (ChatMessage.Call one : asked) {
      long call = digest.ofCall(one.tool(), one.arguments(), NOTHING_LEFT_OUT);
      calls += call;
      if (remembers && each.size() < MOST_ASKED) {
        each.add(call);
        tools.add(TextDigest.of(plain(one.tool())));
      }
      if (one.id().isEmpty() || named == MOST_IDS) {
        continue;
      }
      named++;
      long name = TextDigest.of(one.id());
      if (tells(one.id())) {
        ids.add(name);
        continue;
      }
      boolean isWhole = !one.arguments().equals("");
      if (isWhole) {
        counted.add(TextDigest.combine(name, call));
      }
      // Not all readers of requests read what a call in them asks for: then its tool must do.
      if (given || !isWhole) {
        counted.add(TextDigest.combine(name, TextDigest.of(one.tool())));
      }
    }
    long text = PlainText.digest(plain);
    return new AnswerTrace(ids, counted, calls, each, tools, text, plain.length(), tail, id);
  }

  /** {@code writeFile} and {@code write_file} are one tool. */
  public static String plain(String tool) {
    return tool.replace("_", "").replace("-", "").toLowerCase(Locale.ROOT);
  }

  /** Whether it asks for a call, by the digest of name and arguments. */
  boolean asksFor(long action) {
    return asked.contains(action);
  }

  /** Whether it asks for a call of a tool. */
  boolean asksForTool(String tool) {
    return !tools.isEmpty() && tools.contains(TextDigest.of(plain(tool)));
  }

  /** Whether an id is most likely that of one call in the world. */
  private static boolean tells(String id) {
    int length = 0;
    boolean anyDigit = false;
    boolean isMixed = false;
    for (int i = 0; i < id.length(); i++) {
      char at = id.charAt(i);
      if (at >= '0' && at <= '9') {
        anyDigit = true;
      } else if (Character.isLetter(at)) {
        isMixed |= anyDigit;
      } else {
        length = -1;
        anyDigit = false;
        isMixed = false;
      }
      length++;
      if (isMixed && length >= SHORTEST_RANDOM) {
        return true;
      }
    }
    return false;
  }

  /** One answer, where a request has its text and its calls as messages of their own. */
  AnswerTrace and(AnswerTrace before) {
    AnswerTrace told = text == 0 ? before : this;
    return new AnswerTrace(
        both(ids, before.ids),
        both(counted, before.counted),
        calls + before.calls,
        asked,
        tools,
        told.text,
        told.length,
        null,
        null);
  }

  private static List<Long> both(List<Long> some, List<Long> others) {
    List<Long> both = new ArrayList<>(some);
    both.addAll(others);
    return both;
  }

  private boolean anyIds() {
    return !ids.isEmpty() || !counted.isEmpty();
  }

  /** Whether it asks for no tool, as far as that could be read. */
  boolean asksForNoCall() {
    return calls == 0 && !anyIds();
  }

  /** Whether nothing could be read of it by which a request that holds it would be known. */
  boolean isUnread() {
    return asksForNoCall() && text == 0 && id == null;
  }

  /**
   * Whether both are the same answer: one of its calls has an id of the other, and asks for the
   * same unless that id is unlike all others; where calls have none they ask for the same; where
   * only one says what it asks for, they say the same.
   */
  boolean is(AnswerTrace other) {
    if (anyIds() && other.anyIds()) {
      return isSurely(other) || !Collections.disjoint(counted, other.counted);
    }
    return (calls != 0 && calls == other.calls)
        || (text != 0 && text == other.text && (calls == 0 || other.calls == 0));
  }

  /** Whether an id that is unlike all others says that both are the same answer. */
  boolean isSurely(AnswerTrace other) {
    return !Collections.disjoint(ids, other.ids);
  }

  /** Whether it has a text that few other answers have. */
  boolean isLong() {
    return tail != null && tail.isLong();
  }
}
