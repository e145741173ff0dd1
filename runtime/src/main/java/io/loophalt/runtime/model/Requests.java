package io.loophalt.runtime.model;

import io.loophalt.extension.RequestReader;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.request.ReadRequest;
import io.loophalt.runtime.value.MemberReader;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the requests in calls of models, where an extension knows how. */
final class Requests {

  private Requests() {}

  /** What an answer asks for; an extension may have said nothing. */
  static Collection<?> orNone(@Nullable Collection<?> asked) {
    return asked == null ? List.of() : asked;
  }

  /**
   * What the request in a call says; null if it is not seen. That it cannot be read is noted, and
   * no reason to let the call go unwatched.
   */
  static @Nullable ReadRequest read(@Nullable RequestReader reader, Invocation call) {
    if (reader == null) {
      return null;
    }
    try {
      Object request = reader.request(call);
      return request == null ? null : ReadRequest.of(reader, request);
    } catch (MemberReader.Unreadable theirs) {
      return null;
    } catch (RuntimeException unread) {
      call.failures().note("when a request to a model was read", unread);
      return null;
    }
  }
}
