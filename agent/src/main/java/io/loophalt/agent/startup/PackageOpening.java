package io.loophalt.agent.startup;

import io.loophalt.runtime.value.FieldAccess;
import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Set;

/**
 * Opens packages to the agent's own unnamed module and to nobody else, when a value is first met
 * whose fields they hide.
 */
final class PackageOpening implements FieldAccess.PackageOpener {

  private final Instrumentation instrumentation;

  PackageOpening(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  @Override
  public void open(Class<?> owner) {
    Module module = owner.getModule();
    if (instrumentation.isModifiableModule(module)) {
      instrumentation.redefineModule(
          module,
          Set.of(),
          Map.of(),
          Map.of(owner.getPackageName(), Set.of(PackageOpening.class.getModule())),
          Set.of(),
          Map.of());
    }
  }
}
