package io.loophalt.frameworks.mcp;

import com.google.auto.service.AutoService;
import io.loophalt.Effect;
import io.loophalt.extension.Artifact;
import io.loophalt.extension.Artifact.Part;
import io.loophalt.extension.ChokePoint;
import io.loophalt.extension.Extension;
import io.loophalt.extension.Facts;
import io.loophalt.extension.MethodCall;
import io.loophalt.extension.ToolCalls;
import io.loophalt.extension.reflect.Getter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The client of the MCP Java SDK, tried with 2.1.0.
 *
 * <pre>
 * McpSyncClient.callTool(CallToolRequest)         one step
 *   McpAsyncClient.callTool(CallToolRequest)      the same step; one of its own if called directly
 * McpSyncClient.listTools(..)                     what the server says of its tools
 *   McpAsyncClient.listTools(..)                  the same
 * </pre>
 *
 * <p>A client belongs to an application rather than to a conversation, so that it says nothing
 * about the run: that is the run of whoever calls it. Below another framework's step the call is a
 * detail of that step, which only adds what the server says of the tool. The nudge is one more text
 * in the content of the result. A halt is thrown to the caller of the client, or is the error of
 * the publisher; what becomes of it there is up to the loop.
 */
@AutoService(Extension.class)
public final class McpClient implements Extension {

  private static final String SYNC = "io.modelcontextprotocol.client.McpSyncClient";
  private static final String ASYNC = "io.modelcontextprotocol.client.McpAsyncClient";
  private static final String REQUEST = "io.modelcontextprotocol.spec.McpSchema$CallToolRequest";

  @Override
  public int apiVersion() {
    return API_VERSION;
  }

  @Override
  public String name() {
    return "mcp";
  }

  @Override
  public String title() {
    return "MCP Java SDK";
  }

  @Override
  public List<String> packages() {
    return List.of("io.modelcontextprotocol.");
  }

  @Override
  public List<Artifact> artifacts() {
    ToolCalls calls = new Calls();
    Facts lists = new Lists();
    return List.of(
        new Artifact(
            "MCP Java SDK",
            "io.modelcontextprotocol.sdk:mcp-core",
            ASYNC,
            List.of(
                new Part(
                    "tool calls",
                    new ChokePoint(ASYNC, "callTool", 1, REQUEST, calls),
                    new ChokePoint(ASYNC, "listTools", -1, null, lists)),
                new Part(
                    "blocking tool calls",
                    new ChokePoint(SYNC, "callTool", 1, REQUEST, calls),
                    new ChokePoint(SYNC, "listTools", -1, null, lists)))));
  }

  private static final class Calls implements ToolCalls {
    private static final Getter NAME = new Getter("name");
    private static final Getter ARGUMENTS = new Getter("arguments");
    private static final Getter IS_ERROR = new Getter("isError");

    @Override
    public @Nullable Request request(MethodCall call) {
      Object asked = call.argument(0);
      if (asked == null) {
        return null;
      }
      Object arguments = ARGUMENTS.of(asked);
      return new Request(
          null, NAME.text(asked), arguments == null ? Map.of() : arguments, effect(call));
    }

    /** The model may be one that nobody sees. */
    @Override
    public boolean withoutModel() {
      return true;
    }

    @Override
    public Effect effect(MethodCall call) {
      return McpClients.effect(call.self(), NAME.text(call.argument(0)));
    }

    @Override
    public Reply reply(Object returned) {
      return new Reply(McpResults.text(returned), IS_ERROR.isTrue(returned));
    }

    @Override
    public @Nullable Object append(Object returned, String message) {
      return McpResults.append(returned, message);
    }

    @Override
    public @Nullable Object refusal(MethodCall call, String message) {
      Class<?> client = call.declaring();
      try {
        Object result = McpResults.error(client.getClassLoader(), message);
        return client.getName().equals(ASYNC) ? McpResults.published(client, result) : result;
      } catch (ReflectiveOperationException drifted) {
        return null;
      }
    }
  }

  /** What servers say of their tools. */
  private static final class Lists implements Facts {
    @Override
    public void learn(@Nullable Object self, Object result) {
      if (self != null) {
        McpClients.learn(self, result);
      }
    }
  }
}
