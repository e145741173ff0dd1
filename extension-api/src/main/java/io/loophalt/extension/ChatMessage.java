package io.loophalt.extension;

import java.util.List;

/**
 * One message of a request to a model.
 *
 * @param speaker who speaks in it
 * @param text what is said, of a model's answer without its thoughts; empty if nothing is
 * @param calls the tool calls that an answer asks for, none in other messages
 * @param otherParts what a user's message has beside text, such as pictures, voice and files, as
 *     the framework has it, none of it null. Each is told apart by its URL, id or data, which its
 *     members of the usual names lead to, in some microseconds; a text or an array of bytes is data
 *     itself. None is kept.
 */
public record ChatMessage(Speaker speaker, String text, List<Call> calls, List<Object> otherParts) {

  /** Who speaks in a message. */
  public enum Speaker {
    /** Whoever wrote the program: instructions, not a part of the conversation. */
    SYSTEM,
    /** A person, or a program in a person's place. */
    USER,
    /** The model: one of its answers. */
    ASSISTANT,
    /** A tool: what came of calls, whatever else stands in the message. */
    TOOL
  }

  /**
   * A tool call that an answer asks for.
   *
   * @param id what its result names, empty or null if it has none
   * @param tool its name
   * @param arguments JSON text, or the map that the framework has made of it; null counts as {@code
   *     {}}
   */
  public record Call(String id, String tool, Object arguments) {

    /** Takes null for nothing said. */
    public Call {
      id = id == null ? "" : id;
      tool = tool == null ? "" : tool;
      arguments = arguments == null ? "{}" : arguments;
    }
  }

  /** Copies the calls and the other parts, and takes a null text for empty. */
  public ChatMessage {
    text = text == null ? "" : text;
    calls = List.copyOf(calls);
    otherParts = List.copyOf(otherParts);
  }

  /** A message of text and calls. */
  public ChatMessage(Speaker speaker, String text, List<Call> calls) {
    this(speaker, text, calls, List.of());
  }

  /** A message that asks for no calls. */
  public static ChatMessage of(Speaker speaker, String text) {
    return new ChatMessage(speaker, text, List.of());
  }

  /** What a user says with words and other parts, see {@link #otherParts}. */
  public static ChatMessage ofUser(String text, List<Object> otherParts) {
    return new ChatMessage(Speaker.USER, text, List.of(), otherParts);
  }

  /** An answer of the model. */
  public static ChatMessage answer(String text, List<Call> calls) {
    return new ChatMessage(Speaker.ASSISTANT, text, calls);
  }
}
