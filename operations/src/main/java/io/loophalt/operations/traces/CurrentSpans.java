package io.loophalt.operations.traces;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the tracing libraries by which a woven class may make a span: that of OpenTelemetry's
 * agent, the application's own OpenTelemetry, and Brave, which Micrometer Tracing may stand on.
 *
 * <p>Thread-safe. Each library is looked for once for each woven class, and kept with it: the class
 * of an application that is taken out takes with it what is known of its libraries.
 */
final class CurrentSpans {

  private static final String OF_AGENT = "io.opentelemetry.javaagent.shaded.";

  private final ClassValue<@Nullable CurrentSpan> byClass =
      new ClassValue<>() {
        @Override
        protected @Nullable CurrentSpan computeValue(Class<?> woven) {
          return find(woven.getClassLoader());
        }
      };

  /**
   * The one of a woven class; where none is known to be called, that of the thread's context.
   *
   * @return null if there is none
   */
  @Nullable CurrentSpan seenBy(@Nullable Class<?> woven) {
    CurrentSpan seen = woven == null ? null : byClass.get(woven);
    return seen == null ? find(Thread.currentThread().getContextClassLoader()) : seen;
  }

  private static @Nullable CurrentSpan find(@Nullable ClassLoader loader) {
    List<CurrentSpan> all = new ArrayList<>();
    add(OpenTelemetrySpan.find(OF_AGENT, null), all);
    if (loader != null) {
      add(OpenTelemetrySpan.find("", loader), all);
      add(BraveSpan.find(loader), all);
    }
    return all.isEmpty() ? null : all.size() == 1 ? all.get(0) : new FirstOf(all);
  }

  private static void add(@Nullable CurrentSpan found, List<CurrentSpan> all) {
    if (found != null) {
      all.add(found);
    }
  }

  /** The first that has a span: libraries bring others along that nobody has set up. */
  private record FirstOf(List<CurrentSpan> all) implements CurrentSpan {
    @Override
    public boolean add(String event, Map<String, Object> attributes, String ofSpan)
        throws Throwable {
      for (CurrentSpan each : all) {
        if (each.add(event, attributes, ofSpan)) {
          return true;
        }
      }
      return false;
    }
  }
}
