package io.loophalt.configuration.settings;

import java.util.Map;

/**
 * The frameworks that the agent knows, as far as a configuration needs to know them.
 *
 * <p>Asked only when there is a file to read.
 */
public interface FrameworkNames {

  /** What people call each framework, by the name that switches it off. */
  Map<String, String> titles();
}
