package io.loophalt.configuration.keys;

import static io.loophalt.configuration.schema.Key.optional;
import static io.loophalt.configuration.schema.Key.required;

import io.loophalt.configuration.schema.ChoiceType;
import io.loophalt.configuration.schema.Key;
import io.loophalt.configuration.schema.ListType;
import io.loophalt.configuration.schema.Located;
import io.loophalt.configuration.schema.ObjectType;
import io.loophalt.configuration.schema.ScalarType;
import io.loophalt.configuration.schema.Scalars;
import io.loophalt.configuration.schema.Settings;
import io.loophalt.configuration.schema.ShortType;
import io.loophalt.runtime.policy.NotifyPolicy;
import io.loophalt.runtime.policy.NotifyPolicy.Kind;
import io.loophalt.runtime.policy.WebhookSecret;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The keys of what is posted to a webhook. */
final class NotifyKeys {

  private static final String EXAMPLE =
      "notify: {url: \"https://hooks.example.com/loophalt\", secret: {file: /run/secrets/hook}}";

  private static final ScalarType<Kind> KIND = Scalars.choice(List.of(Kind.values()));

  private static final Key<URI> URL =
      required(
          "url",
          Scalars.WEBHOOK,
          "Where it is posted, `http` or `https`. Messages show no more of it than the host.",
          EXAMPLE);
  private static final Key<Set<Kind>> ON =
      optional(
          "on",
          new ChoiceType<>(
              List.of(
                  new ShortType<>(KIND, one -> EnumSet.of(one.value())),
                  new ListType<>(
                      "a list of halt, waiting, escalation and budget",
                      KIND,
                      (all, where) -> kinds(all)))),
          "What is posted: `halt`, `waiting` (a halted run waits for a person), `escalation` (a run"
              + " is escalated, or nudged again), `budget` (one is spent); all by default.",
          "notify: {url: \"https://hooks.example.com/loophalt\", on: [halt, budget]}");
  private static final Key<Duration> TIMEOUT =
      optional(
          "timeout",
          Scalars.DURATION,
          "How long one try may take; 10s by default.",
          "notify: {url: \"https://hooks.example.com/loophalt\", timeout: 10s}");
  private static final Key<Integer> PER_MINUTE =
      optional(
          "max-per-minute",
          Scalars.PARAMETER,
          "Posts in a minute at most; further ones wait. 60 by default.",
          "notify: {url: \"https://hooks.example.com/loophalt\", max-per-minute: 60}");
  private static final Key<Integer> QUEUE_LENGTH =
      optional(
          "queue-length",
          Scalars.REPEATS,
          "Posts that may wait before further ones are counted and dropped; 256 by default.",
          "notify: {url: \"https://hooks.example.com/loophalt\", queue-length: 256}");

  private static final Key<String> FILE =
      required(
          "file",
          Scalars.FILE,
          "A file of 16 bytes or more that its owner alone can read; a line's end behind them does"
              + " not count. Relative to the folder of this file.",
          EXAMPLE);

  private NotifyKeys() {}

  /**
   * The key of one file.
   *
   * @param folder what a relative path starts from; null where no file is there, and no secret is
   *     looked for
   */
  static Key<Optional<NotifyPolicy>> key(@Nullable File folder) {
    Key<Optional<WebhookSecret>> secret =
        optional(
            "secret",
            new ChoiceType<>(
                List.of(
                    new ShortType<>(Scalars.SECRET, text -> Optional.of(text.value())),
                    ObjectType.of(
                        "notify-secret", List.of(FILE), settings -> read(folder, settings)))),
            "What posts are signed with, by HMAC-SHA256: a variable such as `${HOOK_SECRET}`, or a"
                + " file; without it they are not signed.",
            EXAMPLE);
    return optional(
        "notify",
        ObjectType.of(
            "notify",
            List.of(URL, secret, ON, TIMEOUT, PER_MINUTE, QUEUE_LENGTH),
            settings -> Optional.of(policy(settings, secret))),
        "Posts halts, waiting runs, escalations and spent budgets to a webhook; nowhere by"
            + " default.",
        EXAMPLE);
  }

  private static NotifyPolicy policy(Settings settings, Key<Optional<WebhookSecret>> secret) {
    Set<Kind> kinds = settings.get(ON, NotifyPolicy.all());
    if (kinds.isEmpty()) {
      throw settings.mistake(ON, "'on' names nothing, so that nothing would be posted");
    }
    return new NotifyPolicy(
        settings.require(URL),
        settings.get(secret, Optional.empty()).orElse(null),
        kinds,
        settings.get(TIMEOUT, NotifyPolicy.TIMEOUT),
        settings.get(PER_MINUTE, NotifyPolicy.PER_MINUTE),
        settings.get(QUEUE_LENGTH, NotifyPolicy.QUEUE_LENGTH));
  }

  private static Optional<WebhookSecret> read(@Nullable File folder, Settings settings) {
    if (folder == null) {
      return Optional.empty();
    }
    String path = settings.require(FILE);
    File named = new File(path);
    File file = named.isAbsolute() ? named : new File(folder, path);
    try {
      return Optional.of(WebhookSecret.read(file));
    } catch (IOException unusable) {
      throw settings.mistake(
          FILE, "the secret " + settings.quoted(FILE) + ' ' + unusable.getMessage());
    }
  }

  private static Set<Kind> kinds(List<Located<Kind>> all) {
    Set<Kind> kinds = EnumSet.noneOf(Kind.class);
    all.forEach(each -> kinds.add(each.value()));
    return kinds;
  }
}
