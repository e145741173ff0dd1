package io.loophalt.extension;

import org.jspecify.annotations.Nullable;

/** What a method means where little or nothing has to be read from its calls. */
public sealed interface Mark extends Role {

  /** A stream of an earlier {@link ScopedRuns} is started: the run goes on in the calls inside. */
  record Resumed() implements Mark {}

  /** A stream of an earlier {@link ScopedRuns} will be started by nobody: the run is over. */
  record Abandoned() implements Mark {}

  /**
   * The first argument, a {@link Runnable}, is executed on another thread in the caller's run. The
   * choke point must be rewriting.
   */
  record HandedOver() implements Mark {}

  /**
   * The first argument is a block of code that the framework executes on another thread in the
   * caller's run. The choke point must be rewriting.
   *
   * @param type fully qualified name of the interface that is the block's type
   */
  record HandedBlock(String type) implements Mark {}

  /**
   * What the method returns, or what its future or publisher gives, is called by the framework in
   * steps of its own, on whatever threads: calls of it, and of the object that it delegates to, are
   * never steps beside them.
   */
  record Owned() implements Mark {}

  /**
   * What another extension {@linkplain Extension#offers offers}: of frameworks that stand on
   * another one's classes.
   *
   * @param extension its name
   * @param role the name by which it offers the role
   */
  record Offered(String extension, String role) implements Mark {}

  /**
   * Reads a stream over which its user iterates, of a class that nothing can stand in front of: its
   * {@code iterator()} and {@code close()}. The same object as {@code
   * io.loophalt.extension.sdk.SdkModelCalls#wovenStreams}.
   *
   * @param type fully qualified name of the class
   */
  record WovenStream(String type) implements Mark {}

  /**
   * A server works on one request: a run for the calls inside that have no other boundary, or,
   * where the configuration trusts a header that the request has, a part of the run which that
   * names.
   */
  non-sealed interface Request extends Mark {

    /**
     * The value of a header, the first of several; null if the request has none of this name. Asked
     * for headers alone that the configuration trusts.
     *
     * @param name in whatever case
     */
    @Nullable String header(MethodCall call, String name);
  }

  /**
   * The framework hears of a failure before it tries again, and gives up if something is thrown: a
   * halt is, so that nobody waits for attempts that would be refused.
   *
   * @param failure position of the failure among the parameters
   */
  record Retry(int failure) implements Mark {}

  /**
   * The thread begins, or ends, to work for a stream of Reactor's whose context is the argument.
   *
   * @param begins whether it begins
   */
  record StreamThread(boolean begins) implements Mark {}

  /**
   * A suspending function of Kotlin's, which goes on on any thread. The choke point must be
   * rewriting.
   *
   * @param role what it is
   * @param continuation position of the continuation, its last parameter
   */
  record Suspending(Role role, int continuation) implements Mark {}
}
