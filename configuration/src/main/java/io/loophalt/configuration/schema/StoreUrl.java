package io.loophalt.configuration.schema;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** The address of a store, with a user and a password as they are. */
final class StoreUrl {

  /** What no user or password of an address has in it as it is; a percent sign may be one. */
  private static final Pattern NOT_OF_A_USER =
      Pattern.compile("%(?![0-9A-Fa-f]{2})|[^0-9A-Za-z:._~!$&'()*+,;=%-]+");

  private StoreUrl() {}

  /**
   * The address that a text is.
   *
   * @throws ScalarType.Refusal if it is none
   */
  static URI of(String text) {
    URI url;
    try {
      url = new URI(withEncodedUser(text));
    } catch (URISyntaxException wrong) {
      throw noStore();
    }
    String scheme = url.getScheme();
    boolean known = "redis".equals(scheme) || "rediss".equals(scheme);
    String path = url.getPath();
    boolean hasDatabase = path == null || path.matches("/?[0-9]{0,5}");
    if (!known || url.getHost() == null || !hasDatabase || url.getQuery() != null) {
      throw noStore();
    }
    return url;
  }

  /**
   * A password that comes in a variable is as it is, also with what ends it in an address, such as
   * {@code @}, {@code /} or {@code #}: that becomes percent-encoded here. What is so already stays.
   */
  private static String withEncodedUser(String text) {
    int begin = text.indexOf("//") + 2;
    int end = text.lastIndexOf('@');
    return begin < 2 || end < begin
        ? text
        : text.substring(0, begin)
            + NOT_OF_A_USER
                .matcher(text.substring(begin, end))
                .replaceAll(each -> encoded(each.group()))
            + text.substring(end);
  }

  private static String encoded(String part) {
    return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static ScalarType.Refusal noStore() {
    return new ScalarType.Refusal(
        "it is no address such as redis://user:password@host:6379/0, or rediss:// over TLS");
  }
}
