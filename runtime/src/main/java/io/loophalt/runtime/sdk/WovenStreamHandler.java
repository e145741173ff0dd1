package io.loophalt.runtime.sdk;

import io.loophalt.extension.sdk.DrawnAnswer;
import io.loophalt.extension.sdk.IteratedStreams;
import io.loophalt.runtime.correlation.WeakIdentityMap;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Streams of a class that nothing can stand in front of: its {@code iterator()} and {@code close()}
 * are choke points, with this as their handler.
 */
public final class WovenStreamHandler implements Interceptor, IteratedStreams {

  private final String type;
  private final WeakIdentityMap<DrawnAnswer> answers = new WeakIdentityMap<>();

  /**
   * For one class.
   *
   * @param type its name
   */
  public WovenStreamHandler(String type) {
    this.type = type;
  }

  @Override
  public @Nullable Object inFrontOf(Object returned, DrawnAnswer answer) {
    if (!returned.getClass().getName().equals(type)) {
      return null;
    }
    answers.put(returned, answer);
    return returned;
  }

  @Override
  public @Nullable Object before(Invocation call) {
    Object stream = call.self();
    DrawnAnswer answer = stream == null ? null : answers.get(stream);
    if (answer == null) {
      return null;
    }
    call.attach(answer);
    return call;
  }

  @Override
  public @Nullable Object after(
      Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
    if (!(call.attachment() instanceof DrawnTurn answer)) {
      return null;
    }
    if (returned instanceof Iterator<?> pieces) {
      return answer.through(pieces);
    }
    answer.closed();
    return null;
  }
}
