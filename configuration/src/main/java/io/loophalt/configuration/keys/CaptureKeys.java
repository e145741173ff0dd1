package io.loophalt.configuration.keys;

import static io.loophalt.configuration.schema.Key.optional;

import io.loophalt.configuration.schema.ChoiceType;
import io.loophalt.configuration.schema.Key;
import io.loophalt.configuration.schema.ListType;
import io.loophalt.configuration.schema.Located;
import io.loophalt.configuration.schema.ObjectType;
import io.loophalt.configuration.schema.ScalarType;
import io.loophalt.configuration.schema.Scalars;
import io.loophalt.configuration.schema.Settings;
import io.loophalt.configuration.schema.ShortType;
import io.loophalt.configuration.settings.Defaults;
import io.loophalt.runtime.policy.CapturePolicy;
import java.util.List;
import java.util.Optional;

/** The keys of what is recorded of calls beside digests. */
final class CaptureKeys {

  private static final String EVERYTHING = "arguments";
  private static final String NOTHING = "none";

  private static final Key<Boolean> ARGUMENTS =
      optional(
          "arguments",
          Scalars.TRUTH,
          "Whether steps hold the arguments of the call as text; `false` by default.",
          "capture: {arguments: true}");
  private static final Key<Long> MAX_BYTES =
      optional(
          "max-bytes",
          Scalars.CAPTURED_BYTES,
          "Size at which the text is cut, at most 64KiB; 2KB by default.",
          "capture: {arguments: true, max-bytes: 4KB}");
  private static final Key<List<String>> REDACT =
      optional(
          "redact",
          new ListType<>(
              "a list of regular expressions",
              Scalars.REGULAR_EXPRESSION,
              (items, where) -> items.stream().map(Located::value).toList()),
          "Regular expressions of what is left out, beside what looks like a secret.",
          "capture: {arguments: true, redact: ['[0-9]{16}']}");

  /** The key under which they stand. */
  static final Key<Optional<CapturePolicy>> CAPTURE =
      optional(
          "capture",
          new ChoiceType<>(
              List.of(
                  new ShortType<>(
                      ScalarType.choice(List.of(EVERYTHING, NOTHING), text -> text),
                      written -> policy(written.value().equals(EVERYTHING), 0, List.of())),
                  ObjectType.of(
                      "capture", List.of(ARGUMENTS, MAX_BYTES, REDACT), CaptureKeys::policy))),
          "What steps in the event log hold beside digests: `arguments`, or `none`, the default.",
          "capture: arguments");

  private CaptureKeys() {}

  private static Optional<CapturePolicy> policy(Settings settings) {
    long bytes = settings.get(MAX_BYTES, 0L);
    return policy(settings.get(ARGUMENTS, false), (int) bytes, settings.get(REDACT, List.of()));
  }

  private static Optional<CapturePolicy> policy(boolean captures, int bytes, List<String> redact) {
    return captures
        ? Optional.of(new CapturePolicy(bytes == 0 ? Defaults.CAPTURED_BYTES : bytes, redact))
        : Optional.empty();
  }
}
