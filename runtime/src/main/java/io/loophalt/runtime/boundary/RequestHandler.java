package io.loophalt.runtime.boundary;

import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.runs.LiveRun;
import org.jspecify.annotations.Nullable;

/**
 * Calls of the method in which a server works on one request: a run for the calls inside it that
 * have no other boundary. The run is opened when the first of them comes, so that a request without
 * any costs two comparisons; it ends with the request.
 *
 * <p>Explicit scopes, run methods and the runs of frameworks stay what they are: the request is not
 * above them either. A request that is forwarded is part of the one it came from.
 */
public final class RequestHandler implements Interceptor {

  private final RunCorrelator runs;

  /** For all requests. */
  public RequestHandler(RunCorrelator runs) {
    this.runs = runs;
  }

  @Override
  public @Nullable Object before(Invocation call) {
    if (call.thread().request() != null) {
      return null;
    }
    call.becomeRequest();
    return call;
  }

  @Override
  public @Nullable Object after(
      Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
    LiveRun live = call.run();
    if (live != null) {
      runs.registry().close(live);
    }
    return null;
  }
}
