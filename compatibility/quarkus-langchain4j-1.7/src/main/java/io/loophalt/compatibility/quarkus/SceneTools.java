package io.loophalt.compatibility.quarkus;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolMemoryId;
import io.loophalt.compatibility.scenario.Scene;
import jakarta.enterprise.context.ApplicationScoped;

/** The tools of the scene that is the conversation. */
@ApplicationScoped
public class SceneTools {

  /** One of {@link Scene#TOOLS}. */
  @Tool(name = "search")
  public String search(String input, @ToolMemoryId String conversation) {
    return Conversation.of(conversation).scene().tool("search", input);
  }

  /** One of {@link Scene#TOOLS}. */
  @Tool(name = "open")
  public String open(String input, @ToolMemoryId String conversation) {
    return Conversation.of(conversation).scene().tool("open", input);
  }

  /** One of {@link Scene#TOOLS}. */
  @Tool(name = "check")
  public String check(String input, @ToolMemoryId String conversation) {
    return Conversation.of(conversation).scene().tool("check", input);
  }

  /** One of {@link Scene#TOOLS}. */
  @Tool(name = "write_file")
  public String writeFile(String input, @ToolMemoryId String conversation) {
    return Conversation.of(conversation).scene().tool("write_file", input);
  }

  /** One of {@link Scene#TOOLS}. */
  @Tool(name = "edit_file")
  public String editFile(String input, @ToolMemoryId String conversation) {
    return Conversation.of(conversation).scene().tool("edit_file", input);
  }

  /** One of {@link Scene#TOOLS}. */
  @Tool(name = "run_tests")
  public String runTests(String input, @ToolMemoryId String conversation) {
    return Conversation.of(conversation).scene().tool("run_tests", input);
  }

  /** One of {@link Scene#TOOLS}. */
  @Tool(name = "job_status")
  public String jobStatus(String input, @ToolMemoryId String conversation) {
    return Conversation.of(conversation).scene().tool("job_status", input);
  }

  /** One of {@link Scene#TOOLS}. */
  @Tool(name = "get_page")
  public String getPage(String input, @ToolMemoryId String conversation) {
    return Conversation.of(conversation).scene().tool("get_page", input);
  }
}
