package io.loophalt.store;

import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisNoScriptException;

/**
 * One connection to the server, on which an answer that nobody waits for is read before the next
 * that somebody does. Of one thread at a time.
 */
final class StoreConnection extends Connection {

  /** To how much of what it was told the server's answers were not read yet. */
  private int unread;

  /** Connects, with all that the server wants to know. */
  StoreConnection(HostAndPort server, JedisClientConfig config) {
    super(server, config);
  }

  /**
   * What a script returns.
   *
   * @param millis how long to wait for each answer; at least 1
   */
  Object ask(Script script, int millis, byte[][] keyAndArguments) {
    setSoTimeout(millis);
    readWhatIsThere();
    sendCommand(Command.EVALSHA, script.call(script.digest(), keyAndArguments));
    return answer(script, keyAndArguments);
  }

  /**
   * Runs a script whose answer nobody waits for. With its text, so that it is done also by a server
   * that has forgotten it.
   */
  void tell(Script script, byte[][] keyAndArguments) {
    sendCommand(Command.EVAL, script.call(script.text(), keyAndArguments));
    flush();
    unread++;
  }

  private void readWhatIsThere() {
    for (; unread > 0; unread--) {
      getOne();
    }
  }

  /** A server that has forgotten its scripts is sent the text. */
  private Object answer(Script script, byte[][] keyAndArguments) {
    try {
      return getOne();
    } catch (JedisNoScriptException forgotten) {
      sendCommand(Command.EVAL, script.call(script.text(), keyAndArguments));
      return getOne();
    }
  }
}
