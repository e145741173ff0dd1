package io.loophalt.runtime.request;

import io.loophalt.core.detect.Turn.Prompt;
import org.jspecify.annotations.Nullable;

/**
 * Questions to other models while the run's own waits for its tools, such as to a guard or a
 * moderator: what is said in them is no person's, and their answers are not the run's. Not
 * thread-safe.
 */
final class Asides {

  /** So many between two answers of the run's; more are its own. */
  private static final int MOST = 8;

  /** What is said in the latest request, if that may be one; else null. */
  private @Nullable Prompt saidIn;

  /** How many were answered since the run's last answer. */
  private int answered;

  private boolean isAnswered;

  /**
   * Whether a request may be one: it begins with nothing, while a model waits for tools.
   *
   * @param asking the run's last answer; null if there is none
   */
  boolean mayBe(ReadRequest request, @Nullable AnswerTrace asking, @Nullable String conversation) {
    return asking != null
        && !asking.asksForNoCall()
        && answered < MOST
        && request.begins()
        && (conversation == null || !conversation.equals(request.conversation()));
  }

  /**
   * Whether one was answered, which tools had come before: what follows need not follow on them.
   */
  boolean anyAnswered() {
    return answered > 0;
  }

  /** A request is sent. */
  void asked(@Nullable Prompt prompt) {
    saidIn = prompt;
    isAnswered = false;
  }

  /**
   * Whether an answer is that to one. If it asks for tools, too, the request has begun something
   * else, and was the run's.
   */
  boolean isAnsweredBy(AnswerTrace answer) {
    if (saidIn == null || !answer.asksForNoCall()) {
      return false;
    }
    answered += isAnswered ? 0 : 1;
    isAnswered = true;
    return true;
  }

  /**
   * The run's own model has answered.
   *
   * @return what was said in its request, if that was taken for one; else null
   */
  @Nullable Prompt end() {
    Prompt said = saidIn;
    saidIn = null;
    answered = 0;
    return said;
  }
}
