package io.loophalt.frameworks.mcp;

import io.loophalt.Effect;
import io.loophalt.extension.reflect.Getter;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the MCP clients in this JVM: what their servers say of their tools.
 *
 * <p>Thread-safe. Holds no client alive.
 */
final class McpClients {

  private static final Getter TOOLS = new Getter("tools");
  private static final Getter NAME = new Getter("name");
  private static final Getter ANNOTATIONS = new Getter("annotations");
  private static final Getter READ_ONLY = new Getter("readOnlyHint");
  private static final Getter DESTRUCTIVE = new Getter("destructiveHint");
  private static final Getter IDEMPOTENT = new Getter("idempotentHint");

  private static final Map<Object, Map<String, Effect>> EFFECTS =
      Collections.synchronizedMap(new WeakHashMap<>());

  private McpClients() {}

  /** Takes a list of tools that a server sent. */
  static void learn(Object client, Object listed) {
    if (!(TOOLS.of(listed) instanceof List<?> tools)) {
      return;
    }
    Map<String, Effect> effects = new HashMap<>();
    for (Object tool : tools) {
      effects.put(NAME.text(tool), effect(ANNOTATIONS.of(tool)));
    }
    EFFECTS.merge(client, effects, McpClients::joined);
  }

  private static Map<String, Effect> joined(
      Map<String, Effect> before, Map<String, Effect> learned) {
    Map<String, Effect> all = new HashMap<>(before);
    all.putAll(learned);
    return all;
  }

  /**
   * By the specification a tool that is destructive or idempotent is one that changes something; it
   * may still be called read-only, which then counts.
   */
  private static Effect effect(@Nullable Object annotations) {
    if (READ_ONLY.isTrue(annotations)) {
      return Effect.READ;
    }
    boolean writes =
        Boolean.FALSE.equals(READ_ONLY.of(annotations))
            || DESTRUCTIVE.isTrue(annotations)
            || IDEMPOTENT.isTrue(annotations);
    return writes ? Effect.WRITE : Effect.UNKNOWN;
  }

  /** What a client's server says of a tool. */
  static Effect effect(@Nullable Object client, String tool) {
    Map<String, Effect> effects = client == null ? null : EFFECTS.get(client);
    Effect known = effects == null ? null : effects.get(tool);
    return known == null ? Effect.UNKNOWN : known;
  }
}
