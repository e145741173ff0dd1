package io.loophalt.operations.console;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * Admits the requests of the page that this console has handed out, and no others. Any program and
 * any web page on this machine can send requests to a port of the loopback interface:
 *
 * <ul>
 *   <li>the token in the path keeps out whoever was not given the address;
 *   <li>{@code Host} keeps out pages whose name was made to lead here (DNS rebinding);
 *   <li>{@code Origin} and {@code Sec-Fetch-Site} keep out what other pages make a browser send.
 * </ul>
 *
 * <p>Thread-safe.
 *
 * @see <a href="https://www.w3.org/TR/fetch-metadata/">Fetch Metadata</a>
 */
final class RequestGuard {

  /** What becomes of a request. */
  enum Verdict {
    ADMITTED(200),
    WRONG_HOST(421),
    /** The path does not begin with the token: nothing is there. */
    UNKNOWN(404),
    FOREIGN(403);

    final int status;

    Verdict(int status) {
      this.status = status;
    }
  }

  private static final int TOKEN_BYTES = 24;

  private final List<String> hosts;
  private final byte[] token;

  /**
   * Of one server.
   *
   * @param hosts what {@code Host} may be, such as {@code 127.0.0.1:4711}
   * @param token the first part of each path
   */
  RequestGuard(List<String> hosts, String token) {
    this.hosts = hosts;
    this.token = token.getBytes(StandardCharsets.UTF_8);
  }

  /** 192 random bits, in characters that stand in an address as they are. */
  static String newToken() {
    byte[] random = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(random);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
  }

  /**
   * Judges a request.
   *
   * @param headers by names in any case
   */
  Verdict judge(String method, String path, Map<String, List<String>> headers) {
    List<String> host = headers.getOrDefault("Host", List.of());
    if (host.size() != 1 || !hosts.contains(host.get(0))) {
      return Verdict.WRONG_HOST;
    }
    int end = path.indexOf('/', 1);
    String given = end < 0 ? "" : path.substring(1, end);
    if (!MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), token)) {
      return Verdict.UNKNOWN;
    }
    return isOwn(method, host.get(0), headers) ? Verdict.ADMITTED : Verdict.FOREIGN;
  }

  private static boolean isOwn(String method, String host, Map<String, List<String>> headers) {
    List<String> origin = headers.getOrDefault("Origin", List.of());
    boolean reads = method.equals("GET") || method.equals("HEAD");
    if (origin.isEmpty() ? !reads : !origin.equals(List.of("http://" + host))) {
      return false;
    }
    List<String> site = headers.get("Sec-Fetch-Site"); // Not all browsers send it.
    return site == null
        || site.equals(List.of("same-origin"))
        || (reads && site.equals(List.of("none"))); // typed or pasted
  }
}
