package io.loophalt.compatibility.ollama4j;

import io.github.ollama4j.models.chat.OllamaChatMessage;
import io.github.ollama4j.models.chat.OllamaChatMessageRole;
import io.github.ollama4j.models.chat.OllamaChatRequest;
import io.github.ollama4j.models.chat.OllamaChatToolCalls;
import io.loophalt.compatibility.scenario.Reply;
import io.loophalt.compatibility.scenario.ToolRequest;
import io.loophalt.compatibility.scenario.WrittenLoop;
import java.util.ArrayList;
import java.util.List;

/** A conversation whose loop is the application's: the library is told to go no round. */
final class WrittenChat implements WrittenLoop.Conversation {

  private final Client client;
  private final OllamaChatRequest request = Client.newChat();

  WrittenChat(Client client) throws ReflectiveOperationException {
    this.client = client;
    client.setRounds(0);
  }

  @Override
  public Reply ask() throws Exception {
    OllamaChatMessage answer = client.chat(request, false).getResponseModel().getMessage();
    List<ToolRequest> calls = new ArrayList<>();
    List<OllamaChatToolCalls> asked = answer.getToolCalls();
    for (OllamaChatToolCalls call : asked == null ? List.<OllamaChatToolCalls>of() : asked) {
      String input = String.valueOf(call.getFunction().getArguments().get("input"));
      calls.add(new ToolRequest("", call.getFunction().getName(), input));
    }
    return new Reply(Client.text(answer), calls, 0, 0);
  }

  @Override
  public void result(ToolRequest call, String text, boolean error) {
    request.getMessages().add(new OllamaChatMessage(OllamaChatMessageRole.TOOL, text));
  }

  @Override
  public void say(String text) {
    request.getMessages().add(new OllamaChatMessage(OllamaChatMessageRole.USER, text));
  }
}
