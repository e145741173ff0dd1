package io.loophalt.store.link;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.DefaultJedisSocketFactory;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.exceptions.JedisAccessControlException;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisNoScriptException;
import redis.clients.jedis.exceptions.JedisRedirectionException;
import redis.clients.jedis.util.IOUtils;
import redis.clients.jedis.util.RedisInputStream;

/**
 * One connection to the server, on which an answer that nobody waits for is read before the next
 * that somebody does. Of one thread at a time.
 */
public final class StoreConnection extends Connection {

  /** Kind, channel, and what was told on it. */
  private static final int MESSAGE_PARTS = 3;

  private final Line line;

  /** Of all that was told and whose answer was not read yet: what to do if it is lost. */
  private final Queue<Runnable> unread = new ArrayDeque<>();

  /** Whether that of what was asked last is on its way to this server of a cluster. */
  private boolean keyIsOnItsWay;

  private long usedNanos = System.nanoTime();
  private volatile boolean dropped;

  /** Null of one that nobody gives back. */
  private @Nullable Owner owner;

  /** Which writes the server has; null if that is not known. */
  private @Nullable ServerHistory history;

  private boolean isHistoryAsked;

  /** Whether something has come since the server was asked whether it is there. */
  private volatile boolean heard = true;

  // Neither has an initializer: what makes the connection reads answers before these would run.
  private @Nullable RedisInputStream unbounded;
  private @Nullable RedisInputStream bounded;

  private StoreConnection(Line line, JedisClientConfig config) {
    super(line, config);
    this.line = line;
  }

  /**
   * Connects, with all that the server wants to know.
   *
   * @param millis how long that may take once the server has been reached
   */
  static StoreConnection to(HostAndPort server, JedisClientConfig config, long millis) {
    return new StoreConnection(new Line(server, config, millis), config);
  }

  /** Above TLS, and all answers alike. */
  @Override
  protected Object protocolRead(RedisInputStream from) {
    RedisInputStream known = bounded;
    if (known == null || unbounded != from) {
      known = new RedisInputStream(new BoundedAnswers(from));
      bounded = known;
      unbounded = from;
    }
    return super.protocolRead(known);
  }

  /**
   * What a script returns. With the first one the server is asked which writes it has: that makes
   * nobody wait longer.
   *
   * @param keys with how many of what follows it begins
   * @param deadlineNanos until when the answer must be there, by {@link System#nanoTime}
   * @param isAsking whether the key is on its way to this server of a cluster, as another one says
   */
  Object ask(
      Script script, int keys, long deadlineNanos, byte[][] keysAndArguments, boolean isAsking) {
    begin(deadlineNanos);
    keyIsOnItsWay = isAsking;
    boolean isFirst = !isHistoryAsked;
    if (isFirst) {
      sendCommand(Command.INFO);
    }
    if (isAsking) {
      // Holds for one command: with the text none more is needed.
      sendCommand(Command.ASKING);
      sendCommand(Command.EVAL, script.call(script.text(), keys, keysAndArguments));
    } else {
      sendCommand(Command.EVALSHA, script.call(script.digest(), keys, keysAndArguments));
    }
    readWhatWasTold();
    if (isFirst) {
      readHistory();
    }
    if (isAsking) {
      getOne();
      return getOne();
    }
    try {
      return getOne();
    } catch (JedisNoScriptException forgotten) {
      sendCommand(Command.EVAL, script.call(script.text(), keys, keysAndArguments));
      return getOne();
    }
  }

  private void readHistory() {
    try {
      history = ServerHistory.read((byte[]) getOne(), System.nanoTime());
    } catch (JedisAccessControlException refused) {
      if (String.valueOf(refused.getMessage()).startsWith("NOAUTH")) {
        throw refused; // Of what is asked next the server says only that it is too long for now.
      }
      history = null;
    }
    isHistoryAsked = true;
  }

  /** What a command returns. */
  public Object ask(CommandArguments command, long deadlineNanos) {
    return ask(command, deadlineNanos, /* isAsking= */ false);
  }

  /** The same where the key may be on its way to this server of a cluster. */
  Object ask(CommandArguments command, long deadlineNanos, boolean isAsking) {
    begin(deadlineNanos);
    keyIsOnItsWay = isAsking;
    if (isAsking) {
      sendCommand(Command.ASKING);
    }
    sendCommand(command);
    readWhatWasTold();
    if (isAsking) {
      getOne();
    }
    return getOne();
  }

  private void begin(long deadlineNanos) {
    usedNanos = System.nanoTime();
    line.readUntil(deadlineNanos);
  }

  /** The next question is on its way by then: that is one time of travel less to wait for. */
  private void readWhatWasTold() {
    for (Runnable ifLost = unread.peek(); ifLost != null; ifLost = unread.peek()) {
      try {
        getOne();
        unread.remove();
      } catch (JedisDataException told) {
        unread.remove();
        ifLost.run();
        // The key may have moved, or be another's, which says nothing of the server.
        if (!(told instanceof JedisRedirectionException) && !StoreProblem.isOfTheKeys(told)) {
          throw told;
        }
      }
    }
  }

  /**
   * Runs a script, of the keys that were asked about, whose answer nobody waits for. With its text,
   * so that it is done also by a server that has forgotten it.
   *
   * @param ifLost is done where the server turns out not to have done it, or maybe not
   */
  void tell(Script script, int keys, byte[][] keysAndArguments, Runnable ifLost) {
    if (keyIsOnItsWay) {
      sendCommand(Command.ASKING);
      unread.add(() -> {});
    }
    sendCommand(Command.EVAL, script.call(script.text(), keys, keysAndArguments));
    flush();
    unread.add(ifLost);
  }

  /** From now on the server tells it what comes on a channel, and nothing else is asked. */
  public void subscribe(byte[] channel) {
    sendCommand(Command.SUBSCRIBE, channel);
    getOne();
  }

  /** Waits for what the server tells next; null if it only says that it is there. */
  public byte @Nullable [] hear() {
    line.readUntil(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Integer.MAX_VALUE));
    List<?> told = (List<?>) getOne();
    heard = true;
    return told.size() == MESSAGE_PARTS ? (byte[]) told.get(MESSAGE_PARTS - 1) : null;
  }

  /**
   * Asks the server to say that it is there, while another thread {@linkplain #hear hears} it.
   *
   * @return false if it has said nothing since it was asked last
   */
  boolean isHeard() {
    boolean there = heard;
    heard = false;
    if (there) {
      sendCommand(Command.PING);
      flush();
    }
    return there;
  }

  /** Who has opened it, and uses it again. */
  interface Owner {

    /** Who has asked needs the connection no more. */
    void giveBack(StoreConnection connection);

    /**
     * Tells the server what nobody waits for, and gives the connection back.
     *
     * @param ifLost is done where that turns out later not to have reached it, or maybe not
     * @return false if that is known by now
     */
    boolean tell(
        StoreConnection connection,
        Script script,
        int keys,
        byte[][] keysAndArguments,
        Runnable ifLost);

    /** The connection is of no use any more. Closing it may take time. */
    void drop(StoreConnection connection, RuntimeException problem);
  }

  /** It is opened by this one. */
  void isOf(Owner one) {
    owner = one;
  }

  /** Whether what was asked last is of a run that is on its way to this server of a cluster. */
  public boolean isOfRunOnItsWay() {
    return keyIsOnItsWay;
  }

  /** Which writes the server has; null if it does not say that, or has run no script yet. */
  public @Nullable ServerHistory history() {
    return history;
  }

  /** Who has opened it. */
  Owner owner() {
    return Objects.requireNonNull(owner);
  }

  /** Since when it is idle, by {@link System#nanoTime}. */
  long usedNanos() {
    return usedNanos;
  }

  /** What was told last may not have reached the server. */
  void isDroppedNow() {
    dropped = true;
    for (Runnable ifLost = unread.poll(); ifLost != null; ifLost = unread.poll()) {
      ifLost.run();
    }
  }

  /** Whether what was told last may not have reached the server. */
  public boolean isDropped() {
    return dropped;
  }

  /**
   * Makes the socket, and says how long to read from it. TLS comes above what says that: it reads
   * on by itself until a record is whole.
   */
  private static final class Line extends DefaultJedisSocketFactory {

    private final @Nullable SslOptions tls;
    private final long openingMillis;
    private volatile @Nullable DeadlineSocket socket;

    Line(HostAndPort server, JedisClientConfig config, long openingMillis) {
      super(server, DefaultJedisClientConfig.builder().from(config).sslOptions(null).build());
      this.tls = config.getSslOptions();
      this.openingMillis = openingMillis;
    }

    @Override
    public Socket createSocket() {
      Socket connected = super.createSocket();
      try {
        DeadlineSocket created = new DeadlineSocket(connected);
        socket = created;
        readUntil(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(openingMillis));
        return tls == null ? created : secured(created, tls);
      } catch (IOException | GeneralSecurityException | RuntimeException refused) {
        IOUtils.closeQuietly(connected);
        throw new JedisConnectionException(refused);
      }
    }

    /** Now, so that no call of the application has to wait for that. */
    private Socket secured(Socket created, SslOptions options)
        throws IOException, GeneralSecurityException {
      SSLSocketFactory sockets = options.createSslContext().getSocketFactory();
      HostAndPort server = getHostAndPort();
      SSLSocket secured =
          (SSLSocket)
              sockets.createSocket(
                  created, server.getHost(), server.getPort(), /* autoClose= */ true);
      secured.setSSLParameters(options.getSslParameters());
      secured.startHandshake();
      return secured;
    }

    void readUntil(long deadlineNanos) {
      DeadlineSocket known = socket;
      if (known != null) {
        known.readUntil(deadlineNanos);
      }
    }
  }
}
