package io.loophalt.configuration;

import io.loophalt.configuration.settings.Defaults;
import java.io.File;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which file the configuration comes from, and who said so.
 *
 * @param file the file; null for the built-in defaults
 * @param name the file as it was named, for messages
 * @param origin who named it, as a person would look for it
 */
public record ConfigSource(@Nullable File file, String name, String origin) {

  private static final String AGENT_OPTION = "config= in the agent's options";

  private static final String WORKING_DIRECTORY = "the working directory";

  /** No file: the built-in defaults. */
  public static final ConfigSource NONE =
      new ConfigSource(null, Defaults.SOURCE, "the agent itself");

  /** The system property that names the file. */
  public static final String PROPERTY = "loophalt.config";

  /** The environment variable that names the file. */
  public static final String VARIABLE = "LOOPHALT_CONFIG";

  /** The file that is taken when none is named. */
  public static final String FILE_NAME = "loophalt.yaml";

  /**
   * Finds the file: the agent's own option, else the system property, else the environment
   * variable, else {@code loophalt.yaml} in the working directory if there is one, else none. A
   * file that is named counts whether it exists or not, so that a wrong name is told and not passed
   * over; an empty name counts as none, as scripts set variables to nothing.
   *
   * <p>Uses {@code java.io} only and is safe before {@code main}.
   *
   * @param agentOption the value of {@code config=} in the agent's options; null if not given
   * @param systemProperty such as {@code System::getProperty}
   * @param environment such as {@code System::getenv}
   * @param workingDirectory what relative names start from
   */
  public static ConfigSource locate(
      @Nullable String agentOption,
      Function<String, @Nullable String> systemProperty,
      Function<String, @Nullable String> environment,
      File workingDirectory) {
    if (agentOption != null && !agentOption.isBlank()) {
      return named(agentOption, AGENT_OPTION, workingDirectory);
    }
    String property = systemProperty.apply(PROPERTY);
    if (property != null && !property.isBlank()) {
      return named(property, "the system property " + PROPERTY, workingDirectory);
    }
    String variable = environment.apply(VARIABLE);
    if (variable != null && !variable.isBlank()) {
      return named(variable, "the environment variable " + VARIABLE, workingDirectory);
    }
    ConfigSource present = named(FILE_NAME, WORKING_DIRECTORY, workingDirectory);
    return present.file() != null && present.file().exists() ? present : NONE;
  }

  /**
   * Whether somebody has named the file. One that was only found in the working directory may be
   * anybody's who writes there: a repository's, or a tool's of the agent.
   */
  public boolean isNamed() {
    return !origin.equals(WORKING_DIRECTORY);
  }

  /** Whether the agent's options name it, which end at a blank unless they are in quotes. */
  boolean isAgentOption() {
    return origin.equals(AGENT_OPTION);
  }

  private static ConfigSource named(String name, String origin, File workingDirectory) {
    File file = new File(name);
    return new ConfigSource(
        file.isAbsolute() ? file : new File(workingDirectory, name), name, origin);
  }
}
