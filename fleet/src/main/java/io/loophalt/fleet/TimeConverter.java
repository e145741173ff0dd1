package io.loophalt.fleet;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads times as the configuration file has them: {@code 200ms}, {@code 90s}, {@code 2h}. */
final class TimeConverter implements ITypeConverter<Duration> {

  private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,6})(ms|s|m|h|d)");

  @Override
  public Duration convert(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new TypeConversionException("a time is a number with ms, s, m, h or d, such as 10m");
    }
    long count = Long.parseLong(form.group(1));
    return switch (form.group(2)) {
      case "ms" -> Duration.ofMillis(count);
      case "s" -> Duration.ofSeconds(count);
      case "m" -> Duration.ofMinutes(count);
      case "h" -> Duration.ofHours(count);
      default -> Duration.ofDays(count);
    };
  }
}
