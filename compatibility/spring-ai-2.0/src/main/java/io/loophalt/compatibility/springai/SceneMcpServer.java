package io.loophalt.compatibility.springai;

import io.loophalt.compatibility.scenario.Scene;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.ai.mcp.McpToolNamePrefixGenerator;
import org.springframework.ai.mcp.SyncMcpToolCallbackProvider;
import org.springframework.ai.tool.ToolCallback;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * A scene's tools behind the Model Context Protocol, without a wire: a real client, and a transport
 * that answers as a server does.
 */
final class SceneMcpServer implements McpClientTransport {

  private final Scene scene;
  private volatile Function<Mono<McpSchema.JSONRPCMessage>, Mono<McpSchema.JSONRPCMessage>> client =
      message -> message;

  private SceneMcpServer(Scene scene) {
    this.scene = scene;
  }

  /** The server's tools as Spring AI offers them to a model. */
  static List<ToolCallback> tools(Scene scene) {
    McpSyncClient client = McpClient.sync(new SceneMcpServer(scene)).build();
    client.initialize();
    return List.of(
        SyncMcpToolCallbackProvider.builder()
            .mcpClients(client)
            .toolNamePrefixGenerator(McpToolNamePrefixGenerator.noPrefix())
            .build()
            .getToolCallbacks());
  }

  @Override
  public Mono<Void> connect(
      Function<Mono<McpSchema.JSONRPCMessage>, Mono<McpSchema.JSONRPCMessage>> handler) {
    client = handler;
    return Mono.empty();
  }

  /** Answers from a thread that never waits, as what comes from a wire does. */
  @Override
  public Mono<Void> sendMessage(McpSchema.JSONRPCMessage message) {
    if (!(message instanceof McpSchema.JSONRPCRequest request)) {
      return Mono.empty();
    }
    return Mono.fromRunnable(
        () ->
            client
                .apply(Mono.fromCallable(() -> answer(request)))
                .subscribeOn(Schedulers.parallel())
                .subscribe());
  }

  private McpSchema.JSONRPCMessage answer(McpSchema.JSONRPCRequest request) {
    Map<String, Object> result =
        switch (request.method()) {
          case "initialize" ->
              Map.of(
                  "protocolVersion",
                  protocolVersions().get(0),
                  "capabilities",
                  Map.of("tools", Map.of()),
                  "serverInfo",
                  Map.of("name", "scene", "version", "1"));
          case "tools/list" -> Map.of("tools", Scene.TOOLS.stream().map(this::described).toList());
          case "tools/call" -> called(request.params());
          default -> Map.of();
        };
    return unmarshalFrom(
        Map.of("jsonrpc", "2.0", "id", request.id(), "result", result),
        new TypeRef<McpSchema.JSONRPCResponse>() {});
  }

  private Map<String, Object> described(String tool) {
    return Map.of(
        "name",
        tool,
        "description",
        tool,
        "inputSchema",
        Map.of(
            "type",
            "object",
            "properties",
            Map.of("input", Map.of("type", "string")),
            "required",
            List.of("input")));
  }

  private Map<String, Object> called(Object params) {
    Map<String, Object> call = unmarshalFrom(params, new TypeRef<Map<String, Object>>() {});
    String input =
        Optional.ofNullable(call.get("arguments"))
            .map(arguments -> unmarshalFrom(arguments, new TypeRef<Map<String, String>>() {}))
            .map(arguments -> arguments.get("input"))
            .orElse("");
    try {
      return result(scene.tool(String.valueOf(call.get("name")), input), false);
    } catch (RuntimeException e) {
      return result(String.valueOf(e.getMessage()), true);
    }
  }

  private static Map<String, Object> result(String text, boolean isError) {
    return Map.of("content", List.of(Map.of("type", "text", "text", text)), "isError", isError);
  }

  @Override
  public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
    return mapper().convertValue(data, type);
  }

  /** The SDK's own, which is found in another place since its release 1.0. */
  private static McpJsonMapper mapper() {
    try {
      Object mapper;
      try {
        mapper =
            Class.forName("io.modelcontextprotocol.json.McpJsonDefaults")
                .getMethod("getMapper")
                .invoke(null);
      } catch (ClassNotFoundException before10) {
        mapper = McpJsonMapper.class.getMethod("getDefault").invoke(null);
      }
      return McpJsonMapper.class.cast(mapper);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("the MCP SDK has no mapper of its own", e);
    }
  }

  @Override
  public Mono<Void> closeGracefully() {
    return Mono.empty();
  }
}
