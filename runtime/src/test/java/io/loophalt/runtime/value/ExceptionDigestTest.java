package io.loophalt.runtime.value;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** By what exceptions are the same. */
class ExceptionDigestTest {

  @Test
  void anExceptionCountsByTypeMessageAndCausesAndNotByWhereItWasThrown() {
    long digest = ExceptionDigest.of(thrown("line 1", "port 80"));
    assertThat(ExceptionDigest.of(thrown("line 2", "port 81"))).isEqualTo(digest);
    assertThat(ExceptionDigest.of(thrown("line 2", "socket 81"))).isNotEqualTo(digest);
    assertThat(ExceptionDigest.of(new IllegalStateException("line 1"))).isNotEqualTo(digest);
    assertThat(ExceptionDigest.of(new IllegalArgumentException("line 1")))
        .isNotEqualTo(ExceptionDigest.of(new IllegalStateException("line 1")));
  }

  @Test
  void aCycleOfCausesAndAnExceptionThatThrowsComeToAnEnd() {
    IllegalStateException outer = new IllegalStateException("outer");
    outer.initCause(new IllegalStateException("inner", outer));
    assertThat(ExceptionDigest.of(outer)).isNotZero();
    RuntimeException hostile =
        new RuntimeException() {
          private static final long serialVersionUID = 1;

          @Override
          public String getMessage() {
            throw new StackOverflowError("no message");
          }
        };
    assertThat(ExceptionDigest.of(hostile)).isNotZero();
  }

  private static RuntimeException thrown(String message, String cause) {
    return new IllegalStateException(message, new IllegalArgumentException(cause));
  }
}
