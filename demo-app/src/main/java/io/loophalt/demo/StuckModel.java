package io.loophalt.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A model that is sure of the wrong thing: it changes the timeout where it is asked for, in ever
 * new words, and never looks at the limit behind it.
 *
 * <p>It follows a script but is otherwise a model like any other: what it says depends on nothing
 * but the messages it is sent, and it reports the tokens they cost. Told to change course, it
 * promises to and does not.
 */
final class StuckModel implements ChatModel {

  /** The arguments of {@code edit_file}. */
  record Edit(String file, String find, String replacement) {}

  /** One way to get it wrong: the same timeout, asked for somewhere else or in other words. */
  private record Idea(String says, String file, String code) {}

  static final String EDIT = "edit_file";
  static final String CHECK = "run_check";

  private static final String CONFIG = "static final int TIMEOUT_SECONDS = 30;";
  private static final String CALL =
      "return HttpDefaults.effective(Duration.ofSeconds(ClientConfig.TIMEOUT_SECONDS));";

  private static final List<Idea> IDEAS =
      List.of(
          new Idea(
              "Raise the timeout from 30 to 60",
              "ClientConfig.java",
              "static final int TIMEOUT_SECONDS = 60;"),
          new Idea(
              "60 seconds, was 30: spell it out",
              "ClientConfig.java",
              "static final int TIMEOUT_SECONDS = 60; // 60 seconds, was 30"),
          new Idea(
              "Set it at the call site instead",
              "PaymentClient.java",
              "return HttpDefaults.effective(Duration.ofSeconds(60));"),
          new Idea(
              "Wrap the call in try/catch",
              "PaymentClient.java",
              """
              try {
                    return HttpDefaults.effective(Duration.ofSeconds(60));
                  } catch (RuntimeException e) {
                    return Duration.ofSeconds(60);
                  }"""),
          new Idea(
              "Rename it to requestTimeout",
              "PaymentClient.java",
              """
              Duration requestTimeout = Duration.ofSeconds(60);
                  return HttpDefaults.effective(requestTimeout);"""));

  /** More words than ideas, and not a multiple of them: a pair comes back after 35 attempts. */
  private static final List<String> WORDS =
      List.of(
          "one minute",
          "60 s, not 30",
          "twice the old value",
          "sixty seconds",
          "Duration of a minute",
          "60_000 ms",
          "explicitly 60");

  /** The line of the check above which the model leaves a note of every attempt. */
  private static final String ASSERTION = "if (seconds";

  private static final int CHARACTERS_PER_TOKEN = 4;

  private final ObjectMapper json = new ObjectMapper();
  private final List<ChatModelListener> listeners;

  StuckModel(List<ChatModelListener> listeners) {
    this.listeners = List.copyOf(listeners);
  }

  @Override
  public List<ChatModelListener> listeners() {
    return listeners;
  }

  @Override
  public ChatResponse doChat(ChatRequest request) {
    List<ChatMessage> history = request.messages();
    AiMessage answer = answer(history);
    return ChatResponse.builder()
        .aiMessage(answer)
        .modelName("scripted")
        .tokenUsage(new TokenUsage(tokens(history), tokens(List.of(answer))))
        .build();
  }

  private AiMessage answer(List<ChatMessage> history) {
    if (history.stream().noneMatch(AiMessage.class::isInstance)) {
      return AiMessage.from(
          "The timeout must be wrong in the configuration or at its use. I look at both.",
          List.of(
              call(0, "read_file", Map.of("file", "ClientConfig.java")),
              call(1, "read_file", Map.of("file", "PaymentClient.java"))));
    }
    int attempt = 1 + (int) requests(history).stream().filter(StuckModel::isCheck).count();
    Idea idea = IDEAS.get((attempt - 1) % IDEAS.size());
    boolean again = attempt > IDEAS.size();
    String words = WORDS.get(attempt % WORDS.size());
    String says = again ? idea.says() + ", " + words : idea.says();
    String code = again ? idea.code() + " // " + words : idea.code();
    return AiMessage.from(
        wasNudged(history) ? "I change course: " + lowerCased(says) : says,
        List.of(
            call(3 * attempt, EDIT, new Edit(idea.file(), lastWritten(history, idea.file()), code)),
            call(
                3 * attempt + 1,
                EDIT,
                new Edit(
                    "TimeoutCheck.java",
                    ASSERTION,
                    "// Attempt " + attempt + ": " + says + ".\n    " + ASSERTION)),
            call(3 * attempt + 2, CHECK, Map.of())));
  }

  /** What the model last wrote into the file, or what it has read there. */
  private String lastWritten(List<ChatMessage> history, String file) {
    String written = file.equals("ClientConfig.java") ? CONFIG : CALL;
    for (ToolExecutionRequest request : requests(history)) {
      if (request.name().equals(EDIT)) {
        Edit edit = parse(request.arguments());
        written = edit.file().equals(file) ? edit.replacement() : written;
      }
    }
    return written;
  }

  /** Whether the last check's result says more than the check itself did. */
  private static boolean wasNudged(List<ChatMessage> history) {
    return history.get(history.size() - 1) instanceof ToolExecutionResultMessage last
        && last.toolName().equals(CHECK)
        && last.text().lines().count() > 1;
  }

  private static String lowerCased(String says) {
    return says.substring(0, 1).toLowerCase(Locale.ROOT) + says.substring(1);
  }

  private static List<ToolExecutionRequest> requests(List<ChatMessage> history) {
    return history.stream()
        .filter(AiMessage.class::isInstance)
        .flatMap(message -> ((AiMessage) message).toolExecutionRequests().stream())
        .toList();
  }

  private static boolean isCheck(ToolExecutionRequest request) {
    return request.name().equals(CHECK);
  }

  ToolExecutionRequest call(int id, String tool, Object arguments) {
    try {
      return ToolExecutionRequest.builder()
          .id(String.format(Locale.ROOT, "call_%03d", id))
          .name(tool)
          .arguments(json.writeValueAsString(arguments))
          .build();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("texts are always JSON", e);
    }
  }

  private Edit parse(String arguments) {
    try {
      return json.readValue(arguments, Edit.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("not what this model wrote: " + arguments, e);
    }
  }

  private static int tokens(List<? extends ChatMessage> messages) {
    int characters = 0;
    for (ChatMessage message : messages) {
      characters += message.toString().length();
    }
    return characters / CHARACTERS_PER_TOKEN;
  }
}
