package io.loophalt.compatibility.scenario;

/**
 * A framework between a scene's model and its tools, in one way of using it: blocking, streaming,
 * with annotated or with programmatic tools.
 */
@FunctionalInterface
public interface FrameworkUnderTest {

  /**
   * Has the framework execute one task, with all tools of {@link Scene#TOOLS}.
   *
   * @param scene plays the model and the tools of this conversation; new for each conversation
   * @param conversation what the framework is to know the conversation by
   * @return the agent's final answer
   */
  String ask(Scene scene, String conversation, String question) throws Exception;
}
