package io.loophalt.runtime.async;

import java.lang.reflect.InvocationHandler;

/**
 * Makes objects of an application's interfaces whose methods throw whatever their handler throws. A
 * {@link java.lang.reflect.Proxy} would wrap checked exceptions that a method does not declare, and
 * Kotlin's methods declare none. Thread-safe.
 */
public interface ProxyMaker {

  /**
   * Makes an object that is equal to itself only.
   *
   * @param type a public interface
   * @param handler is asked for every abstract method of it
   */
  Object make(Class<?> type, InvocationHandler handler);
}
