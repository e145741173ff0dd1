package io.loophalt.extension;

import org.jspecify.annotations.Nullable;

/**
 * One call of a watched method, as its caller made it. Valid only while the extension is asked
 * about it.
 */
public interface MethodCall {

  /** The object whose method is called; null in a static method. */
  @Nullable Object self();

  /**
   * An argument.
   *
   * @param position from 0; of a suspending function of Kotlin's the continuation is the last one
   * @return null also if the method has fewer
   */
  @Nullable Object argument(int position);

  /** The class that declares the method. Its loader is that of the framework. */
  Class<?> declaring();

  /**
   * Gives the method another argument than its caller did.
   *
   * @param argument must fit the parameter's type
   * @throws IllegalStateException if the choke point is not {@link ChokePoint#rewriting()}
   */
  void rewrite(int position, Object argument);
}
