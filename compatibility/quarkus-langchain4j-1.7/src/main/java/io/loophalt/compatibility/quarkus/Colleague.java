package io.loophalt.compatibility.quarkus;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolMemoryId;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/** The tool that is an agent. */
@ApplicationScoped
public class Colleague {

  @Inject StreamingAssistant assistant;

  /** Has the other agent search. */
  @Tool(name = "search")
  public String search(String input, @ToolMemoryId String conversation) {
    return String.join(
        "",
        assistant
            .chat(of(conversation), "Look for " + input)
            .collect()
            .asList()
            .await()
            .indefinitely());
  }

  /** The conversation with the colleague inside another one. */
  static String of(String conversation) {
    return conversation + ".colleague";
  }
}
