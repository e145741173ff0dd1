package io.loophalt.extension;

import java.util.List;
import java.util.Map;

/**
 * Support for one framework. Found by {@link java.util.ServiceLoader}, so that it needs a public
 * constructor without parameters and a line in {@code
 * META-INF/services/io.loophalt.extension.Extension}.
 *
 * <p>Making one must cost nothing: it happens when the agent starts. {@link #artifacts} is asked
 * once, when the first class of one of the packages is loaded.
 */
public interface Extension {

  /**
   * The version of this API. Grows when an extension may need what an older agent does not have.
   */
  int API_VERSION = 1;

  /**
   * The version of the API that the extension was built against: {@code return API_VERSION;}, which
   * the compiler makes that number of. An agent whose API is older refuses the extension.
   */
  int apiVersion();

  /** The name by which a configuration switches it off: lower case, words joined by hyphens. */
  String name();

  /** What people call the framework. */
  String title();

  /** Beginnings of the names of its classes, up to a dot, such as {@code com.acme.agents.}. */
  List<String> packages();

  /** Roles that other extensions may use, by name: {@link Mark.Offered}. Asked once. */
  default Map<String, Role> offers() {
    return Map.of();
  }

  /** What is watched, one for each artifact that an application may have without the others. */
  List<Artifact> artifacts();
}
