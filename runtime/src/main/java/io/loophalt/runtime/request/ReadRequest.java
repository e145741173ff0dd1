package io.loophalt.runtime.request;

import io.loophalt.core.fingerprint.TextDigest;
import io.loophalt.core.text.UserText;
import io.loophalt.extension.ChatMessage;
import io.loophalt.extension.RequestReader;
import io.loophalt.runtime.value.CanonicalDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * What a request to a model says about the conversation that it is of: the answers that it holds
 * and what was said since. For the moment before the call; it holds texts of the application.
 *
 * <p>Read from its end: the last {@value #MOST_MESSAGES} messages, results of tools not counted and
 * a user's that stand side by side counted once, and no more than {@value #MOST_READ} in all. What
 * it costs does not grow with the conversation beyond that. A loop that swallows a halt, and each
 * time adds that something went wrong, does not push its last answer out of sight so.
 */
public final class ReadRequest {

  static final int MOST_MESSAGES = 8;
  static final int MOST_READ = 256;

  /** Of a transcript, from its end, in characters. */
  private static final int MOST_SEARCHED = 1 << 13;

  /** The latest first; those that stand side by side are one answer. */
  private final List<List<ChatMessage>> answers = new ArrayList<>(2);

  private final List<ChatMessage> userSince = new ArrayList<>(1);
  private boolean latestIsAnswer;
  private boolean latestIsUsers;

  /** How many answers stand at its end, with nothing behind them, each in a message of its own. */
  private int atEnd;

  /** Whether something else than these was read. */
  private boolean endIsRead;

  private boolean toolsSince;
  private @Nullable Object lastResult;
  private String instructions = "";
  private boolean anyTools;

  /** What a user has said before each answer, where it was read. */
  private final List<ChatMessage> usersBefore = new ArrayList<>(2);

  /** The digests of these; 0 of those for which nobody has asked. */
  private final long[] wordsBefore = new long[MOST_MESSAGES];

  /** How many messages each answer and all behind it are. */
  private final int[] fromAnswer = new int[MOST_MESSAGES];

  /** Whether it has messages that were not read. */
  private boolean isCut;

  private final int size;
  private final @Nullable String answerBefore;
  private final @Nullable String conversation;
  private @Nullable List<AnswerTrace> traces;
  private @Nullable String plain;
  private TextHead.@Nullable Beginnings heads;

  private ReadRequest(int size, @Nullable String answerBefore, @Nullable String conversation) {
    this.size = size;
    this.answerBefore = answerBefore;
    this.conversation = conversation;
  }

  /** Reads a request; null if its reader has no messages of it, so that it is not seen. */
  public static @Nullable ReadRequest of(RequestReader reader, Object request) {
    @Nullable List<?> messages = reader.messages(request);
    if (messages == null) {
      return null;
    }
    ReadRequest read =
        new ReadRequest(
            messages.size(), reader.answerBefore(request), reader.conversation(request));
    int counted = 0;
    int oldest = Math.max(0, messages.size() - MOST_READ);
    int i = messages.size() - 1;
    for (; i >= oldest && counted < MOST_MESSAGES; i--) {
      Object message = messages.get(i);
      ChatMessage said = message == null ? null : reader.read(message);
      if (said != null) {
        counted += read.isOneMore(said) ? 1 : 0;
        read.add(said);
        if (said.speaker() == ChatMessage.Speaker.ASSISTANT) {
          read.fromAnswer[read.answers.size() - 1] = messages.size() - i;
        }
        if (read.toolsSince && read.lastResult == null) {
          read.lastResult = message;
        }
      }
    }
    read.isCut = i >= 0;
    return read;
  }

  private boolean isOneMore(ChatMessage said) {
    return switch (said.speaker()) {
      case TOOL -> false;
      case USER -> !latestIsUsers;
      default -> true;
    };
  }

  private void add(ChatMessage said) {
    switch (said.speaker()) {
      case SYSTEM -> instructions = said.text() + '\n' + instructions;
      case USER -> {
        if (nothingAnsweredBefore()) {
          userSince.add(said);
        }
        while (usersBefore.size() < answers.size()) {
          usersBefore.add(said);
        }
      }
      case ASSISTANT -> {
        if (!latestIsAnswer) {
          answers.add(new ArrayList<>(1));
        }
        answers.get(answers.size() - 1).add(said);
        atEnd += endIsRead ? 0 : 1;
      }
      case TOOL -> {
        anyTools = true;
        toolsSince |= nothingAnsweredBefore();
      }
    }
    latestIsAnswer = said.speaker() == ChatMessage.Speaker.ASSISTANT;
    latestIsUsers = said.speaker() == ChatMessage.Speaker.USER;
    endIsRead |= !latestIsAnswer;
  }

  /** Whether no answer was read yet but what stands at the end. */
  private boolean nothingAnsweredBefore() {
    return answers.size() == (atEnd > 0 ? 1 : 0);
  }

  /** Whether it has nothing of a conversation that goes on, as far as its messages tell. */
  public boolean begins() {
    return answers.isEmpty() && !anyTools && answerBefore == null;
  }

  /**
   * Its answers, the latest first. Digested when they are first asked for: a run that has a
   * boundary does not need them.
   */
  public synchronized List<AnswerTrace> answers() {
    List<AnswerTrace> known = traces;
    if (known == null) {
      known = new ArrayList<>(answers.size());
      CanonicalDigest digest = new CanonicalDigest();
      for (List<ChatMessage> parts : answers) {
        AnswerTrace answer = AnswerTrace.in(parts.get(0), digest);
        for (ChatMessage part : parts.subList(1, parts.size())) {
          answer = answer.and(AnswerTrace.in(part, digest));
        }
        known.add(answer);
      }
      traces = known;
    }
    return known;
  }

  /** Whether it is compared with the answers of runs, as where only requests draw them. */
  synchronized boolean isCompared() {
    return traces != null;
  }

  /** The same if they were asked for; none if nobody has asked. */
  synchronized List<AnswerTrace> knownAnswers() {
    List<AnswerTrace> known = traces;
    return known == null ? List.of() : known;
  }

  /**
   * The latest message with an answer, if the answers were asked for; null if there is none, or
   * nobody has asked.
   */
  synchronized @Nullable AnswerTrace latestAnswer() {
    List<AnswerTrace> known = traces;
    if (known == null || known.isEmpty()) {
      return null;
    }
    List<ChatMessage> parts = answers.get(0);
    return parts.size() == 1 ? known.get(0) : AnswerTrace.in(parts.get(0), new CanonicalDigest());
  }

  /** Whether one of its messages is such an answer, also where several stand side by side. */
  boolean holdsMessage(AnswerTrace answer) {
    CanonicalDigest digest = new CanonicalDigest();
    for (List<ChatMessage> parts : answers) {
      for (ChatMessage part : parts) {
        if (AnswerTrace.in(part, digest).is(answer)) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * How many answers stand at its end, each in a message of its own: the latest one of the model,
   * or the beginning of the next, which the model is to go on with.
   */
  int answersAtEnd() {
    return atEnd;
  }

  /** What stands at its end, if that is an answer; null if it is not. */
  @Nullable AnswerTrace endingAnswer() {
    return atEnd == 0 ? null : AnswerTrace.in(answers.get(0).get(0), new CanonicalDigest());
  }

  /**
   * What users have said since the latest answer, the latest first; answers at the end are left
   * out.
   */
  List<ChatMessage> userSince() {
    return userSince;
  }

  /**
   * The digest of what a user says in a message, pictures and other parts included; 0 if that is
   * nothing.
   */
  static long words(ChatMessage said) {
    long words = said.text().isEmpty() ? 0 : UserText.digest(said.text());
    return said.otherParts().isEmpty()
        ? words
        : TextDigest.combine(words, OtherParts.digest(said.otherParts()));
  }

  /**
   * What stands in the system's place of a request that begins a conversation; empty for nothing,
   * and in one that goes on.
   */
  String instructions() {
    return begins() ? instructions.strip() : "";
  }

  /** Whether results of tools stand behind the latest answer; those at the end are left out. */
  boolean toolsSince() {
    return toolsSince;
  }

  /** The message with the last of these results; null if there are none. */
  @Nullable Object lastResult() {
    return lastResult;
  }

  /** The digest of what a user said before the latest answer; 0 if that is not known. */
  long userBefore() {
    return userBefore(0);
  }

  /** The same of an answer by its place among all, the latest first. */
  synchronized long userBefore(int answer) {
    if (answer >= usersBefore.size()) {
      return 0;
    }
    if (wordsBefore[answer] == 0) {
      wordsBefore[answer] = words(usersBefore.get(answer));
    }
    return wordsBefore[answer];
  }

  /** The digest of the last message of a user; 0 if that is not known. */
  long latestOfUser() {
    return userSince.isEmpty() ? userBefore(0) : words(userSince.get(0));
  }

  /** The digest of the first words of users that were read behind the latest answer; 0 for none. */
  long firstOfUser() {
    return userSince.isEmpty() ? 0 : words(userSince.get(userSince.size() - 1));
  }

  /** Whether none of its messages is an answer by which it would be known. */
  boolean lacksAnswers() {
    for (AnswerTrace each : answers()) {
      if (!each.isUnread()) {
        return false;
      }
    }
    return true;
  }

  /** Whether it has older messages, too, which are not read. */
  boolean isCut() {
    return isCut;
  }

  /** How many messages an answer and all behind it are, by its place among all answers. */
  int fromAnswer(int answer) {
    return fromAnswer[answer];
  }

  /** How many messages it has. */
  int size() {
    return size;
  }

  /** The id of the answer, kept by the provider, that it goes on with; null if it names none. */
  public @Nullable String answerBefore() {
    return answerBefore;
  }

  /** The id of the conversation, kept by the provider; null if it names none. */
  public @Nullable String conversation() {
    return conversation;
  }

  /** The text in which a whole transcript may stand; null if it has messages of others. */
  @Nullable String transcript() {
    return answers.isEmpty() && !anyTools && !userSince.isEmpty() ? userSince.get(0).text() : null;
  }

  /** The same without white space and thoughts; empty if there is none. */
  synchronized String plain() {
    String known = plain;
    if (known == null) {
      String text = transcript();
      known = text == null ? "" : PlainText.of(text).toString();
      plain = known;
    }
    return known;
  }

  /**
   * The hashes of what a transcript {@linkplain TextHead begins with}: of the longest {@value
   * #MOST_SEARCHED}. It has grown by no more than that since it was answered, or is not known so.
   */
  synchronized TextHead.Beginnings heads() {
    TextHead.Beginnings known = heads;
    if (known == null) {
      known = TextHead.Beginnings.of(plain(), MOST_SEARCHED);
      heads = known;
    }
    return known;
  }

  /** Reads what {@link #eachHead} tells, for a moment at which nobody waits for it. */
  public void readHeads() {
    if (transcript() != null) {
      heads();
    }
  }

  /**
   * Looks at what a transcript begins with, the longest first, for what was answered before.
   *
   * @param looked is given the hashes
   */
  public void eachHead(LongConsumer looked) {
    if (transcript() == null) {
      return;
    }
    TextHead.Beginnings known = heads();
    for (int i = known.hashes().length - 1; i >= 0 && known.shortest() + i > 0; i--) {
      looked.accept(known.hashes()[i]);
    }
  }

  /** What that text begins with, as it is written, for so many characters of the plain one. */
  String beginning(int plainLength) {
    String text = transcript();
    return text == null ? "" : PlainText.before(text, plainLength);
  }

  /** Whether it may be a whole transcript, in which one of these {@link TextTail}s stands. */
  public boolean holdsAnyTail(LongPredicate known) {
    String text = plain();
    int from = Math.max(0, text.length() - MOST_SEARCHED);
    return TextTail.anyIn(text.substring(from), known);
  }
}
