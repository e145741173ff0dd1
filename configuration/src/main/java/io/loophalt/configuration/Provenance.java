package io.loophalt.configuration;

import io.loophalt.configuration.schema.YamlNode;
import io.loophalt.configuration.settings.Defaults;
import io.loophalt.configuration.settings.PresetCatalog;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What is in force, setting by setting, and where each value came from, for a person who asks.
 *
 * <p>A value with a variable in it is shown as it is written: what the variable holds may be a
 * secret. So may the path of a webhook and the query of an endpoint be, which are left out, also
 * beside a variable. The value of an HTTP header and a password are not shown at all unless they
 * are nothing but variables, nor what precedes the host in the address of a store.
 */
public final class Provenance {

  /**
   * One setting.
   *
   * @param key its path in the file, such as {@code tasks.triage.ceilings.steps}
   * @param value as it is written, or by default
   * @param origin {@code default}, or file, line and column
   */
  public record Setting(String key, String value, String origin) {}

  private static final String DEFAULT = "default";

  private static final String WEBHOOK = "notify.url";
  private static final String STORE = "store.url";
  private static final String ENDPOINT = "metrics.otlp.endpoint";

  /** What stands there may be a secret, however it is written. */
  private static final String HEADERS = "metrics.otlp.headers.";

  /** The same of the last part of a key of the store. */
  private static final String PASSWORD = "password";

  private static final Pattern NOTHING_BUT_VARIABLES = Pattern.compile("(\\$\\{\\w+\\})+");

  private final PresetCatalog catalog;

  /** With the presets that there are. */
  public Provenance(PresetCatalog catalog) {
    this.catalog = catalog;
  }

  /**
   * The settings of a valid file, and the defaults of what it leaves out.
   *
   * @param name what the file is called
   * @param text what is in it; empty for no file
   */
  public List<Setting> of(String name, String text) {
    YamlNode root = text.isBlank() ? null : YamlReader.read(name, text, Variables.unread());
    List<Setting> settings = new ArrayList<>();
    if (root != null) {
      flatten("", root, settings);
    }
    String preset = value(settings, "preset", Defaults.PRESET);
    defaults(catalog.versioned(preset))
        .forEach(
            (key, value) -> {
              if (settings.stream().noneMatch(each -> isOf(each.key(), key))) {
                settings.add(new Setting(key, value, DEFAULT));
              }
            });
    return settings;
  }

  private static Map<String, String> defaults(String preset) {
    Map<String, String> defaults = new LinkedHashMap<>();
    defaults.put("mode", "act");
    defaults.put("preset", Defaults.PRESET);
    defaults.put("ladder", "of " + preset);
    defaults.put("detectors", "of " + preset);
    defaults.put("ceilings", "of " + preset);
    defaults.put("on-halt", "throw");
    defaults.put("weave.frameworks", "true");
    defaults.put("budgets", "none");
    defaults.put("events", "off");
    defaults.put("memory", "off");
    defaults.put("control", "on");
    defaults.put("notify", "off");
    defaults.put("store", "off");
    defaults.put("metrics", "through the application's own library, if it has one");
    defaults.put("traces", "on");
    defaults.put("digest-key", "random, ends with the process");
    defaults.put("trusted-ids", "none");
    defaults.put("idle-gap", "5m");
    defaults.put("join-gap", "24h");
    defaults.put("halted-for", "24h");
    defaults.put("max-runs", String.valueOf(Defaults.MAX_RUNS));
    return defaults;
  }

  private static boolean isOf(String key, String top) {
    return key.equals(top) || key.startsWith(top + ".") || key.startsWith(top + "[");
  }

  private static String value(List<Setting> settings, String key, String byDefault) {
    for (Setting each : settings) {
      if (each.key().equals(key)) {
        return each.value();
      }
    }
    return byDefault;
  }

  private static void flatten(String path, YamlNode node, List<Setting> settings) {
    if (node instanceof YamlNode.Mapping mapping) {
      for (YamlNode.Entry entry : mapping.entries()) {
        flatten(path.isEmpty() ? entry.key() : path + "." + entry.key(), entry.value(), settings);
      }
    } else if (node instanceof YamlNode.Listing listing) {
      int index = 0;
      for (YamlNode item : listing.items()) {
        flatten(path + "[" + index++ + "]", item, settings);
      }
    } else if (node instanceof YamlNode.Scalar scalar) {
      settings.add(new Setting(path, shown(path, scalar), node.place().toString()));
    }
  }

  private static String shown(String path, YamlNode.Scalar scalar) {
    @Nullable String withVariables = scalar.withVariables();
    String written = withVariables == null ? scalar.text() : withVariables;
    if (withVariables != null && NOTHING_BUT_VARIABLES.matcher(withVariables).matches()) {
      return withVariables;
    }
    if (path.startsWith(HEADERS) || (path.startsWith("store.") && path.endsWith(PASSWORD))) {
      return "(not shown)";
    }
    return switch (path) {
      case STORE -> withoutUser(written);
      case WEBHOOK -> upTo("/?#", "/…", written);
      case ENDPOINT -> upTo("?", "?…", written);
      default -> written;
    };
  }

  /** A password may hold what ends it in other addresses, {@code @} and {@code /} included. */
  private static String withoutUser(String url) {
    int begin = url.indexOf("//") + 2;
    int end = url.lastIndexOf('@');
    return begin < 2 || end < begin
        ? url
        : url.substring(0, begin) + "(not shown)" + url.substring(end);
  }

  /** What others may not know begins with one of these characters behind the host. */
  private static String upTo(String begins, String instead, String url) {
    for (int i = url.indexOf("//") + 2; i < url.length(); i++) {
      if (begins.indexOf(url.charAt(i)) >= 0) {
        return url.substring(0, i) + instead;
      }
    }
    return url;
  }
}
