package io.loophalt.frameworks;

import io.loophalt.Effect;
import java.lang.reflect.Field;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the MCP clients in this JVM: what their servers say of their tools, and which of
 * them are called by a framework that is watched itself.
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
  private static final Set<Object> OF_FRAMEWORKS =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

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

  /** Leaves the calls of a client, and of the one inside it, to the framework that made it. */
  static void leaveToFramework(Object client) {
    OF_FRAMEWORKS.add(client);
    Object inner = inner(client);
    if (inner != null) {
      OF_FRAMEWORKS.add(inner);
    }
  }

  /** The blocking client works through another one, which it does not show. */
  private static @Nullable Object inner(Object client) {
    try {
      Field delegate = client.getClass().getDeclaredField("delegate");
      delegate.setAccessible(true);
      return delegate.get(client);
    } catch (ReflectiveOperationException | RuntimeException hidden) {
      // Where there is none, or a module hides it: its calls are then steps beside the framework's.
      return null;
    }
  }

  static boolean isLeftToFramework(@Nullable Object client) {
    return client != null && OF_FRAMEWORKS.contains(client);
  }
}
