package io.loophalt.core.run;

/**
 * An error in the judging of a run: in the run itself, a detector or a ceiling. Its cause says what
 * happened. Without a stack of its own.
 */
public final class CoreFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  CoreFailure(Throwable cause) {
    super(null, cause, false, false);
  }
}
