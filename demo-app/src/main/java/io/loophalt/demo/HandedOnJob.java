package io.loophalt.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ChatMessageDeserializer;
import dev.langchain4j.data.message.ChatMessageSerializer;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.tool.DefaultToolExecutor;
import io.loophalt.AgentRuns;
import io.loophalt.LoopHaltException;
import io.loophalt.RunScope;
import io.loophalt.demo.RunReport.Ending;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A worker of {@code ./demo share}: makes one attempt at a ticket each time that it is told to, and
 * leaves what was said so far beside the project, for whoever makes the next one.
 *
 * <p>Told by lines of its input: {@code attempt TICKET FOLDER}, or {@code end TICKET FOLDER}. Each
 * is answered by a line of JSON, a {@link RunReport}.
 */
public final class HandedOnJob {

  private static final String TASK = "repair";

  private final ObjectMapper json = new ObjectMapper();

  private HandedOnJob() {}

  /**
   * Works until its input ends.
   *
   * @param args none
   */
  public static void main(String[] args) throws IOException {
    HandedOnJob worker = new HandedOnJob();
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String order = orders.readLine(); order != null; order = orders.readLine()) {
      String[] words = order.split(" ", 3);
      RunReport report =
          words[0].equals("end") ? end(words[1]) : worker.attempt(words[1], Path.of(words[2]));
      System.out.println(worker.json.writeValueAsString(report));
    }
  }

  /** Nobody joins it any more. */
  private static RunReport end(String ticket) {
    try (RunScope run = AgentRuns.join(TASK, ticket)) {
      AgentRuns.reset();
      run.end();
    }
    return new RunRecorder().report(Ending.ANSWERED, "", null);
  }

  @SuppressWarnings("try") // the run is there to be in
  private RunReport attempt(String ticket, Path folder) throws IOException {
    RunRecorder recorder = new RunRecorder();
    Workspace workspace = Workspace.madeElsewhere(folder);
    try (ProjectCheck check = new ProjectCheck(workspace);
        RunScope run = AgentRuns.join(TASK, ticket)) {
      takeSteps(new RepairTools(workspace, check, recorder), folder, recorder);
      return recorder.report(Ending.HANDED_ON, "", null);
    } catch (LoopHaltException halt) {
      return recorder.report(Ending.HALTED, halt.stopReason().summary(), halt.stopReason());
    }
  }

  /** Until a check has run. */
  private void takeSteps(RepairTools tools, Path folder, RunRecorder recorder) throws IOException {
    Path said = folder.resolve("messages.json");
    List<ChatMessage> messages = new ArrayList<>();
    if (Files.exists(said)) {
      messages.addAll(ChatMessageDeserializer.messagesFromJson(Files.readString(said)));
    } else {
      messages.add(UserMessage.from(RepairJob.PROBLEM));
    }
    ChatModel model = new StuckModel(List.of(recorder));
    while (!recorder.hasChecked()) {
      AiMessage answer = model.chat(messages).aiMessage();
      messages.add(answer);
      for (ToolExecutionRequest request : answer.toolExecutionRequests()) {
        String result = new DefaultToolExecutor(tools, toolOf(request)).execute(request, folder);
        if (request.name().equals(StuckModel.CHECK)) {
          recorder.sent(result);
        }
        messages.add(ToolExecutionResultMessage.from(request, result));
      }
    }
    Files.writeString(said, ChatMessageSerializer.messagesToJson(messages));
  }

  private static Method toolOf(ToolExecutionRequest request) {
    return Arrays.stream(RepairTools.class.getDeclaredMethods())
        .filter(each -> each.isAnnotationPresent(Tool.class))
        .filter(each -> each.getAnnotation(Tool.class).name().equals(request.name()))
        .findFirst()
        .orElseThrow();
  }
}
