package io.loophalt.extension.sdk;

import io.loophalt.extension.ChatMessage;
import io.loophalt.extension.ChokePoint;
import io.loophalt.extension.Mark;
import io.loophalt.extension.ModelCalls;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Calls of a model by a loop that the application has written itself, with nothing but a provider's
 * SDK, or a framework's model class: where its tools are called nobody knows, but what came of them
 * is in the next request. The request is the first argument, and the choke point must be
 * {@linkplain ChokePoint#rewriting() rewriting}.
 */
public interface SdkModelCalls extends ModelCalls {

  /**
   * A tool call that an answer asks for, or a piece of it.
   *
   * @param position tells the calls of one answer apart; below 2<sup>32</sup>, see {@link
   *     #inChoice}
   * @param id what its result will name, {@link CallOrder#NO_ID} if it has none; null in all pieces
   *     but the first, and taken for null where it is empty and the name is, too
   * @param tool its name, empty or null in all pieces but the first
   * @param arguments as the model wrote them, or the next piece of that: JSON text; or the map that
   *     the SDK has made of it; null counts as an empty text
   */
  record CallPart(long position, @Nullable String id, String tool, Object arguments) {

    /** Takes null for empty, and an id that says as little as the name for none. */
    public CallPart {
      tool = tool == null ? "" : tool;
      arguments = arguments == null ? "" : arguments;
      id = id != null && id.isEmpty() && tool.isEmpty() ? null : id;
    }

    /**
     * A piece in a format whose calls need no ids: servers that give none leave them out or empty,
     * and some that do give them say an empty one in all further pieces.
     *
     * @param id null if it is left out, as in pieces that go on with a call, empty if it says none
     */
    public static CallPart of(long position, @Nullable String id, String tool, Object arguments) {
      boolean begins = id != null && id.isEmpty() && !tool.isEmpty();
      return new CallPart(position, begins ? CallOrder.NO_ID : id, tool, arguments);
    }

    /**
     * Whether it is the first of its call, as far as a piece alone tells: some servers repeat the
     * id in each, and some the name.
     */
    public boolean begins() {
      return !tool.isEmpty();
    }

    /**
     * The same in another of several answers to one request, of which the application takes one.
     *
     * @param choice which of them, from 0, which every call is in that is not put into another
     */
    public CallPart inChoice(long choice) {
      return choice == 0 ? this : new CallPart((choice << 32) + position, id, tool, arguments);
    }

    /** In which of several answers it is; 0 where there is one. */
    public long choice() {
      return position >>> 32;
    }
  }

  /**
   * What a tool gave, in a request.
   *
   * @param callId the call it answers
   * @param text as the application worded it; null counts as empty
   * @param error whether the application calls it an error; null where the SDK has no word for
   *     that, so that the text decides
   * @param otherParts what there is beside the text, such as pictures and documents, as {@link
   *     ChatMessage#otherParts}: a result in which they are others is another one
   */
  record ToolResult(String callId, String text, @Nullable Boolean error, List<Object> otherParts) {

    /** Takes null for empty and copies the other parts; of none that costs nothing. */
    public ToolResult {
      text = text == null ? "" : text;
      otherParts = List.copyOf(otherParts);
    }

    /** A result that is a text alone. */
    public ToolResult(String callId, String text, @Nullable Boolean error) {
      this(callId, text, error, List.of());
    }
  }

  /** The tool calls that an answer, or a piece of one, asks for. */
  List<CallPart> callParts(Object returned);

  /**
   * Whether a piece of a streamed answer says that all of its text and its tool calls have come, as
   * one with a reason to finish does. What follows it may say only what the answer has cost: who
   * reads no further has the answer, and goes on with it. Asked of each piece, once for each.
   */
  default boolean endsAnswer(Object piece) {
    return false;
  }

  /**
   * The tool results behind the last answer in a request, in their order. Some that were told of
   * before may be among them, because each call is answered once: see {@link MessageBlocks}.
   */
  List<ToolResult> toolResults(Object request);

  /**
   * A copy of the request in which a text for the model goes with a result.
   *
   * @throws ReflectiveOperationException if this version of the SDK makes none
   */
  Object withText(Object request, ToolResult result, String text)
      throws ReflectiveOperationException;

  /**
   * Whether a framework may call the tools of such an answer where they are seen, and one that a
   * person has blocked is refused. Then a run that asks for one is halted only once a request has
   * told of a call that nobody saw; else at once, because nothing but that keeps a loop from
   * calling it.
   */
  default boolean refusesTools() {
    return false;
  }

  /**
   * The object of the answer before, one of {@link #toolRequests}, whose calls the results in a
   * request answer. Outside any scope the request belongs to that answer's run, on whatever thread
   * it is sent. Null if there is none.
   */
  default @Nullable Object answerBefore(Object request) {
    return null;
  }

  /** Streams over which their users iterate; null if there are none. */
  default @Nullable IteratedStreams iteratedStreams() {
    return null;
  }

  /**
   * Streams over which their users iterate, of a class that nothing can stand in front of: the same
   * object is the role of its {@code iterator()} and {@code close()}. Null if there are none.
   */
  default Mark.@Nullable WovenStream wovenStreams() {
    return null;
  }

  /** Whether the method returns a future, through which a halt is to reach its caller. */
  default boolean returnsFuture() {
    return false;
  }

  /** The package in which the SDK has its {@code StreamResponse}; null if it has none. */
  default @Nullable String streamPackage() {
    return null;
  }

  /**
   * Name of the type of the response handler to which the answer is given, the second argument of
   * the method, which returns a future; null if there is none.
   */
  default @Nullable String eventHandlerType() {
    return null;
  }

  @Override
  default int requestArgument() {
    return 0;
  }
}
