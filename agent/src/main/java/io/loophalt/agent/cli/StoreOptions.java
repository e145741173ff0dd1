package io.loophalt.agent.cli;

import io.loophalt.agent.cli.stored.StoreDesk;
import io.loophalt.agent.extensions.BuiltInFrameworks;
import io.loophalt.configuration.BuiltInPresets;
import io.loophalt.configuration.CheckedConfig;
import io.loophalt.configuration.ConfigLoader;
import io.loophalt.configuration.ConfigSource;
import io.loophalt.configuration.schema.ConfigException;
import io.loophalt.runtime.policy.StorePolicy;
import io.loophalt.runtime.safety.Log;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Whose runs a command is about: those of one JVM, or all that are in a store. */
final class StoreOptions {

  /** In place of an address. */
  private static final String OF_CONFIG = "config";

  /** How long to wait for the server, and for what it answers to a decision. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "PID",
      description = "Process id of the JVM; 'ps' lists them. None with --store.")
  @Nullable String pid;

  @Option(
      names = "--store",
      paramLabel = "URL",
      description =
          "The runs that JVMs share in a Redis or Valkey, in place of those of one JVM: 'config' for"
              + " the store that the file of --config names, or its address (redis://host:6379)."
              + " Needs --config.")
  @Nullable URI store;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "With --store: the configuration of these JVMs. It names their digest key, by which this"
              + " command reads what is there.")
  @Nullable String config;

  @Spec(Spec.Target.MIXEE)
  @Nullable CommandSpec command;

  /** All runs of a store, for commands to which several JVMs can be named. */
  static final class Shared {
    @Option(
        names = "--store",
        paramLabel = "URL",
        required = true,
        description =
            "The runs that JVMs share in a Redis or Valkey: 'config' for the store that the file of"
                + " --config names, or its address (redis://host:6379).")
    @Nullable URI store;

    @Option(
        names = "--config",
        paramLabel = "FILE",
        required = true,
        description =
            "With --store: the configuration of these JVMs, which names their digest key.")
    @Nullable String config;

    /** See {@link StoreOptions#open}. */
    StoreDesk open(CommandSpec command) throws IOException, InterruptedException {
      return options(command).open();
    }

    /** See {@link StoreOptions#reach}. */
    StoreDesk reach(CommandSpec command) throws IOException, InterruptedException {
      return options(command).reach();
    }

    private StoreOptions options(CommandSpec command) {
      StoreOptions options = new StoreOptions();
      options.store = store;
      options.config = config;
      options.command = command;
      return options;
    }
  }

  boolean isAsked() {
    return store != null;
  }

  /**
   * The run that is meant.
   *
   * @param second of the parameters; the first is the JVM, where there is one
   */
  String run(@Nullable String second) {
    String run = isAsked() && second == null ? pid : second;
    if (run == null) {
      throw mistake("Missing required parameter: 'RUN'");
    }
    return run;
  }

  /**
   * Opens it, and looks at the runs that are there now.
   *
   * @throws IOException if the store cannot be reached, or runs cannot be looked for
   * @throws ParameterException if the options are wrong
   */
  StoreDesk open() throws IOException, InterruptedException {
    StoreDesk desk = reach();
    try {
      desk.refresh();
    } catch (IOException away) {
      desk.close();
      throw away;
    }
    if (desk.ofOtherKeys() > 0) {
      Objects.requireNonNull(command)
          .commandLine()
          .getErr()
          .println(
              "runs under another digest key than "
                  + config
                  + " names: "
                  + desk.ofOtherKeys()
                  + ", of which nothing is known here. --config takes the file of the JVMs that"
                  + " have them");
    }
    return desk;
  }

  /**
   * Opens it, for who needs to know of no run.
   *
   * <p>The exceptions are those of {@link #open}.
   */
  StoreDesk reach() throws IOException, InterruptedException {
    URI url = Objects.requireNonNull(store);
    String file = config;
    if (file == null) {
      throw mistake(
          "--store needs --config FILE, the configuration of the JVMs that share the runs");
    }
    CheckedConfig checked;
    try {
      checked =
          new ConfigLoader(new BuiltInPresets(), new BuiltInFrameworks())
              .check(new ConfigSource(new File(file), file, "the option --config"));
    } catch (ConfigException wrong) {
      throw mistake(String.valueOf(wrong.getMessage()));
    }
    if (checked.digestKey().isEmpty()) {
      throw mistake(file + " names no digest-key, without which nothing in a store can be read");
    }
    return StoreDesk.open(
        checked,
        policy(url, checked, file),
        Version.current(),
        new Log(new PrintStream(OutputStream.nullOutputStream())));
  }

  /**
   * A password on the command line is read by whoever lists processes; one of a variable is not.
   */
  private StorePolicy policy(URI url, CheckedConfig checked, String file) {
    if (url.toString().equals(OF_CONFIG)) {
      StorePolicy own =
          checked
              .store()
              .orElseThrow(() -> mistake(file + " names no store: give the address after --store"));
      return own.at(own.url(), PATIENCE);
    }
    if (url.getHost() == null
        || !("redis".equals(url.getScheme()) || "rediss".equals(url.getScheme()))) {
      throw mistake("--store must be 'config' or an address such as redis://localhost:6379");
    }
    return checked
        .store()
        .orElse(new StorePolicy(url, StorePolicy.KEY_PREFIX, StorePolicy.TTL, PATIENCE))
        .at(url, PATIENCE);
  }

  ParameterException mistake(String what) {
    return new ParameterException(Objects.requireNonNull(command).commandLine(), what);
  }
}
