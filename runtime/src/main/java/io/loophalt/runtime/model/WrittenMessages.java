package io.loophalt.runtime.model;

import io.loophalt.extension.ChatMessage;
import io.loophalt.extension.ChatMessage.Speaker;
import io.loophalt.extension.MethodCall;
import io.loophalt.extension.RequestReader;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.PathReader;
import io.loophalt.runtime.value.KnownContents;
import io.loophalt.runtime.value.MemberReader;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the messages of a loop written by hand, to which a path of the configuration leads: objects
 * or maps with members of the usual names, or texts. A text alone is what a user says, or a whole
 * transcript.
 */
final class WrittenMessages implements RequestReader {

  private static final Member ROLE = new Member("role", "speaker", "sender", "author", "type");
  private static final Member CONTENT = new Member("content", "text", "message", "body");
  private static final Member MEDIA =
      new Member("images", "image", "media", "attachments", "audio", "files");
  private static final Member TYPE = new Member("type");
  private static final Member RESULT =
      new Member("toolResult", "tool_result", "functionResponse", "function_response");
  private static final Member TEXT = new Member("text", "content");
  private static final Member CALLS = new Member("toolCalls", "tool_calls", "calls");
  private static final Member ID = new Member("id", "callId", "call_id", "toolCallId");
  private static final Member FUNCTION = new Member("function");
  private static final Member NAME = new Member("name", "tool", "toolName", "tool_name");
  private static final Member ARGUMENTS = new Member("arguments", "args", "input", "parameters");

  private final PathReader path;
  private final @Nullable PathReader toolCalls;

  /**
   * For one method.
   *
   * @param toolCalls leads to what an answer asks for; null if it is not configured
   */
  WrittenMessages(PathReader path, @Nullable PathReader toolCalls) {
    this.path = path;
    this.toolCalls = toolCalls;
  }

  @Override
  public @Nullable Object request(MethodCall call) {
    return call instanceof Invocation invocation ? path.read(invocation, null) : null;
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
      return List.of(array);
    }
    if (known instanceof CharSequence || known instanceof Map) {
      return List.of(known);
    }
    if (known instanceof Iterable<?> elements) {
      List<Object> all = new ArrayList<>();
      elements.forEach(all::add);
      return all;
    }
    return known.getClass().isArray() && Array.getLength(known) == 0 ? List.of() : List.of(known);
  }

  @Override
  public @Nullable ChatMessage read(Object message) {
    if (message instanceof CharSequence text) {
      return ChatMessage.of(Speaker.USER, text.toString());
    }
    Speaker speaker = speaker(message);
    if (speaker == null) {
      return null;
    }
    Object content = CONTENT.of(message);
    return new ChatMessage(
        speaker,
        text(content),
        speaker == Speaker.ASSISTANT ? callsIn(CALLS.of(message)) : List.of(),
        speaker == Speaker.USER ? partsWithoutText(content, MEDIA.of(message)) : List.of());
  }

  /** What a user's content has beside text, and what stands beside the content. */
  private static List<Object> partsWithoutText(@Nullable Object content, @Nullable Object media) {
    List<Object> parts = new ArrayList<>(0);
    if (content != null && !(content instanceof CharSequence) && !PathReader.isJsonText(content)) {
      for (Object part : listOf(content)) {
        if (part != null
            && !(part instanceof CharSequence)
            && TEXT.of(part) == null
            && !isOfTool(part)) {
          parts.add(part);
        }
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

  /** Some protocols return results of tools in a user's message. */
  private static boolean isOfTool(Object part) {
    Object type = TYPE.of(part);
    String kind = type == null ? part.getClass().getSimpleName() : PathReader.textOf(type);
    return named(kind) == Speaker.TOOL || RESULT.of(part) != null;
  }

  @Override
  public List<ChatMessage.Call> calls(Object returned) {
    return toolCalls == null ? List.of() : callsIn(toolCalls.read(null, returned));
  }

  /** By what it says of itself, else by the name of its class. */
  private static @Nullable Speaker speaker(Object message) {
    Object role = ROLE.of(message);
    Speaker said = role == null ? null : named(PathReader.textOf(role));
    return said != null ? said : named(message.getClass().getSimpleName());
  }

  private static @Nullable Speaker named(String role) {
    String name = role.toLowerCase(Locale.ROOT);
    if (name.contains("user") || name.contains("human")) {
      return Speaker.USER;
    }
    if (name.contains("tool") || name.contains("function")) {
      return Speaker.TOOL;
    }
    if (name.contains("assistant")
        || name.contains("model")
        || name.equals("ai")
        || name.startsWith("aimessage")
        || name.equals("bot")
        || name.equals("agent")) {
      return Speaker.ASSISTANT;
    }
    return name.contains("system") || name.contains("developer") ? Speaker.SYSTEM : null;
  }

  private static String text(@Nullable Object content) {
    if (content == null) {
      return "";
    }
    if (content instanceof CharSequence || PathReader.isJsonText(content)) {
      return PathReader.textOf(content);
    }
    StringBuilder text = new StringBuilder();
    for (Object part : listOf(content)) {
      if (part instanceof CharSequence piece) {
        text.append(piece);
      } else if (part != null && part != content) {
        Object piece = TEXT.of(part);
        text.append(piece == null ? "" : PathReader.textOf(piece));
      }
    }
    return text.toString();
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
          if (value != null) {
            return value;
          }
        }
      }
      return null;
    }
  }
}
