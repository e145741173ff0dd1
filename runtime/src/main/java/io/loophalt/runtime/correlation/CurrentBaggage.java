package io.loophalt.runtime.correlation;

import io.loophalt.core.failure.ThreadStop;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * Reads OpenTelemetry's baggage of the calling thread, through the API that a woven class sees:
 * that of OpenTelemetry's agent, else the application's own.
 *
 * <p>Thread-safe. The API is looked for once for each woven class. Nothing of this is loaded unless
 * the configuration trusts an entry of baggage.
 */
final class CurrentBaggage {

  private static final String API = "io.opentelemetry.api.baggage.Baggage";

  private static final ClassValue<CurrentBaggage> SEEN_BY =
      new ClassValue<>() {
        @Override
        protected CurrentBaggage computeValue(Class<?> woven) {
          return new CurrentBaggage(
              entryOrNull("io.opentelemetry.javaagent.shaded." + API, null),
              entryOrNull(API, woven.getClassLoader()));
        }
      };

  /** Both {@code (String)String}, null where the baggage has no such entry. */
  private final @Nullable MethodHandle ofAgent;

  private final @Nullable MethodHandle own;

  private CurrentBaggage(@Nullable MethodHandle ofAgent, @Nullable MethodHandle own) {
    this.ofAgent = ofAgent;
    this.own = own;
  }

  /** The value of an entry of the calling thread's baggage; null if there is none. */
  static @Nullable String valueSeenBy(Class<?> woven, String key) {
    CurrentBaggage seen = SEEN_BY.get(woven);
    String value = read(seen.ofAgent, key);
    return value == null ? read(seen.own, key) : value;
  }

  private static @Nullable MethodHandle entryOrNull(String type, @Nullable ClassLoader loader) {
    try {
      Class<?> baggage = Class.forName(type, false, loader);
      MethodHandles.Lookup lookup = MethodHandles.publicLookup();
      MethodHandle current = lookup.findStatic(baggage, "current", MethodType.methodType(baggage));
      MethodHandle entry =
          lookup.findVirtual(
              baggage, "getEntryValue", MethodType.methodType(String.class, String.class));
      return MethodHandles.foldArguments(entry, current);
    } catch (ReflectiveOperationException | LinkageError | RuntimeException absent) {
      // No OpenTelemetry, another API of that name, or a class loader of the application's that
      // breaks at names it does not know.
      return null;
    }
  }

  private static @Nullable String read(@Nullable MethodHandle entry, String key) {
    if (entry == null) {
      return null;
    }
    try {
      return (String) entry.invokeExact(key);
    } catch (Throwable broken) {
      ThreadStop.passOn(broken);
      return null; // Baggage that fails is no error of ours, and names nothing.
    }
  }
}
