package io.loophalt.runtime.runs;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The id of a joined run: its task, a slash, and what names the execution, so that ids of different
 * tasks name different runs. The same in all processes.
 */
public final class JoinedName {

  /** Of a longer id this many characters are kept, and its digest. */
  private static final int MOST_CHARACTERS = 200;

  private JoinedName() {}

  /** No two pairs of a task and an id have the same name. */
  public static String of(String task, String id) {
    return task.replace("%", "%25").replace("/", "%2F") + '/' + shortened(id);
  }

  private static String shortened(String id) {
    if (id.length() <= MOST_CHARACTERS) {
      return id;
    }
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(bytesOf(id));
      return id.substring(0, MOST_CHARACTERS) + '#' + HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException everyJavaHasIt) {
      throw new IllegalStateException(everyJavaHasIt);
    }
  }

  /** Two for each character: an encoding takes all unpaired surrogates for one. */
  static ByteBuffer bytesOf(String name) {
    ByteBuffer bytes = ByteBuffer.allocate(name.length() * Character.BYTES);
    bytes.asCharBuffer().put(name);
    return bytes;
  }
}
