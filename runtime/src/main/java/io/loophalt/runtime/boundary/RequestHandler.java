package io.loophalt.runtime.boundary;

import io.loophalt.extension.Mark;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.Invocation.NamedRun;
import io.loophalt.runtime.policy.JoinPolicy.TrustedIds;
import io.loophalt.runtime.runs.LiveRun;
import org.jspecify.annotations.Nullable;

/**
 * Calls of the method in which a server works on one request: a run for the calls inside it that
 * have no other boundary. The run is opened when the first of them comes, so that a request without
 * any costs two comparisons; it ends with the request.
 *
 * <p>Explicit scopes, run methods and the runs of frameworks stay what they are: the request is not
 * above them either. A request that is forwarded is part of the one it came from.
 *
 * <p>A request with a header that the configuration trusts is a part of the joined run which that
 * names, as if the application had joined it before its first call there.
 */
public final class RequestHandler implements Interceptor {

  private final Mark.Request requests;
  private final RunCorrelator runs;

  /** For all requests of one kind of server. */
  public RequestHandler(Mark.Request requests, RunCorrelator runs) {
    this.requests = requests;
    this.runs = runs;
  }

  @Override
  public @Nullable Object before(Invocation call) {
    if (call.thread().request() != null) {
      return null;
    }
    NamedRun named = named(call);
    if (named == null) {
      call.becomeRequest();
    } else {
      call.becomeRequestOf(named);
    }
    return call;
  }

  private @Nullable NamedRun named(Invocation call) {
    TrustedIds trusted = runs.registry().policy().joins().trusted();
    String header = trusted == null ? null : trusted.header();
    if (trusted == null || header == null || call.thread().scopedRun() != null) {
      return null;
    }
    String id = requests.header(call, header);
    return id == null || id.isBlank() ? null : new NamedRun(runs.registry(), trusted.task(), id);
  }

  @Override
  public @Nullable Object after(
      Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
    LiveRun live = call.run();
    if (live != null && call.closesRun()) {
      runs.registry().close(live);
    } else if (live != null) {
      call.thread().left(live);
    }
    return null;
  }
}
