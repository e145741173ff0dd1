package io.loophalt.compatibility.anthropic;

import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.loophalt.compatibility.anthropic.Messages.Results;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import io.loophalt.compatibility.scenario.Reply;
import io.loophalt.compatibility.scenario.ToolRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Asks a model that in each turn reads a page and searches for the end, which is not there, and
 * gives it what came of both in the messages that applications make of that. A healthy reader finds
 * new pages, a stuck one the same page again and again.
 */
public final class ResultsApart {

  private static final int TURNS = 12;

  private static final String ANSWER =
      """
      {"id":"m","type":"message","role":"assistant","model":"claude-test","stop_reason":"tool_use",
       "stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":1},"content":[
       {"type":"tool_use","id":"page-%1$d","name":"get_page","input":{"input":"page %2$d"}},
       {"type":"tool_use","id":"end-%1$d","name":"search","input":{"input":"the end"}}]}
      """;

  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger nudges = new AtomicInteger();
  private volatile boolean stuck;

  private ResultsApart() {}

  /** Entry point. */
  public static void main(String[] args) throws IOException {
    Lifeline.hold();
    new ResultsApart().playAll();
    Report.fact("done", true);
  }

  private void playAll() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    AnthropicClient client =
        AnthropicOkHttpClient.builder()
            .baseUrl("http://localhost:" + server.getAddress().getPort())
            .apiKey("none")
            .maxRetries(0)
            .build();
    for (Results order : Results.values()) {
      play(client, order, /* stuck= */ false);
      play(client, order, /* stuck= */ true);
    }
    client.close();
    server.stop(0);
  }

  private void play(AnthropicClient client, Results order, boolean stuck) {
    this.stuck = stuck;
    requests.set(0);
    nudges.set(0);
    String outcome;
    try {
      outcome = read(new Messages(client, "reader", Messages::blocking, order));
    } catch (Throwable thrown) {
      outcome = thrown.getClass().getSimpleName();
    }
    String prefix = order + (stuck ? ".stuck." : ".healthy.");
    Report.fact(prefix + "outcome", outcome);
    Report.fact(prefix + "requests", requests.get());
    Report.fact(prefix + "nudged", nudges.get() > 0);
  }

  /** A run. */
  private String read(Messages conversation) throws Exception {
    conversation.say("Read until you find the end.");
    for (int turn = 0; turn < TURNS; turn++) {
      Reply reply = conversation.ask();
      for (ToolRequest call : reply.calls()) {
        conversation.result(call, resultOf(call), false);
      }
    }
    return "read";
  }

  private static String resultOf(ToolRequest call) {
    return call.tool().equals("get_page") ? "what is on " + call.input() : "no match";
  }

  private void answer(HttpExchange exchange) throws IOException {
    String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    nudges.addAndGet(request.contains("[Loophalt]") ? 1 : 0);
    int turn = requests.incrementAndGet();
    byte[] body = ANSWER.formatted(turn, stuck ? 1 : turn).getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
