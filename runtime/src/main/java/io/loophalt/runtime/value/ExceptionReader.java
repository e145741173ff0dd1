package io.loophalt.runtime.value;

import io.loophalt.core.failure.ThreadStop;
import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/**
 * Reads what exceptions say of themselves.
 *
 * <p>Many classes of applications put their message together when they are asked for it, so {@code
 * getMessage} and, where it is overridden, {@code getCause} are the only methods of the application
 * that are called for a value; by everybody who catches an exception, after all. Whoever needs an
 * answer twice has to keep it. What they throw goes no further but for the end of a stopped thread,
 * and an interrupt that they swallow is still there afterwards. {@code toString} is not called, nor
 * {@code Throwable.getCause}, which locks the exception.
 */
public final class ExceptionReader {

  private static final @Nullable Field MESSAGE = field("detailMessage");
  private static final @Nullable Field CAUSE = field("cause");

  private static final ClassValue<Boolean> INHERITS_CAUSE =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          try {
            return type.getMethod("getCause").getDeclaringClass() == Throwable.class;
          } catch (NoSuchMethodException | LinkageError unknown) {
            return false;
          }
        }
      };

  private ExceptionReader() {}

  /** Its message; null if it has none, or throws. */
  public static @Nullable String messageOf(Throwable thrown) {
    boolean interrupted = Thread.currentThread().isInterrupted();
    try {
      return thrown.getMessage();
    } catch (Throwable fromUserCode) {
      ThreadStop.passOn(fromUserCode);
      interrupted |= fromUserCode instanceof InterruptedException;
      return null;
    } finally {
      restore(interrupted);
    }
  }

  /** As {@code toString()} of most exceptions. */
  public static String describe(Throwable thrown, @Nullable String message) {
    String type = thrown.getClass().getName();
    return message == null ? type : type + ": " + message;
  }

  /** Its cause; null if it has none, or throws. */
  public static @Nullable Throwable causeOf(Throwable thrown) {
    if (CAUSE != null && INHERITS_CAUSE.get(thrown.getClass())) {
      return initialCauseOf(thrown);
    }
    boolean interrupted = Thread.currentThread().isInterrupted();
    try {
      return thrown.getCause();
    } catch (Throwable fromUserCode) {
      ThreadStop.passOn(fromUserCode);
      interrupted |= fromUserCode instanceof InterruptedException;
      return null;
    } finally {
      restore(interrupted);
    }
  }

  /** Whether the two below know anything. */
  static boolean readsFields() {
    return MESSAGE != null && CAUSE != null;
  }

  /** The message that it was made with, without a call. */
  static @Nullable String detailMessageOf(Throwable thrown) {
    return MESSAGE == null ? null : (String) FieldAccess.get(MESSAGE, thrown);
  }

  /** The cause that it was given, without a call. */
  static @Nullable Throwable initialCauseOf(Throwable thrown) {
    Object cause = CAUSE == null ? null : FieldAccess.get(CAUSE, thrown);
    return cause == thrown ? null : (Throwable) cause;
  }

  private static @Nullable Field field(String name) {
    return FieldAccess.find(Throwable.class, "java.lang.Throwable", name);
  }

  private static void restore(boolean interrupted) {
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
