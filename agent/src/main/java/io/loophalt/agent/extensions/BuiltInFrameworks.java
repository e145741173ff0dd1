package io.loophalt.agent.extensions;

import io.loophalt.configuration.settings.FrameworkNames;
import java.util.LinkedHashMap;
import java.util.Map;

/** The names of the agent's own extensions, as the index has them. */
public final class BuiltInFrameworks implements FrameworkNames {

  /** The extension of servlet requests, which a key of its own switches, too. */
  public static final String SERVLET = "servlet";

  @Override
  public Map<String, String> titles() {
    Map<String, String> titles = new LinkedHashMap<>();
    for (KnownExtension each : KnownExtension.ofTheAgent()) {
      titles.put(each.name(), each.title());
    }
    return titles;
  }
}
