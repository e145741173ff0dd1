package io.loophalt.core.example;

import io.loophalt.core.Guard;
import io.loophalt.core.GuardSettings;
import io.loophalt.core.GuardedRun;
import io.loophalt.core.GuardedStep;
import io.loophalt.core.ModelAnswer;
import io.loophalt.core.ToolCall;
import io.loophalt.core.ToolResult;
import io.loophalt.core.policy.Ceilings;
import java.util.ArrayList;
import java.util.List;

/** An agent without a framework: a loop over a chat client, guarded. */
final class GuardedLoop {

  record Request(String tool, String argumentsJson) {}

  record Reply(String text, List<Request> toolCalls, long inputTokens, long outputTokens) {}

  interface ChatClient {
    Reply send(List<String> messages);
  }

  interface Tools {
    String run(Request request) throws Exception;
  }

  private final Ceilings ceilings = Ceilings.builder().turns(40).totalTokens(200_000).build();
  private final Guard guard =
      Guard.create(GuardSettings.builder().ceilings(ceilings).build(), System::nanoTime);

  private static ToolResult result(Tools tools, Request request) {
    try {
      return ToolResult.of(tools.run(request));
    } catch (Exception failure) {
      return ToolResult.failed(failure);
    }
  }

  /** Returns the answer, or throws a LoopHaltException when the model gets nowhere. */
  String answer(ChatClient chat, Tools tools, String conversation, String question) {
    List<String> messages = new ArrayList<>(List.of(question));
    try (GuardedRun run = guard.open("answer", conversation)) {
      while (true) {
        String hint = run.beforeModelCall().orThrow().text();
        if (!hint.isEmpty()) {
          messages.add(hint);
        }
        Reply reply = chat.send(messages);
        messages.add(reply.text());
        ModelAnswer answer = ModelAnswer.of(reply.text(), reply.toolCalls().size());
        run.afterModelCall(answer.using(reply.inputTokens(), reply.outputTokens())).orThrow();
        if (reply.toolCalls().isEmpty()) {
          return reply.text();
        }
        for (Request request : reply.toolCalls()) {
          GuardedStep step = run.beforeStep(ToolCall.of(request.tool(), request.argumentsJson()));
          if (step.mayRun()) {
            ToolResult result = result(tools, request);
            messages.add(result.text() + step.end(result).orThrow().text());
          } else {
            messages.add(step.refusal().orThrow().text());
          }
        }
      }
    }
  }
}
