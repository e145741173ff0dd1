package io.loophalt.runtime.model;

import io.loophalt.extension.ChatMessage;
import io.loophalt.extension.ChatMessage.Speaker;
import io.loophalt.extension.MethodCall;
import io.loophalt.extension.RequestReader;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.PathReader;
import io.loophalt.runtime.safety.Warnings;
import io.loophalt.runtime.value.KnownContents;
import io.loophalt.runtime.value.MemberReader;
import java.lang.reflect.Array;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the messages of a loop written by hand, to which a path of the configuration leads: objects
 * or maps with members of the usual names, or texts. A text alone is what a user says, or a whole
 * transcript.
 */
final class WrittenMessages implements RequestReader {

  private static final Member ROLE =
      new Member("role", "speaker", "sender", "author", "who", "from", "type");
  private static final Member CONTENT =
      new Member("content", "contents", "text", "message", "body", "parts", "utterance");

  /** A message that is one of several kinds, of which one is there. */
  private static final Member KIND =
      new Member("user", "assistant", "tool", "system", "developer", "function");

  private static final Member MEDIA =
      new Member("images", "image", "media", "attachments", "audio", "files");

  /** Of a content that is either a text or these. */
  private static final Member PARTS = new Member("arrayOfContentParts");

  private static final Member TYPE = new Member("type");
  private static final Member RESULT =
      new Member("toolResult", "tool_result", "functionResponse", "function_response");
  private static final Member TEXT = new Member("text", "content");
  private static final Member CALLS =
      new Member(
          "toolCalls",
          "tool_calls",
          "calls",
          "toolExecutionRequests",
          "functionCall",
          "function_call");

  /** A part of an answer that has a call in it. */
  private static final Member CALL =
      new Member("toolUse", "tool_use", "functionCall", "function_call");

  private static final Member ID = new Member("callId", "call_id", "toolCallId", "toolUseId", "id");
  private static final Member FUNCTION = new Member("function");
  private static final Member NAME = new Member("name", "tool", "toolName", "tool_name");
  private static final Member ARGUMENTS = new Member("arguments", "args", "input", "parameters");

  private static final Set<String> PERSONS =
      Set.of("customer", "client", "caller", "guest", "visitor", "person", "me");
  private static final Set<String> AGENTS =
      Set.of("ai", "bot", "chatbot", "agent", "llm", "gpt", "claude", "gemini");
  private static final Set<String> CALL_TYPES =
      Set.of("tooluse", "toolcall", "functioncall", "customtoolcall");

  private static final MemberReader IS_OBJECT = MemberReader.calling("isObject");

  /** Whether a tree of JSON says that there is nothing. */
  private static final MemberReader IS_NULL = MemberReader.calling("isNull", "isJsonNull");

  /** So many are looked at for one of a user. */
  private static final int MOST_LOOKED_AT = 256;

  private final PathReader path;
  private final @Nullable PathReader toolCalls;
  private final Warnings warnings;

  /**
   * For one method.
   *
   * @param toolCalls leads to what an answer asks for; null if it is not configured
   */
  WrittenMessages(PathReader path, @Nullable PathReader toolCalls, Warnings warnings) {
    this.path = path;
    this.toolCalls = toolCalls;
    this.warnings = warnings;
  }

  /**
   * None, as if there were no path, where nobody can tell what the user has said: that it is
   * silence must be read, not guessed.
   */
  @Override
  public @Nullable Object request(MethodCall call) {
    Object request = call instanceof Invocation invocation ? path.read(invocation, null) : null;
    if (request == null) {
      return null;
    }
    Object unread = unread(listOf(request));
    if (unread == null) {
      return request;
    }
    warnings.once(
        "messages " + unread.getClass().getName(),
        "messages leads to "
            + unread.getClass().getName()
            + ", which is not read: it says in none of "
            + ROLE
            + " that it is of a user, an assistant, a tool or a system, or has none of "
            + CONTENT
            + ". Until a path leads to messages that can be read, turns of this method are not"
            + " halted for being idle");
    return null;
  }

  /**
   * The latest message of which it cannot be told what a user says in it; null if there is none.
   */
  private @Nullable Object unread(List<?> messages) {
    Object unknown = null;
    int oldest = Math.max(0, messages.size() - MOST_LOOKED_AT);
    for (int i = messages.size() - 1; i >= oldest; i--) {
      Object message = messages.get(i);
      if (message != null && !(message instanceof CharSequence)) {
        Speaker speaker = speaker(ofItsKind(message));
        if (speaker == Speaker.USER) {
          return hasContent(ofItsKind(message)) ? null : message;
        }
        unknown = speaker == null && unknown == null ? message : unknown;
      } else if (message != null) {
        return null;
      }
    }
    return unknown;
  }

  private static boolean hasContent(Object message) {
    return contentOf(message) != null || MEDIA.of(message) != null || CONTENT.isOn(message);
  }

  @Override
  public List<?> messages(Object request) {
    return listOf(request);
  }

  private static List<?> listOf(Object value) {
    Object contents = KnownContents.of(value);
    Object known = contents == null ? value : contents;
    if (known instanceof List<?> list) {
      return list;
    }
    if (known instanceof Collection<?> collection) {
      return new ArrayList<>(collection);
    }
    if (known instanceof Object[] array) {
      return Arrays.asList(array);
    }
    if (known instanceof CharSequence || known instanceof Map) {
      return List.of(known);
    }
    if (known instanceof Iterable<?> elements && !isJsonObject(known)) {
      List<Object> all = new ArrayList<>();
      elements.forEach(all::add);
      return all;
    }
    return known.getClass().isArray() && Array.getLength(known) == 0 ? List.of() : List.of(known);
  }

  /** Trees of Jackson are iterable, objects among them by their values. */
  private static boolean isJsonObject(Object tree) {
    return IS_OBJECT.isOn(tree) && Boolean.TRUE.equals(IS_OBJECT.of(tree));
  }

  @Override
  public @Nullable ChatMessage read(Object message) {
    if (message instanceof CharSequence text) {
      return ChatMessage.of(Speaker.USER, text.toString());
    }
    Object told = ofItsKind(message);
    Speaker speaker = speaker(told);
    if (speaker == null) {
      return null;
    }
    Object content = contentOf(told);
    if (speaker == Speaker.ASSISTANT) {
      List<ChatMessage.Call> calls = new ArrayList<>(callsIn(CALLS.of(told)));
      calls.addAll(callsAmongParts(isCall(told) ? told : content));
      return ChatMessage.answer(isCall(told) ? "" : text(content), calls);
    }
    List<Object> others =
        speaker == Speaker.USER ? partsWithoutText(content, MEDIA.of(told)) : List.of();
    String text = text(content);
    return speaker == Speaker.USER && text.isEmpty() && others.isEmpty() && isOnlyOfTools(content)
        ? ChatMessage.of(Speaker.TOOL, "")
        : new ChatMessage(speaker, text, List.of(), others);
  }

  /** Of an object that may be of several kinds, that of which it is; else the message itself. */
  private static Object ofItsKind(Object message) {
    if (message instanceof String[] pair && pair.length == 2 && pair[0] != null) {
      return new AbstractMap.SimpleEntry<>(pair[0], pair[1]);
    }
    if (isEntry(message) || ROLE.of(message) != null) {
      return message;
    }
    Object kind = KIND.of(message);
    return kind == null || kind instanceof Boolean || isText(kind) ? message : kind;
  }

  /** A speaker with what he says. */
  private static boolean isEntry(Object message) {
    return message instanceof Map.Entry && message.getClass().getClassLoader() == null;
  }

  private static @Nullable Object contentOf(Object message) {
    return isEntry(message) ? ((Map.Entry<?, ?>) message).getValue() : CONTENT.of(message);
  }

  /** What a user's content has beside text, and what stands beside the content. */
  private static List<Object> partsWithoutText(@Nullable Object content, @Nullable Object media) {
    List<Object> parts = new ArrayList<>(0);
    for (Object part : partsOf(content)) {
      if (!isText(part) && !isOfTool(part) && TEXT.of(part) == null) {
        parts.add(part);
      }
    }
    if (media != null) {
      for (Object part : media instanceof byte[] ? List.of(media) : listOf(media)) {
        if (part != null) {
          parts.add(part);
        }
      }
    }
    return parts;
  }

  /** The parts of a content, or the content itself where it is one. */
  private static List<?> partsOf(@Nullable Object content) {
    if (content == null || isText(content)) {
      return List.of();
    }
    List<Object> parts = new ArrayList<>();
    Object several = PARTS.of(content);
    for (Object part : listOf(several == null ? content : several)) {
      if (part != null) {
        parts.add(part);
      }
    }
    return parts;
  }

  private static boolean isText(Object value) {
    return value instanceof CharSequence || PathReader.isJsonText(value);
  }

  /** Some protocols return results of tools in a user's message. */
  private static boolean isOfTool(Object part) {
    return !isText(part) && (named(kindOf(part)) == Speaker.TOOL || RESULT.of(part) != null);
  }

  private static boolean isOnlyOfTools(@Nullable Object content) {
    List<?> parts = partsOf(content);
    for (Object part : parts) {
      if (!isOfTool(part)) {
        return false;
      }
    }
    return !parts.isEmpty();
  }

  private static String kindOf(Object part) {
    Object type = TYPE.of(part);
    return type == null ? part.getClass().getSimpleName() : PathReader.textOf(type);
  }

  @Override
  public List<ChatMessage.Call> calls(Object returned) {
    return toolCalls == null ? List.of() : callsIn(toolCalls.read(null, returned));
  }

  /** By what it says of itself, else by the name of its class. */
  private static @Nullable Speaker speaker(Object message) {
    if (isEntry(message)) {
      Object name = ((Map.Entry<?, ?>) message).getKey();
      return name == null ? null : named(name.toString());
    }
    Object role = ROLE.of(message);
    Speaker said = role == null ? null : named(PathReader.textOf(role));
    return said != null ? said : named(message.getClass().getSimpleName());
  }

  private static @Nullable Speaker named(String role) {
    String name = role.toLowerCase(Locale.ROOT);
    if (name.contains("user") || name.contains("human") || PERSONS.contains(name)) {
      return Speaker.USER;
    }
    if (isTypeOfCalls(name)) {
      return Speaker.ASSISTANT;
    }
    if (name.contains("tool") || name.contains("function") || name.endsWith("_call_output")) {
      return Speaker.TOOL;
    }
    if (name.contains("assistant")
        || name.contains("model")
        || name.startsWith("aimessage")
        || AGENTS.contains(name)) {
      return Speaker.ASSISTANT;
    }
    return name.contains("system") || name.contains("developer") ? Speaker.SYSTEM : null;
  }

  private static String text(@Nullable Object content) {
    if (content == null) {
      return "";
    }
    if (isText(content)) {
      return PathReader.textOf(content);
    }
    StringBuilder text = new StringBuilder();
    for (Object part : partsOf(content)) {
      if (isText(part)) {
        text.append(PathReader.textOf(part));
      } else if (!isOfTool(part)) {
        text.append(textOfPart(part));
      }
    }
    return text.toString();
  }

  private static String textOfPart(Object part) {
    Object piece = TEXT.of(part);
    if (piece != null && !isText(piece)) {
      Object inside = TEXT.of(piece);
      piece = inside == null ? piece : inside;
    }
    return piece == null ? "" : PathReader.textOf(piece);
  }

  /** The calls that stand beside the texts of an answer, or are an item of their own. */
  private static List<ChatMessage.Call> callsAmongParts(@Nullable Object content) {
    List<ChatMessage.Call> calls = new ArrayList<>(0);
    for (Object part : partsOf(content)) {
      Object inside = isText(part) ? null : CALL.of(part);
      if (inside != null) {
        calls.addAll(callsIn(inside));
      } else if (!isText(part) && isCall(part)) {
        calls.addAll(callsIn(part));
      }
    }
    return calls;
  }

  private static boolean isCall(Object part) {
    return isTypeOfCalls(kindOf(part).toLowerCase(Locale.ROOT));
  }

  private static boolean isTypeOfCalls(String lowerCase) {
    String name = lowerCase.replace("_", "");
    return CALL_TYPES.stream().anyMatch(name::startsWith)
        && !name.contains("output")
        && !name.contains("result");
  }

  private static List<ChatMessage.Call> callsIn(@Nullable Object asked) {
    if (asked == null || asked instanceof Number || asked instanceof Boolean) {
      return List.of();
    }
    List<ChatMessage.Call> calls = new ArrayList<>(1);
    for (Object each : listOf(asked)) {
      if (each != null && !(each instanceof CharSequence)) {
        Object function = FUNCTION.of(each);
        Object described = function == null ? each : function;
        Object arguments = ARGUMENTS.of(described);
        calls.add(
            new ChatMessage.Call(
                text(ID.of(each)), text(NAME.of(described)), arguments == null ? "" : arguments));
      }
    }
    return calls;
  }

  /** A member under the first of several names that an object has. */
  private static final class Member {
    private final List<String> names;
    private final List<MemberReader> readers = new ArrayList<>();

    Member(String... names) {
      this.names = List.of(names);
      for (String name : names) {
        readers.add(MemberReader.of(name));
      }
    }

    boolean isOn(Object target) {
      if (target instanceof Map<?, ?> map) {
        return names.stream().anyMatch(map::containsKey);
      }
      return readers.stream().anyMatch(reader -> reader.isOn(target));
    }

    @Override
    public String toString() {
      return String.join(", ", names);
    }

    private static boolean isNull(Object value) {
      return !(value instanceof CharSequence)
          && IS_NULL.isOn(value)
          && Boolean.TRUE.equals(IS_NULL.of(value));
    }

    @Nullable Object of(Object target) {
      if (target instanceof Map<?, ?> map) {
        for (String name : names) {
          Object value = map.get(name);
          if (value != null) {
            return value;
          }
        }
        return null;
      }
      for (MemberReader reader : readers) {
        if (reader.isOn(target)) {
          Object value = reader.of(target);
          value = value instanceof Optional<?> optional ? optional.orElse(null) : value;
          if (value != null && !isNull(value)) {
            return value;
          }
        }
      }
      return null;
    }
  }
}
