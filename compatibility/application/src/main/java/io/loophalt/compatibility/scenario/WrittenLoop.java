package io.loophalt.compatibility.scenario;

/** A loop as people write it around a provider's SDK: asks, calls the tools, and asks again. */
public final class WrittenLoop {

  /** One conversation with a model, in the types of its SDK. */
  public interface Conversation {

    /** Sends everything that was said so far. */
    Reply ask() throws Exception;

    /** Says what a tool gave. */
    void result(ToolRequest call, String text, boolean error);

    /** Says something as the user. */
    void say(String text);
  }

  private WrittenLoop() {}

  /** One in which the program says something behind the results of each answer's tools. */
  public static Conversation spokenTo(Conversation conversation) {
    return new Conversation() {
      private boolean anyResult;

      @Override
      public Reply ask() throws Exception {
        if (anyResult) {
          conversation.say("Go on.");
        }
        anyResult = false;
        return conversation.ask();
      }

      @Override
      public void result(ToolRequest call, String text, boolean error) {
        conversation.result(call, text, error);
        anyResult = true;
      }

      @Override
      public void say(String text) {
        conversation.say(text);
      }
    };
  }

  /** From the question to the answer, as a task or as a round of one. */
  public static String ask(Scene scene, Conversation conversation, String question)
      throws Exception {
    return scene.isARound()
        ? loop(scene, conversation, question)
        : answer(scene, conversation, question);
  }

  /** One task; the configuration makes a run of it. */
  static String answer(Scene scene, Conversation conversation, String question) throws Exception {
    return loop(scene, conversation, question);
  }

  private static String loop(Scene scene, Conversation conversation, String question)
      throws Exception {
    conversation.say(question);
    Reply reply = conversation.ask();
    while (!reply.calls().isEmpty() || reply.text().startsWith("Now")) {
      if (reply.calls().isEmpty()) {
        conversation.say("Go on.");
      }
      for (ToolRequest call : reply.calls()) {
        try {
          conversation.result(call, scene.tool(call.tool(), call.input()), false);
        } catch (RuntimeException e) {
          conversation.result(call, "Error: " + e.getMessage(), true);
        }
      }
      reply = conversation.ask();
    }
    return reply.text();
  }
}
