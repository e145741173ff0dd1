package io.loophalt.store.link;

/**
 * With what is tried whether a server takes data, and gives it, as it is asked otherwise.
 *
 * @param key one that nothing else is under
 * @param taking is run with the key and what follows here
 * @param given to that
 * @param telling what is under a key; is run with the key and what follows here
 * @param asked of that
 */
@SuppressWarnings("ArrayRecordComponent") // as they are sent, and never compared
public record Trial(byte[] key, Script taking, byte[][] given, Script telling, byte[][] asked) {

  /** The same under another key. */
  Trial under(byte[] other) {
    return new Trial(other, taking, given, telling, asked);
  }

  /** Whether it takes data: throws what came instead. */
  void take(StoreConnection connection, long deadlineNanos) {
    connection.ask(taking, 1, deadlineNanos, withKey(given), /* isAsking= */ false);
  }

  /** Whether it tells what is under the key: throws what came instead. */
  void tell(StoreConnection connection, long deadlineNanos) {
    connection.ask(telling, 1, deadlineNanos, withKey(asked), /* isAsking= */ false);
  }

  private byte[][] withKey(byte[][] arguments) {
    byte[][] all = new byte[arguments.length + 1][];
    all[0] = key;
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return all;
  }
}
