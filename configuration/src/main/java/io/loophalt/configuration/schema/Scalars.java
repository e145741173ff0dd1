package io.loophalt.configuration.schema;

import io.loophalt.configuration.schema.YamlNode.Kind;
import io.loophalt.core.policy.BudgetPeriod;
import io.loophalt.core.policy.VolatileParts;
import io.loophalt.runtime.policy.EventLogPolicy;
import io.loophalt.runtime.policy.WebhookSecret;
import java.io.File;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** The kinds of single values: counts, durations, sizes, money, names and patterns. */
public final class Scalars {

  /** Counts and token limits end here, far below where adding some up could overflow. */
  static final long MAX_COUNT = 1_000_000_000_000L;

  /** A detector's window is kept for every run, so its size is bounded. */
  private static final int MAX_PARAMETER = 1_000;

  /** Counts of one detector end here. */
  static final int MAX_REPEATS = 1_000_000;

  private static final int MAX_MESSAGE_LENGTH = 4_000;
  private static final int MAX_METHOD_LENGTH = 1_000;
  private static final int MAX_URL_LENGTH = 2_000;
  private static final int MAX_PORT = 65_535;

  private static final long MAX_BYTES = 1_000_000_000_000L;
  private static final long MAX_CAPTURED_BYTES = 1 << 16;
  private static final Duration MAX_DURATION = Duration.ofDays(365);
  private static final Duration SHORTEST_PERIOD = Duration.ofSeconds(1);
  private static final int MAX_MONEY_LENGTH = 24;
  private static final BigDecimal MAX_MONEY = BigDecimal.valueOf(1_000_000);

  private static final Set<String> HEADERS_OF_HTTP =
      Set.of(
          "connection",
          "content-encoding",
          "content-length",
          "content-type",
          "expect",
          "host",
          "transfer-encoding",
          "upgrade");

  private static final String WHOLE = "[0-9]+(_[0-9]+)*";
  private static final String AMOUNT = "[0-9][0-9_]*([.][0-9]+)?|[.][0-9]+";
  private static final String ONE_LINE = "\\S(.*\\S)?";
  private static final Set<Kind> WHOLE_KINDS = Set.of(Kind.INTEGER, Kind.TEXT);
  private static final Set<Kind> AMOUNT_KINDS = Set.of(Kind.INTEGER, Kind.DECIMAL, Kind.TEXT);
  private static final Set<Kind> TEXT_KIND = Set.of(Kind.TEXT);

  public static final ScalarType<Boolean> TRUTH =
      ScalarType.of("true or false", Set.of(Kind.TRUTH), null, text -> Boolean.parseBoolean(text));

  public static final ScalarType<Boolean> SWITCH =
      ScalarType.choice(List.of("on", "off"), text -> text.equals("on"));

  /** A limit in whole units, or {@code none}, which is 0. */
  public static final ScalarType<Long> LIMIT =
      ScalarType.<Long>of(
              "a whole number from 1 to a trillion, or none",
              WHOLE_KINDS,
              WHOLE + "|none",
              text -> text.equals("none") ? Long.valueOf(0) : whole(text, 1, MAX_COUNT))
          .between(1, MAX_COUNT);

  /** How often in a row, from 1. */
  public static final ScalarType<Integer> REPEATS = integer(1, "1_000_000", MAX_REPEATS);

  /** Of TCP; 0 for any that is free. */
  public static final ScalarType<Integer> PORT = integer(0, "65_535", MAX_PORT);

  /** A detector's own number. */
  public static final ScalarType<Integer> PARAMETER = integer(1, "1_000", MAX_PARAMETER);

  /** How far a detector looks back; in one step alone nothing can repeat. */
  public static final ScalarType<Integer> WINDOW = integer(2, "1_000", MAX_PARAMETER);

  public static final ScalarType<Integer> PERCENT =
      ScalarType.<Integer>of(
              "a percentage from 1% to 100%",
              WHOLE_KINDS, "(100|[1-9][0-9]?)%?", text -> Integer.valueOf(text.replace("%", "")))
          .between(1, 100);

  public static final ScalarType<Duration> DURATION =
      ScalarType.of(
          "a duration such as 250ms, 90s, 5m, 1h30m or PT5M, above zero and at most 365d",
          TEXT_KIND,
          "([0-9]+(ms|[smhd]))+|PT?[0-9][0-9DTHMS.]*",
          Scalars::duration);

  /** A duration, or {@code none}, which is zero. */
  public static final ScalarType<Duration> DURATION_LIMIT =
      ScalarType.of(
          DURATION.wanted() + ", or none",
          TEXT_KIND,
          DURATION.pattern() + "|none",
          text -> text.equals("none") ? Duration.ZERO : duration(text));

  /** How long a budget lasts. */
  public static final ScalarType<BudgetPeriod> PERIOD =
      ScalarType.of(
          "a duration such as 1h, 1d or 7d, at least 1s and at most 365d, or month",
          TEXT_KIND,
          DURATION.pattern() + "|month",
          Scalars::period);

  public static final ScalarType<Long> BYTES =
      ScalarType.<Long>of(
              "a size such as 200_000, 512KiB or 10MB, at least 1 byte and at most 1000GB",
              WHOLE_KINDS,
              WHOLE + "([kKMG]i?B|B)?",
              Scalars::bytes)
          .between(1, MAX_BYTES);

  /** What is recorded of one call. */
  public static final ScalarType<Long> CAPTURED_BYTES =
      ScalarType.<Long>of(
              "a size such as 2KB, at least 1 byte and at most 64KiB",
              WHOLE_KINDS,
              WHOLE + "([kK]i?B|B)?",
              text -> {
                Long size = bytes(text);
                return size == null || size > MAX_CAPTURED_BYTES ? null : size;
              })
          .between(1, MAX_CAPTURED_BYTES);

  public static final ScalarType<String> REGULAR_EXPRESSION =
      ScalarType.of("a regular expression", TEXT_KIND, ONE_LINE, Scalars::regularExpression);

  public static final ScalarType<BigDecimal> PRICE =
      ScalarType.<BigDecimal>of(
              "an amount of money such as 2.50, at most 1_000_000",
              AMOUNT_KINDS,
              AMOUNT,
              Scalars::money)
          .between(0, MAX_MONEY.longValueExact());

  /** Money above zero, or {@code none}, which is zero. */
  public static final ScalarType<BigDecimal> COST_LIMIT =
      ScalarType.<BigDecimal>of(
              "an amount of money above zero such as 5.00, at most 1_000_000, or none",
              AMOUNT_KINDS,
              AMOUNT + "|none",
              Scalars::costLimit)
          .between(0, MAX_MONEY.longValueExact());

  public static final ScalarType<String> MESSAGE =
      ScalarType.<String>of(
              "text", TEXT_KIND, "[\\s\\S]*\\S[\\s\\S]*", text -> MessageText.of(text))
          .upTo(MAX_MESSAGE_LENGTH);

  public static final ScalarType<String> NAME =
      ScalarType.of("a name", TEXT_KIND, ONE_LINE, text -> text);

  public static final ScalarType<String> TASK =
      ScalarType.of(
          "a task's name, without * or ?", TEXT_KIND, "[^\\s*?]([^*?]*[^\\s*?])?", text -> text);

  public static final ScalarType<String> FRAMEWORK =
      ScalarType.of("the name of a framework", TEXT_KIND, ONE_LINE, text -> text);

  public static final ScalarType<String> FILE =
      ScalarType.of("a file's path", TEXT_KIND, ONE_LINE, Scalars::file);

  /** A path in which {@link EventLogPolicy#JVM} may stand, and nothing else in braces. */
  public static final ScalarType<String> LOG_FILE =
      ScalarType.of("a file's path", TEXT_KIND, ONE_LINE, Scalars::logFile);

  /** Of http or https; messages show nothing of it, because its path may be a secret. */
  public static final ScalarType<URI> WEBHOOK =
      ScalarType.<URI>of(
              "an address such as https://hooks.example.com/loophalt",
              TEXT_KIND,
              null,
              Scalars::webhook)
          .upTo(MAX_URL_LENGTH)
          .hidden();

  public static final ScalarType<String> PASSWORD =
      ScalarType.<String>of("text", TEXT_KIND, "[\\s\\S]*\\S[\\s\\S]*", text -> text)
          .upTo(MAX_MESSAGE_LENGTH)
          .hidden();

  /** Which comes from a variable. */
  public static final ScalarType<WebhookSecret> SECRET =
      ScalarType.<WebhookSecret>of("a secret", TEXT_KIND, null, Scalars::secret)
          .upTo(MAX_MESSAGE_LENGTH)
          .ofSecret();

  /** Of a Redis; messages show nothing of it, because a password may be in it. */
  public static final ScalarType<URI> STORE =
      ScalarType.<URI>of(
              "an address such as redis://localhost:6379/0", TEXT_KIND, null, StoreUrl::of)
          .upTo(MAX_URL_LENGTH)
          .hidden();

  /** With what names in a Redis begin: no pattern of names, and no choice of a cluster's server. */
  public static final ScalarType<String> KEY_PREFIX =
      ScalarType.of(
          "ASCII without spaces and * ? [ ] \\ { }", TEXT_KIND, "[!-)+->@-Z^-z|~]+", text -> text);

  public static final ScalarType<String> HOST =
      ScalarType.of(
          "a host's name or address such as 127.0.0.1",
          TEXT_KIND,
          "[0-9A-Za-z:._%-]+",
          text -> text);

  /** Where something is sent to; messages show nothing of it, because a key may be in it. */
  public static final ScalarType<String> HTTP_ADDRESS =
      ScalarType.<String>of(
              "an address such as http://localhost:4318/v1/metrics, without a user's name",
              TEXT_KIND,
              "https?://[^\\s/@?#]+(/[^\\s#]*)?",
              Scalars::httpAddress)
          .hidden();

  private static final String HEADER_NAME = "[0-9A-Za-z!#$%&'*+.^_|~-]+";

  /** Of what is sent. */
  public static final ScalarType<String> HEADER =
      ScalarType.of(
          "the name of an HTTP header such as authorization",
          TEXT_KIND,
          HEADER_NAME,
          Scalars::header);

  /** Of what comes in. */
  public static final ScalarType<String> INBOUND_HEADER =
      ScalarType.of(
          "the name of an HTTP header such as X-Agent-Run", TEXT_KIND, HEADER_NAME, text -> text);

  public static final ScalarType<String> HEADER_VALUE =
      ScalarType.<String>of(
              "the value of an HTTP header, in ASCII",
              TEXT_KIND,
              "[!-~]([ -~]*[!-~])?",
              text -> text)
          .upTo(MAX_MESSAGE_LENGTH)
          .hidden();

  public static final ScalarType<String> PATTERN =
      ScalarType.of("a name or a pattern such as \"read_*\"", TEXT_KIND, ONE_LINE, text -> text);

  /** What is left out of a text. */
  public static final ScalarType<String> VOLATILE_PART =
      ScalarType.of(
          "a path such as \"$.request_id\" or a pattern such as \"request id *\"",
          TEXT_KIND,
          ONE_LINE,
          Scalars::part);

  /** The name of an argument, or what is left out of the arguments. */
  public static final ScalarType<String> ARGUMENT =
      ScalarType.of(
          "a name, or a path or pattern of what to leave out",
          TEXT_KIND,
          ONE_LINE,
          text -> VolatileParts.isPart(text) ? part(text) : text);

  public static final ScalarType<String> ANNOTATION =
      ScalarType.<String>of(
              "the full name of an annotation such as com.acme.MyTool",
              TEXT_KIND,
              "[^\\s.@(),*?]+([.][^\\s.@(),*?]+)+",
              text -> text)
          .ofCode();

  public static final ScalarType<MethodName> METHOD =
      ScalarType.<MethodName>of(
              "a method such as com.acme.Tools.search or com.acme.*Tools.*(java.lang.String, int)",
              TEXT_KIND,
              ONE_LINE,
              MethodName::parse)
          .upTo(MAX_METHOD_LENGTH)
          .ofCode();

  /** What can be read before a method runs: of its receiver and its arguments. */
  public static final ScalarType<PathText> PATH_BEFORE =
      ScalarType.<PathText>of(
              "a path such as this, argument0 or argument1.session.id, beginning with this or"
                  + " argument0, argument1, ...",
              TEXT_KIND,
              PathText.BEFORE_THE_CALL,
              PathText::parse)
          .ofCode();

  /** What can be read when a method has returned: of its result, too. */
  public static final ScalarType<PathText> PATH_AFTER =
      ScalarType.<PathText>of(
              "a path such as result.usage.promptTokens, beginning with result, this or argument0,"
                  + " argument1, ...",
              TEXT_KIND,
              PathText.AFTER_THE_CALL,
              PathText::parse)
          .ofCode();

  private Scalars() {}

  private static ScalarType<Integer> integer(int minimum, String maximumAsText, int maximum) {
    return ScalarType.<Integer>of(
            "a whole number from " + minimum + " to " + maximumAsText,
            WHOLE_KINDS,
            WHOLE,
            text -> {
              Long value = whole(text, minimum, maximum);
              return value == null ? null : Integer.valueOf(value.intValue());
            })
        .between(minimum, maximum);
  }

  public static <E extends Enum<E>> ScalarType<E> choice(List<E> values) {
    List<String> names = new ArrayList<>();
    for (E value : values) {
      names.add(value.name().toLowerCase(Locale.ROOT));
    }
    return ScalarType.choice(names, text -> values.get(names.indexOf(text)));
  }

  private static String part(String text) {
    try {
      VolatileParts.of(text);
      return text;
    } catch (IllegalArgumentException wrong) {
      throw new ScalarType.Refusal(String.valueOf(wrong.getMessage()));
    }
  }

  private static String regularExpression(String text) {
    try {
      Pattern.compile(text);
      return text;
    } catch (PatternSyntaxException wrong) {
      throw new ScalarType.Refusal("it is no regular expression: " + wrong.getDescription());
    }
  }

  private static @Nullable String httpAddress(String text) {
    try {
      return new URI(text).getHost() == null ? null : text;
    } catch (URISyntaxException wrong) {
      return null;
    }
  }

  private static String header(String name) {
    if (HEADERS_OF_HTTP.contains(name.toLowerCase(Locale.ROOT))) {
      throw new ScalarType.Refusal("'" + name + "' is set by the exporter itself");
    }
    return name;
  }

  private static @Nullable String logFile(String path) {
    String rest = path.replace(EventLogPolicy.JVM, "");
    if (rest.indexOf('{') >= 0 || rest.indexOf('}') >= 0) {
      throw new ScalarType.Refusal(
          "braces stand for nothing but the process, as " + EventLogPolicy.JVM);
    }
    return path.indexOf('\0') < 0 ? file(path) : null;
  }

  /** What can be one depends on the system, and on the encoding of its names. */
  private static String file(String path) {
    try {
      return new File(path).toPath().toString();
    } catch (InvalidPathException none) {
      throw new ScalarType.Refusal(
          "no file of this system can be called so ("
              + none.getReason()
              + "); names beyond ASCII take a locale such as LANG=C.UTF-8");
    }
  }

  private static URI webhook(String text) {
    URI url;
    try {
      url = new URI(text);
    } catch (URISyntaxException wrong) {
      throw new ScalarType.Refusal("it is no address such as https://hooks.example.com/loophalt");
    }
    String scheme = url.getScheme();
    if (!"https".equalsIgnoreCase(scheme) && !"http".equalsIgnoreCase(scheme)) {
      throw new ScalarType.Refusal("it does not begin with https:// or http://");
    }
    if (url.getHost() == null || url.getPort() > MAX_PORT || url.getPort() == 0) {
      throw new ScalarType.Refusal("it has no host, or no port that there is");
    }
    if (url.getRawUserInfo() != null) {
      throw new ScalarType.Refusal(
          "it holds a name or a password, which are not sent; posts are signed by 'secret'");
    }
    return url;
  }

  private static WebhookSecret secret(String text) {
    try {
      return WebhookSecret.of(text);
    } catch (IllegalArgumentException tooShort) {
      throw new ScalarType.Refusal(String.valueOf(tooShort.getMessage()));
    }
  }

  private static @Nullable Long whole(String text, long minimum, long maximum) {
    long value = 0;
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) != '_') {
        value = value * 10 + (text.charAt(i) - '0');
        if (value > maximum) {
          return null;
        }
      }
    }
    return value < minimum ? null : value;
  }

  private static @Nullable Long bytes(String text) {
    int digits = 0;
    while (digits < text.length() && !Character.isLetter(text.charAt(digits))) {
      digits++;
    }
    long unit =
        switch (text.substring(digits)) {
          case "", "B" -> 1L;
          case "kB", "KB" -> 1_000L;
          case "MB" -> 1_000_000L;
          case "GB" -> 1_000_000_000L;
          case "kiB", "KiB" -> 1L << 10;
          case "MiB" -> 1L << 20;
          default -> 1L << 30;
        };
    Long amount = whole(text.substring(0, digits), 1, MAX_BYTES / unit);
    return amount == null ? null : amount * unit;
  }

  private static @Nullable BigDecimal money(String text) {
    if (text.length() > MAX_MONEY_LENGTH) {
      return null;
    }
    BigDecimal amount = new BigDecimal(text.replace("_", ""));
    return amount.compareTo(MAX_MONEY) > 0 ? null : amount;
  }

  private static @Nullable BigDecimal costLimit(String text) {
    if (text.equals("none")) {
      return BigDecimal.ZERO;
    }
    BigDecimal limit = money(text);
    return limit == null || limit.signum() == 0 ? null : limit;
  }

  private static @Nullable BudgetPeriod period(String text) {
    if (text.equals("month")) {
      return new BudgetPeriod(null);
    }
    Duration length = duration(text);
    return length == null || length.compareTo(SHORTEST_PERIOD) < 0
        ? null
        : new BudgetPeriod(length);
  }

  private static @Nullable Duration duration(String text) {
    Duration duration = text.charAt(0) == 'P' ? isoDuration(text) : unitDuration(text);
    return duration == null || duration.isZero() || duration.compareTo(MAX_DURATION) > 0
        ? null
        : duration;
  }

  private static @Nullable Duration isoDuration(String text) {
    try {
      return Duration.parse(text);
    } catch (DateTimeParseException e) {
      return null;
    }
  }

  /** Numbers with units, each unit once, the largest first. */
  private static @Nullable Duration unitDuration(String text) {
    long largest = MAX_DURATION.toMillis();
    long millis = 0;
    long smallestUnit = Long.MAX_VALUE;
    int i = 0;
    while (i < text.length()) {
      int digits = i;
      while (text.charAt(i) >= '0' && text.charAt(i) <= '9') {
        i++;
      }
      String number = text.substring(digits, i);
      boolean isMillis = text.startsWith("ms", i);
      long unit = isMillis ? 1 : unitMillis(text.charAt(i));
      i += isMillis ? 2 : 1;
      Long amount = whole(number, 0, largest / unit);
      if (amount == null || unit >= smallestUnit) {
        return null;
      }
      smallestUnit = unit;
      millis += amount * unit;
    }
    return Duration.ofMillis(millis);
  }

  private static long unitMillis(char unit) {
    return switch (unit) {
      case 's' -> 1_000L;
      case 'm' -> 60_000L;
      case 'h' -> 3_600_000L;
      default -> 86_400_000L;
    };
  }
}
