package io.loophalt.runtime.boundary;

import io.loophalt.extension.Facts;
import io.loophalt.runtime.correlation.RunCorrelator;
import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/** Takes note of the objects that a framework calls in steps of its own. */
public final class OwnedObjects implements Facts {

  private final RunCorrelator runs;

  /** For all such objects. */
  public OwnedObjects(RunCorrelator runs) {
    this.runs = runs;
  }

  @Override
  public void learn(@Nullable Object self, Object result) {
    runs.own(result);
    Object inner = inner(result);
    if (inner != null) {
      runs.own(inner);
    }
  }

  /** A blocking client works through another one, which it does not show. */
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
}
