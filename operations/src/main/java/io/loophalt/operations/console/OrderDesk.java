package io.loophalt.operations.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.PrintableText;
import io.loophalt.operations.control.ControlClient;
import io.loophalt.operations.control.ControlClient.Reply;
import io.loophalt.operations.control.ControlException;
import io.loophalt.operations.control.ControlProtocol;
import io.loophalt.operations.control.GuardedJvms.Jvm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Hands the orders of a page on to the JVMs that they are for. Thread-safe.
 *
 * <p>A page orders what has a button, and nothing else: {@code halt}, {@code resume} and {@code
 * reset} of a run by its key, {@code freeze} and {@code unfreeze} of one JVM or all.
 */
final class OrderDesk {

  private static final String BY = "console";

  private static final String[] GRANTS = {
    "extra_steps", "extra_turns", "extra_tokens", "extra_cost", "extra_seconds"
  };

  private final Board board;
  private final JvmWatcher watcher;

  OrderDesk(Board board, JvmWatcher watcher) {
    this.board = board;
    this.watcher = watcher;
  }

  /** Follows one; what is answered says in words what was done, or why not. */
  ObjectNode follow(JsonNode order) {
    String command = order.path("command").asText();
    return switch (command) {
      case "halt", "resume", "reset" -> ofRun(command, order);
      case "freeze", "unfreeze" -> ofJvms(command, order);
      default -> answer(false, "there is no such order");
    };
  }

  private ObjectNode ofRun(String command, JsonNode order) {
    BoardRun run = board.run(order.path("key").asLong());
    if (run == null) {
      return answer(false, "the run is over");
    }
    ObjectNode request = ControlClient.order(command, BY).put("run", run.id);
    if (command.equals("halt")) {
      request.put("reason", order.path("reason").asText());
    } else if (command.equals("resume")) {
      for (String each : GRANTS) {
        if (order.path(each).isNumber()) {
          request.set(each, order.path(each));
        }
      }
    }
    WatchedJvm jvm = watcher.of(run.jvm.jvm);
    return jvm == null
        ? answer(false, run.jvm.name() + " has ended")
        : told(List.of(jvm), request).get(0);
  }

  private ObjectNode ofJvms(String command, JsonNode order) {
    ObjectNode request = ControlClient.order(command, BY);
    if (order.path("seconds").isNumber()) {
      request.put("seconds", order.path("seconds").asLong());
    }
    if (order.path("effect").asText().equals("write")) {
      request.put("effect", "write");
    }
    BoardJvm one = board.jvm(order.path("jvm").asLong());
    if (order.has("jvm") && one == null) {
      return answer(false, "the JVM has ended");
    }
    List<WatchedJvm> meant = new ArrayList<>(watcher.all());
    meant.removeIf(each -> one != null && !each.jvm().name().equals(one.jvm.name()));
    List<ObjectNode> told = told(meant, request);
    List<String> said = new ArrayList<>();
    boolean ok = true;
    for (int i = 0; i < meant.size(); i++) {
      ok &= told.get(i).path("ok").asBoolean();
      said.add(meant.get(i).jvm().pid() + ": " + told.get(i).path("said").asText());
    }
    return said.isEmpty() ? answer(false, "no JVM is there") : answer(ok, String.join("; ", said));
  }

  private static List<ObjectNode> told(List<WatchedJvm> jvms, ObjectNode request) {
    List<Jvm> named = jvms.stream().map(WatchedJvm::jvm).toList();
    List<Reply> replies = ControlClient.askAll(Jvm.sockets(named), request);
    jvms.forEach(WatchedJvm::lookNow);
    return replies.stream().map(OrderDesk::said).toList();
  }

  private static ObjectNode said(Reply reply) {
    try {
      return answer(true, reply.get().asText());
    } catch (ControlException refused) {
      return answer(false, String.valueOf(refused.getMessage()));
    } catch (IOException gone) {
      return answer(false, "the JVM does not answer: " + gone.getMessage());
    }
  }

  private static ObjectNode answer(boolean ok, String said) {
    return ControlProtocol.JSON
        .createObjectNode()
        .put("ok", ok)
        .put("said", PrintableText.of(said));
  }
}
