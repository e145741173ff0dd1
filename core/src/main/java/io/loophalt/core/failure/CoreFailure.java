package io.loophalt.core.failure;

/**
 * An error in the judging of a run: in the run itself, a detector or a ceiling. Its cause says what
 * happened. Without a stack of its own.
 */
public final class CoreFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private CoreFailure(Throwable cause) {
    super(null, cause, false, false);
  }

  /**
   * The one that is told of an error: itself, if it is one. Of a type that the JVM need not load
   * while nothing fails.
   */
  public static RuntimeException of(Throwable broken) {
    return broken instanceof CoreFailure known ? known : new CoreFailure(broken);
  }
}
