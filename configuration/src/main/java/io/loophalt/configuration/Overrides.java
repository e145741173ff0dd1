package io.loophalt.configuration;

import io.loophalt.configuration.schema.ConfigException;
import io.loophalt.configuration.schema.Quote;
import io.loophalt.configuration.schema.SourceLocation;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What system properties and environment variables say, whatever the configuration file does: for
 * whoever runs an application and can change neither its command line nor its files.
 *
 * <p>A system property comes before the variable. One that is empty or blank counts as not set, as
 * scripts set variables to nothing.
 *
 * @param offBy who switched the agent off, as a person would look for it; null if nobody did
 * @param mode in place of the file's; null if the file's holds
 * @param modeBy the name of what says so; null if nothing does
 */
public record Overrides(@Nullable String offBy, @Nullable Mode mode, @Nullable String modeBy) {

  /** The system property that switches the agent off. */
  public static final String ENABLED_PROPERTY = "loophalt.enabled";

  /** The environment variable that switches the agent off. */
  public static final String ENABLED_VARIABLE = "LOOPHALT_ENABLED";

  /** The system property in place of the file's mode. */
  public static final String MODE_PROPERTY = "loophalt.mode";

  /** The environment variable in place of the file's mode. */
  public static final String MODE_VARIABLE = "LOOPHALT_MODE";

  /**
   * Reads them; the mode is not looked at when the agent is off.
   *
   * <p>Safe before {@code main}.
   *
   * @param systemProperty such as {@code System::getProperty}
   * @param environment such as {@code System::getenv}
   * @throws ConfigException if one has a value that it cannot have
   */
  public static Overrides of(
      Function<String, @Nullable String> systemProperty,
      Function<String, @Nullable String> environment) {
    Source enabled = Source.of(ENABLED_PROPERTY, systemProperty, ENABLED_VARIABLE, environment);
    if (enabled != null && enabled.isFirst("false", "true")) {
      return new Overrides(enabled.described(), null, null);
    }
    Source mode = Source.of(MODE_PROPERTY, systemProperty, MODE_VARIABLE, environment);
    if (mode == null) {
      return new Overrides(null, null, null);
    }
    return new Overrides(
        null, mode.isFirst("observe", "act") ? Mode.OBSERVE : Mode.ACT, mode.name());
  }

  /** A property or variable that is set. */
  private record Source(String kind, String name, String value) {

    static @Nullable Source of(
        String property,
        Function<String, @Nullable String> systemProperty,
        String variable,
        Function<String, @Nullable String> environment) {
      String value = systemProperty.apply(property);
      if (value != null && !value.isBlank()) {
        return new Source("system property", property, value);
      }
      value = environment.apply(variable);
      return value == null || value.isBlank()
          ? null
          : new Source("environment variable", variable, value);
    }

    String described() {
      return "the " + kind + ' ' + name + '=' + value.strip();
    }

    /** Whether it has the first of two values and not the second, in letters of any case. */
    boolean isFirst(String first, String second) {
      String chosen = value.strip();
      if (chosen.equalsIgnoreCase(first)) {
        return true;
      }
      if (chosen.equalsIgnoreCase(second)) {
        return false;
      }
      throw ConfigException.ofFile(
          SourceLocation.of("the " + kind + ' ' + name),
          "must be " + first + " or " + second + ", not " + Quote.of(value),
          null);
    }
  }
}
