package io.loophalt.runtime.runs;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * What is remembered of the name under which a run stays halted: 128 bits of its SHA-256, so that
 * nobody finds two names that are taken for one.
 *
 * @param high the first half
 * @param low the second half
 */
record HaltKey(long high, long low) {

  /** What names a run: its own id or another that leads to it. */
  static HaltKey ofId(String id) {
    return of('i', id);
  }

  /** The id of a joined run, which is no other run's. */
  static HaltKey ofJoined(String id) {
    return of('j', id);
  }

  /** A conversation that a configured path tells apart from others; no id is ever equal to it. */
  static HaltKey ofConversation(String task, String identity) {
    return of('c', task.length() + ":" + task + identity);
  }

  /** The same inside a joined run of this id, where it is a conversation of its own. */
  static HaltKey ofConversation(String task, String identity, String joined) {
    return of('d', task.length() + ":" + task + joined.length() + ':' + joined + identity);
  }

  private static HaltKey of(char kind, String name) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update((byte) kind);
      digest.update(JoinedName.bytesOf(name));
      ByteBuffer hash = ByteBuffer.wrap(digest.digest());
      return new HaltKey(hash.getLong(), hash.getLong());
    } catch (NoSuchAlgorithmException everyJavaHasIt) {
      throw new IllegalStateException(everyJavaHasIt);
    }
  }
}
