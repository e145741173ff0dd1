package io.loophalt.fleet;

import io.loophalt.configuration.BuiltInPresets;
import io.loophalt.configuration.CheckedConfig;
import io.loophalt.configuration.ConfigLoader;
import io.loophalt.configuration.ConfigSource;
import io.loophalt.configuration.RecordedRunSettings;
import io.loophalt.configuration.schema.ConfigException;
import io.loophalt.core.fingerprint.DigestKey;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.extension.Extension;
import io.loophalt.fleet.delivery.Delivery;
import io.loophalt.fleet.delivery.PostDelivery;
import io.loophalt.fleet.delivery.StoreDelivery;
import io.loophalt.operations.notify.TraceNotices;
import io.loophalt.runtime.policy.AgentPolicy;
import io.loophalt.runtime.policy.JoinPolicy.TrustedIds;
import java.io.File;
import java.io.Serializable;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.ServiceLoader;
import org.apache.flink.metrics.MetricGroup;
import org.jspecify.annotations.Nullable;

/**
 * By which settings all tasks of the job judge: the text of a configuration goes with the job, the
 * file of its digest key is on every machine.
 *
 * @param name of the configuration's file; the files that it names are beside it, on every machine
 * @param text of the configuration, empty for the built-in defaults
 * @param preset whose detectors and ceilings hold in place of the configuration's, or null
 * @param task by whose settings every run is judged, or null for the one that its recording names
 * @param mayBeginAnew whether runs whose state was saved under other settings begin anew, in place
 *     of a failure of the job
 * @param secret of the digest key where the configuration names none; it ends with the job
 * @param halts whether joined runs are halted in the store that the configuration names
 * @param posts whether what is found is posted to whom the configuration names
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
record JudgingSettings(
    String name,
    String text,
    @Nullable String preset,
    @Nullable String task,
    byte[] secret,
    boolean mayBeginAnew,
    boolean halts,
    boolean posts)
    implements Serializable {

  private static final long serialVersionUID = 1L;

  private static final int SECRET_BYTES = 32;

  /**
   * The settings of a file.
   *
   * @param config its name; null for the built-in defaults
   * @throws IllegalArgumentException if it is wrong; the message is for the user
   */
  static JudgingSettings of(
      @Nullable String config,
      @Nullable String preset,
      @Nullable String task,
      boolean mayBeginAnew) {
    byte[] secret = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(secret);
    String text = "";
    if (config != null) {
      ConfigSource source = new ConfigSource(new File(config), config, "the option --config");
      try {
        text = loader().check(source).text();
      } catch (ConfigException e) {
        throw new IllegalArgumentException(e.getMessage(), e);
      }
    }
    JudgingSettings settings =
        new JudgingSettings(
            config == null ? "" : new File(config).getAbsolutePath(),
            text,
            preset,
            task,
            secret,
            mayBeginAnew,
            false,
            false);
    settings.judged(); // Refuses what is wrong before anything is started.
    return settings;
  }

  /**
   * The same of a job that halts joined runs in the store.
   *
   * @throws IllegalArgumentException if the configuration does not say which, or where
   */
  JudgingSettings halting() {
    CheckedConfig config = checked();
    if (config.store().isEmpty()) {
      throw new IllegalArgumentException("--halt-in-store needs a 'store' in the configuration");
    }
    TrustedIds trusted = config.policy().joins().trusted();
    if (trusted == null || trusted.spanAttribute() == null) {
      throw new IllegalArgumentException(
          "--halt-in-store needs 'trusted-ids' with a 'span-attribute' in the configuration: which"
              + " attribute of a span is trusted to name its run");
    }
    return new JudgingSettings(
        name, text, preset, task, secret, mayBeginAnew, /* halts= */ true, posts);
  }

  /**
   * The same of a job that posts what it finds.
   *
   * @throws IllegalArgumentException if the configuration does not say to whom
   */
  JudgingSettings posting() {
    if (checked().notifications().isEmpty()) {
      throw new IllegalArgumentException("--notify needs 'notify' in the configuration");
    }
    return new JudgingSettings(
        name, text, preset, task, secret, mayBeginAnew, halts, /* posts= */ true);
  }

  /** Reads spans, and what in them is trusted to name a run. */
  SpanReader spanReader() {
    TrustedIds trusted = halts ? checked().policy().joins().trusted() : null;
    String attribute = trusted == null ? null : trusted.spanAttribute();
    return trusted == null || attribute == null
        ? SpanReader.TRUSTING_NONE
        : new SpanReader(attribute, trusted.task());
  }

  /** Who is told what is found. */
  Announcements announcements() {
    AgentPolicy policy = checked().policy();
    boolean acts = policy.mode() == Mode.ACT;
    TrustedIds trusted = halts ? policy.joins().trusted() : null;
    return new Announcements(
        trusted == null ? null : trusted.task(),
        halts && acts,
        posts && acts ? notices(halts) : null);
  }

  private TraceNotices notices(boolean areHalted) {
    return new TraceNotices(
        checked().notifications().orElseThrow(),
        "loophalt-fleet.jar",
        // The store as the agents have it: nothing of a login is posted.
        areHalted ? "--store config --config loophalt.yaml" : null);
  }

  /** The way to the webhook. */
  Delivery postDelivery(MetricGroup metrics) {
    return new PostDelivery(checked().notifications().orElseThrow(), metrics);
  }

  /** The way to the store; in the process that these are the settings of. */
  Delivery storeDelivery(MetricGroup metrics) {
    open();
    CheckedConfig config = checked();
    return new StoreDelivery(
        config.store().orElseThrow(), config.policy(), config.memory().isPresent(), metrics);
  }

  /**
   * Makes them those of this process.
   *
   * @throws IllegalArgumentException if they are wrong
   * @throws IllegalStateException if the process makes its digests under another key
   */
  RecordedRunSettings open() {
    DigestKey.use(checked().digestKey().orElseGet(() -> DigestKey.of(secret)));
    return judged();
  }

  /** The settings of a task that a recording names. */
  TaskPolicy policy(RecordedRunSettings settings, String recorded) {
    return settings.forTask(task == null ? recorded : task);
  }

  private RecordedRunSettings judged() {
    return new RecordedRunSettings(checked().policy(), preset);
  }

  /** It was right where the job was submitted. */
  private CheckedConfig checked() {
    try {
      return text.isEmpty()
          ? loader().check(ConfigSource.NONE)
          : loader().parse(name, text, new File(name).getParentFile());
    } catch (ConfigException e) {
      throw new IllegalArgumentException(
          "on the machine of this task: "
              + e.getMessage()
              + " (the text goes with the job; variables and files are those of each TaskManager)",
          e);
    }
  }

  private static ConfigLoader loader() {
    return new ConfigLoader(new BuiltInPresets(), JudgingSettings::frameworks);
  }

  private static Map<String, String> frameworks() {
    Map<String, String> titles = new LinkedHashMap<>();
    for (Extension each :
        ServiceLoader.load(Extension.class, JudgingSettings.class.getClassLoader())) {
      titles.put(each.name(), each.title());
    }
    return titles;
  }
}
