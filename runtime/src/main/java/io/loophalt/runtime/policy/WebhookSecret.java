package io.loophalt.runtime.policy;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** What posts to a webhook are signed with. It is shown nowhere. Immutable, thread-safe. */
public final class WebhookSecret {

  /** How many bytes it has at least. */
  public static final int SHORTEST = 16;

  private static final String ALGORITHM = "HmacSHA256";

  private final byte[] bytes;

  private WebhookSecret(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * A secret that is a text, in UTF-8.
   *
   * @throws IllegalArgumentException if it is shorter than {@value #SHORTEST} bytes
   */
  public static WebhookSecret of(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length < SHORTEST) {
      throw new IllegalArgumentException(
          "a secret has " + SHORTEST + " bytes at least, and this one has " + bytes.length);
    }
    return new WebhookSecret(bytes);
  }

  /**
   * The secret that a file holds; a line's end behind it does not count, because editors put it
   * there.
   *
   * @throws IOException if it is no file, others than its owner have any right to it, it is too
   *     short or too long, or cannot be read; the message goes on from the name of the file
   */
  public static WebhookSecret read(File file) throws IOException {
    byte[] all = OwnersFile.read(file, SHORTEST, "secret");
    int length = all.length;
    while (length > 0 && (all[length - 1] == '\n' || all[length - 1] == '\r')) {
      length--;
    }
    if (length < SHORTEST) {
      throw new IOException(
          "has "
              + length
              + " bytes before its line's end, and a secret has "
              + SHORTEST
              + " at least");
    }
    return new WebhookSecret(Arrays.copyOf(all, length));
  }

  /**
   * The HMAC-SHA256 of a post, in lower-case hexadecimal digits: of the seconds since 1970 in
   * digits, a full stop, and the body.
   *
   * <p>The algorithm is looked up each time: what it is made of may be an application's, which may
   * be taken out.
   *
   * @throws GeneralSecurityException if this JVM has no such algorithm
   */
  public String sign(long seconds, byte[] body) throws GeneralSecurityException {
    Mac mac = Mac.getInstance(ALGORITHM);
    mac.init(new SecretKeySpec(bytes, ALGORITHM));
    mac.update((seconds + ".").getBytes(StandardCharsets.US_ASCII));
    return HexFormat.of().formatHex(mac.doFinal(body));
  }

  @Override
  public String toString() {
    return "a secret";
  }
}
