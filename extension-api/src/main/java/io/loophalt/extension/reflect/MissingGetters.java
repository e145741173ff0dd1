package io.loophalt.extension.reflect;

/**
 * What the class loader of an extension is where somebody wants to know of the methods that the
 * extension asks a {@link Getter} for in vain. Thread-safe.
 */
public interface MissingGetters {

  /**
   * Is told once for each class that a {@link Getter} asks.
   *
   * @param type of the object that was asked
   * @param method without parameters, which it does not have where it could be called
   * @param asking the class of the extension that has asked
   */
  void isMissing(Class<?> type, String method, Class<?> asking);
}
