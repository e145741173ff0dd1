package io.loophalt.agent.startup;

import io.loophalt.agent.cli.AttachReply;
import io.loophalt.agent.extensions.BuiltInFrameworks;
import io.loophalt.configuration.BuiltInPresets;
import io.loophalt.configuration.CheckedConfig;
import io.loophalt.configuration.ConfigLoader;
import io.loophalt.configuration.ConfigSource;
import io.loophalt.configuration.Overrides;
import io.loophalt.configuration.schema.ConfigException;
import io.loophalt.configuration.settings.PresetCatalog;
import io.loophalt.core.fingerprint.DigestKey;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.runtime.policy.AgentPolicy;
import io.loophalt.runtime.policy.MemoryPolicy;
import java.io.File;
import java.lang.instrument.Instrumentation;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Entered from the launcher, inside the isolated loader: reads the configuration, defines the gate,
 * then hands over to {@link Agent}, which links to it and so must not be loaded earlier.
 *
 * <p>In this order, because the gate stays: an attach that is refused for its configuration leaves
 * nothing behind and can be repeated.
 */
public abstract sealed class AgentStartup
    implements BiFunction<Instrumentation, @Nullable String, @Nullable String> {

  /** A tool of the agent itself may have written it before this start. */
  private static final String FOUND_FILE_OBSERVES =
      "[loophalt] WARNING "
          + ConfigSource.FILE_NAME
          + " says 'mode: observe', and NOTHING IS HALTED: nobody has named that file, it was only"
          + " found in the working directory, where tools of an agent may write, too. If it is"
          + " meant, name it with config="
          + ConfigSource.FILE_NAME
          + " in the agent's options; if it is not, remove the line";

  private final boolean lateAttach;

  private AgentStartup(boolean lateAttach) {
    this.lateAttach = lateAttach;
  }

  /** Before the application. */
  public static final class AtStart extends AgentStartup {
    /** Called by the launcher. */
    public AtStart() {
      super(false);
    }
  }

  /** Into an application that runs already. */
  public static final class LateAttach extends AgentStartup {

    private boolean replies;

    /** Called by the launcher. */
    public LateAttach() {
      super(true);
    }

    @Override
    public @Nullable String apply(Instrumentation instrumentation, @Nullable String options) {
      if (options == null || !options.startsWith(AttachReply.REQUEST)) {
        return super.apply(instrumentation, options);
      }
      System.clearProperty(AttachReply.PROPERTY);
      replies = true;
      String refusal =
          super.apply(instrumentation, options.substring(AttachReply.REQUEST.length()));
      if (refusal != null) {
        System.err.println(refusal);
        System.setProperty(AttachReply.PROPERTY, refusal);
      }
      return null;
    }

    @Override
    @Nullable String switchedOff(String message) {
      return replies ? message : super.switchedOff(message);
    }
  }

  /**
   * Starts the agent.
   *
   * @param options what stands behind {@code -javaagent:...=}, or null
   * @return null, or one message that says why the agent refuses to start
   */
  @Override
  public @Nullable String apply(Instrumentation instrumentation, @Nullable String options) {
    boolean again = GateDefinition.isDefined();
    Overrides overrides;
    try {
      overrides = Overrides.of(new SystemProperties(), new Environment());
    } catch (ConfigException refused) {
      return "[loophalt] " + refused.getMessage();
    }
    String offBy = overrides.offBy();
    if (offBy != null && !again) {
      return switchedOff(
          "[loophalt] is off and watches nothing: "
              + offBy
              + "; to turn it on, set it to true or remove it, and start the JVM anew");
    }
    String badOption = Options.refusal(options);
    if (badOption != null) {
      return "[loophalt] " + badOption;
    }
    if (again) {
      return applyAgain(options);
    }
    JavaLangOpening opening = new JavaLangOpening(instrumentation);
    opening.start();
    PresetCatalog presets = new BuiltInPresets();
    ConfigSource source = locate(options);
    CheckedConfig config;
    try {
      config = new ConfigLoader(presets, new BuiltInFrameworks()).check(source);
    } catch (ConfigException refused) {
      return "[loophalt] " + refused.getMessage();
    }
    MemoryPolicy memory = config.memory().orElse(null);
    DigestKey key = config.digestKey().orElse(null);
    if (key == null && memory != null) {
      key = PastLoopsMemory.key(memory);
      memory = key == null ? null : memory;
    }
    if (key != null) {
      // Before anything is digested.
      DigestKey.use(key);
    }
    GateDefinition.define(opening);
    Mode mode = overrides.mode();
    AgentPolicy policy = config.policy();
    if (mode == null && policy.mode() == Mode.OBSERVE && !source.isNamed()) {
      System.err.println(FOUND_FILE_OBSERVES);
    }
    return Agent.start(
        instrumentation,
        mode == null ? policy : policy.in(mode),
        config.extensions(),
        memory,
        overrides.modeBy(),
        config.control().enabled()
            ? new ControlSettings(
                config.control().folder(), source, mode, overrides.modeBy(), config.text(), null)
            : null,
        config.metrics().orElse(null),
        config.traces(),
        config.notifications().orElse(null),
        config.store().orElse(null),
        presets);
  }

  /** Whoever started the JVM is told in passing; whoever waits for an answer gets it as one. */
  @Nullable String switchedOff(String message) {
    System.err.println(message);
    return null;
  }

  /** The agent is there already. A mistake is one all the same, whichever agent it was made for. */
  private @Nullable String applyAgain(@Nullable String options) {
    String there = "[loophalt] is in this JVM already and goes on with its configuration";
    if (lateAttach && Options.config(options) != null) {
      // Who attaches with a file wants it to hold.
      return there + "; to use another one, restart the JVM";
    }
    if (!lateAttach) {
      try {
        new ConfigLoader(new BuiltInPresets(), new BuiltInFrameworks()).load(locate(options));
      } catch (ConfigException refused) {
        return "[loophalt] " + refused.getMessage();
      }
    }
    System.err.println(there);
    return null;
  }

  private static ConfigSource locate(@Nullable String options) {
    return ConfigSource.locate(
        Options.config(options),
        new SystemProperties(),
        new Environment(),
        new File(System.getProperty("user.dir")));
  }

  /** A class instead of a method reference, which would cost start-up time. */
  private static final class SystemProperties implements Function<String, @Nullable String> {
    @Override
    public @Nullable String apply(String name) {
      return System.getProperty(name);
    }
  }

  /** A class instead of a method reference, which would cost start-up time. */
  private static final class Environment implements Function<String, @Nullable String> {
    @Override
    public @Nullable String apply(String name) {
      return System.getenv(name);
    }
  }
}
