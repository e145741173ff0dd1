package io.loophalt.extension;

import io.loophalt.Effect;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Calls of the method in which a framework executes one tool: one step of the run each. Of such
 * methods that lie inside each other the outermost counts. A future or publisher that is returned
 * is followed, and what it gives is read.
 */
public non-sealed interface ToolCalls extends Role {

  /**
   * What the model asked for.
   *
   * @param run what the framework calls the run, null if it does not say here
   * @param tool the tool's name
   * @param arguments as the model wrote them, normally JSON; or the map that the framework has made
   *     of it. Null counts as none, {@code {}}
   * @param effect what the framework knows about the tool; null counts as {@link Effect#UNKNOWN}
   */
  record Request(@Nullable RunName run, String tool, Object arguments, Effect effect) {

    /**
     * Takes null for nothing said.
     *
     * @throws NullPointerException if the tool's name is null
     */
    public Request {
      Objects.requireNonNull(tool, "the tool's name");
      arguments = arguments == null ? "{}" : arguments;
      effect = effect == null ? Effect.UNKNOWN : effect;
    }

    /** Of a tool whose effect the framework does not know. */
    public Request(@Nullable RunName run, String tool, Object arguments) {
      this(run, tool, arguments, Effect.UNKNOWN);
    }
  }

  /**
   * What goes back to the model.
   *
   * @param text the result or error as text; null counts as empty
   * @param error whether the framework calls it an error
   * @param otherParts what there is beside the text, such as pictures and documents, as {@link
   *     ChatMessage#otherParts}: a reply in which they are others is another one
   */
  record Reply(String text, boolean error, List<Object> otherParts) {

    /** Takes null for empty and copies the other parts; of none that costs nothing. */
    public Reply {
      text = text == null ? "" : text;
      otherParts = List.copyOf(otherParts);
    }

    /** A reply that is a text alone. */
    public Reply(String text, boolean error) {
      this(text, error, List.of());
    }
  }

  /** Reads the request from the arguments, or null if this call executes no tool. */
  @Nullable Request request(MethodCall call);

  /**
   * The argument that came with the model's answer, as one of {@link ModelCalls#toolRequests}, and
   * so belongs to its run; null if none did.
   */
  default @Nullable Object toolRequest(MethodCall call) {
    return null;
  }

  /**
   * Whether a call is one of an agent's even where nothing else says so: no call of a model was
   * seen in the run, and nobody has drawn it. Programs execute a framework's tools by themselves,
   * as in tests; of tools that are seldom used but by agents this is true. What goes back to the
   * caller is not changed then.
   */
  default boolean withoutModel() {
    return false;
  }

  /**
   * Whether the framework sends what the call returns to the model, in the same run, before its
   * caller hears of it. The next call of the model then throws the halt in place of this one, so
   * that a memory of the conversation has a result for each call that the model has asked for:
   * providers refuse one that has not. Holds where {@link #toolRequest} tells which answer has
   * asked. Where there is none it holds if the {@linkplain Request#run request} names the run, as
   * the calls of its model must, too, and inside {@link ToolTurns} whose answer is of the run.
   *
   * @param call as its caller made it
   */
  default boolean asksTheModelNext(MethodCall call) {
    return false;
  }

  /**
   * Whether what the call returns goes to who has called the agent, and to no model, as of a tool
   * whose result is the answer: a text for the model is not appended to it then, for a person would
   * read it, and goes with the next result that a model reads.
   */
  default boolean returnsToCaller(MethodCall call) {
    return false;
  }

  /** What is known of the tool's effect in a call that is a layer of another method's step. */
  default Effect effect(MethodCall call) {
    return Effect.UNKNOWN;
  }

  /**
   * Whether a call that is a layer of another one's step has returned an error which that one may
   * make a plain text of.
   */
  default boolean failed(Object returned) {
    return false;
  }

  /** Reads the reply from what the method returned, or what its future or publisher gave. */
  Reply reply(Object returned);

  /**
   * What the method returned with a text appended to what goes to the model, or null if it cannot
   * be.
   */
  @Nullable Object append(Object returned, String message);

  /**
   * What the method is to return, without the tool being called, so that a text goes to the model:
   * when a halted run finishes, or {@linkplain #asksTheModelNext the model is asked next}. Null if
   * it cannot be made; then the halt is thrown.
   */
  default @Nullable Object refusal(MethodCall call, String message) {
    return null;
  }
}
