package io.loophalt.testing.application;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** Loops as people write them: a model, a tool, and a method around them. */
public final class HandLoops {

  private static final int CAP = 12;

  private HandLoops() {}

  /** What the model is sent. */
  public record Request(String model, String prompt) {}

  /** What it answers. */
  public record Reply(Message message, @Nullable Usage usage) {}

  /** Its words and deeds. */
  public record Message(String content, List<String> toolCalls) {}

  /** What it costs. */
  public record Usage(int promptTokens, int completionTokens) {}

  /** A model that always wants the same; two of its methods are layers of one call. */
  static final class Llm {
    private final boolean talksOnly;
    int calls;

    Llm(boolean talksOnly) {
      this.talksOnly = talksOnly;
    }

    Reply complete(Request request) {
      return send(request);
    }

    Reply send(Request request) {
      calls++;
      return new Reply(
          new Message("let me think", talksOnly ? List.of() : List.of("look")), new Usage(100, 10));
    }

    /** The answer is in the argument. */
    void fill(List<Object> conversation) {
      conversation.add(send(new Request("m-1", "p")));
    }
  }

  /** One conversation, turn by turn. */
  static final class Chat {
    final String id;
    final Llm llm;
    int toolBodies;
    @Nullable String haltedBy;

    Chat(String id, Llm llm) {
      this.id = id;
      this.llm = llm;
    }

    /** One turn; its tool's failures are nobody's business. */
    void turn() {
      Reply reply = llm.complete(new Request("m-1", "go on"));
      for (String asked : reply.message().toolCalls()) {
        try {
          look(asked);
        } catch (Throwable swallowed) {
          // As loops do.
        }
      }
    }

    String look(String what) {
      toolBodies++;
      return "nothing new at " + what;
    }

    boolean isHalted() {
      return haltedBy != null;
    }

    void turnUnlessHalted() {
      try {
        turn();
      } catch (RuntimeException e) {
        haltedBy = e.getClass().getSimpleName();
      }
    }

    @Override
    public String toString() {
      return id + ": " + llm.calls + " model calls, " + toolBodies + " tool bodies, " + haltedBy;
    }
  }

  /** All turns in one method. */
  public static final class Alone implements Callable<String> {
    @Override
    public String call() {
      return solve(new Chat("alone", new Llm(false)));
    }

    static String solve(Chat chat) {
      for (int turn = 0; turn < CAP && !chat.isHalted(); turn++) {
        chat.turnUnlessHalted();
      }
      return chat.toString();
    }
  }

  /** Words without deeds. */
  public static final class Talking implements Callable<String> {
    @Override
    public String call() {
      return Alone.solve(new Chat("talking", new Llm(true)));
    }
  }

  /** A model that leaves its answer in the argument, and one that fails. */
  public static final class Odd implements Callable<String> {
    @Override
    public String call() {
      List<Object> conversation = new ArrayList<>();
      new Llm(false).fill(conversation);
      return String.valueOf(conversation.size());
    }
  }

  /** Each turn on another thread. */
  public static final class Hopping implements Callable<String> {
    @Override
    public String call() throws Exception {
      Chat chat = new Chat("hopping", new Llm(false));
      for (int turn = 0; turn < CAP && !chat.isHalted(); turn++) {
        Thread thread = new Thread(chat::turnUnlessHalted);
        thread.start();
        thread.join();
      }
      return chat.toString();
    }
  }

  /** Several conversations in turns on one thread, none of which is stuck by itself. */
  public static final class Sharing implements Callable<String> {
    @Override
    public String call() throws Exception {
      List<Chat> chats = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        chats.add(new Chat("sharing", new Llm(false)));
      }
      ExecutorService one = Executors.newSingleThreadExecutor();
      try {
        for (int turn = 0; turn < 2; turn++) {
          for (Chat chat : chats) {
            one.submit(chat::turnUnlessHalted).get();
          }
        }
      } finally {
        one.shutdown();
      }
      return chats.stream().filter(Chat::isHalted).count() + " halted";
    }
  }
}
