package io.loophalt.agent.startup;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;

/**
 * Defines {@code java.lang.LoopHaltGate}, once per JVM.
 *
 * <p>{@code java.*} is delegated to the boot loader by every class loader there is, which makes
 * this the only place that flat, child-first, {@code java.*}-only and named-module applications all
 * reach. Appending a jar to the boot class path would not do: the application's own types would
 * then be shadowed, and its {@code catch (LoopHaltException)} would miss.
 */
final class GateDefinition {

  /** Not where a class loader would look for it: it is defined here, and once. */
  private static final String RESOURCE = "gate/LoopHaltGate.class";

  private GateDefinition() {}

  /** Defines the gate once {@code java.lang} is open to the agent. */
  static void define(JavaLangOpening opening) {
    opening.await();
    if (isDefined()) {
      return;
    }
    try (InputStream in = GateDefinition.class.getClassLoader().getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(RESOURCE + " is missing from the agent jar");
      }
      MethodHandles.privateLookupIn(Object.class, MethodHandles.lookup())
          .defineClass(in.readAllBytes());
    } catch (IOException | IllegalAccessException refused) {
      throw new IllegalStateException("the gate cannot be defined: " + refused, refused);
    }
  }

  static boolean isDefined() {
    try {
      Class.forName("java.lang.LoopHaltGate", false, null);
      return true;
    } catch (ClassNotFoundException notYet) {
      return false;
    }
  }
}
