package io.loophalt.compatibility.mcp;

import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import java.util.ArrayList;
import java.util.List;

/** A server in a JVM of its own, to which a client talks by its standard streams. */
final class ServerProcess {

  private ServerProcess() {}

  /** Starts it when the client does. */
  static StdioClientTransport of(Class<?> main, String... arguments) {
    List<String> options = new ArrayList<>(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    options.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    options.addAll(List.of(arguments));
    return new StdioClientTransport(
        ServerParameters.builder(System.getProperty("java.home") + "/bin/java")
            .args(options)
            .build(),
        McpJsonDefaults.getMapper());
  }
}
