package io.loophalt.extension;

/** Copies of a framework's requests to models, with something changed. Thread-safe. */
public interface RequestChanges {

  /**
   * A copy of the request without tools, in which the user says a text last: the request with which
   * a halted run finishes.
   *
   * @throws ReflectiveOperationException if this version of the framework makes none
   */
  Object withoutTools(Object request, String text) throws ReflectiveOperationException;

  /**
   * A copy of the request to another model.
   *
   * @throws ReflectiveOperationException if this version of the framework makes none
   */
  Object withModel(Object request, String model) throws ReflectiveOperationException;
}
