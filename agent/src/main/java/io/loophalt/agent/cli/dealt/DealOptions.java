package io.loophalt.agent.cli.dealt;

import java.net.URI;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that have recordings played by several processes together. */
public final class DealOptions {

  private static final int MOST_WORKERS = 64;

  @Option(
      names = "--store",
      paramLabel = "URL",
      description =
          "Deal the steps of each run to several processes that judge it together through this Redis"
              + " or Valkey (redis://host:6379): the report must be the same.")
  private @Nullable URI store;

  @Option(
      names = "--workers",
      paramLabel = "N",
      defaultValue = "2",
      description = "How many processes, with --store. Default: ${DEFAULT-VALUE}.")
  private int workers = 2;

  @Option(
      names = "--race",
      description =
          "With --store, let them play the calls of one turn at the same time: the report may then"
              + " be that of another order of these calls.")
  private boolean race;

  @Option(names = "--worker", hidden = true)
  private boolean worker;

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec command;

  /**
   * Where the store is; null if no other processes are to play.
   *
   * @throws ParameterException if it is no address of one, or there are too many workers
   */
  public @Nullable URI asked() {
    URI url = store;
    if (url == null) {
      return null;
    }
    if (url.getHost() == null
        || !("redis".equals(url.getScheme()) || "rediss".equals(url.getScheme()))) {
      throw mistake("--store must be an address such as redis://localhost:6379");
    }
    if (workers < 1 || workers > MOST_WORKERS) {
      throw mistake("--workers must be from 1 to " + MOST_WORKERS);
    }
    return url;
  }

  /** How many processes. */
  public int workers() {
    return workers;
  }

  /** Whether the calls of one turn are played at the same time. */
  public boolean isRace() {
    return race;
  }

  /** Whether this process is one of them. */
  public boolean isWorker() {
    return worker;
  }

  /** What is wrong with the command line. */
  public ParameterException mistake(String what) {
    return new ParameterException(Objects.requireNonNull(command).commandLine(), what);
  }
}
