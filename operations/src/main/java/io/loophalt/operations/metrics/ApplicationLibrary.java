package io.loophalt.operations.metrics;

/**
 * A metrics library of the application's, found by name, because the agent links to none.
 *
 * <p>What is registered with it is known to it alone: an application that is taken out takes its
 * library with it, and all that leads back to its class loader.
 */
interface ApplicationLibrary {

  /** What people call it. */
  String name();

  /**
   * Whether the application has set it up, so that somebody may see what is registered.
   *
   * @throws Throwable what the library throws
   */
  boolean isSetUp() throws Throwable;

  /**
   * Registers all metrics, once for each copy of the library.
   *
   * @throws Throwable what the library throws
   */
  void register(LatestReading reading) throws Throwable;
}
