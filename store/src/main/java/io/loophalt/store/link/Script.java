package io.loophalt.store.link;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What a server does in one go.
 *
 * @param text in Lua
 * @param digest its SHA-1 as the server has it
 */
public record Script(String text, String digest) {

  /** That of a text. */
  public static Script of(String text) {
    try {
      byte[] sha1 =
          MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
      return new Script(text, HexFormat.of().formatHex(sha1));
    } catch (NoSuchAlgorithmException everyJavaHasIt) {
      throw new IllegalStateException(everyJavaHasIt);
    }
  }

  /**
   * The arguments of a call of it.
   *
   * @param keys with how many of what follows it begins
   */
  byte[][] call(String textOrDigest, int keys, byte[][] keysAndArguments) {
    byte[][] all = new byte[keysAndArguments.length + 2][];
    all[0] = textOrDigest.getBytes(StandardCharsets.UTF_8);
    all[1] = Integer.toString(keys).getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(keysAndArguments, 0, all, 2, keysAndArguments.length);
    return all;
  }
}
