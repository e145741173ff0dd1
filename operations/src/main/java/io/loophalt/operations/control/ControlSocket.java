package io.loophalt.operations.control;

import io.loophalt.PrintableText;
import io.loophalt.core.failure.ThreadStop;
import java.io.IOException;
import java.io.StringWriter;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Listens for a person's orders on a socket in the file system. A daemon thread accepts; each
 * connection is served by one of its own, of which there are few.
 *
 * <p>Beside the socket lies a small file that says whose it is; both are removed when the JVM ends,
 * and put back when somebody else removes them, as whoever cleans {@code /tmp} up. Thread-safe.
 */
public final class ControlSocket implements AutoCloseable {

  /** How the file beside the socket ends. */
  static final String DESCRIPTION = ".properties";

  /** How the socket itself ends. */
  static final String SOCKET = ".sock";

  private static final int MOST_CONNECTIONS = 16;

  /** How often it is looked whether JMX was turned on, and the configuration's file changed. */
  private static final long LOOKS_EVERY_MILLIS = 5_000;

  /** How long nobody is let in after nobody could be, as where there are no file descriptors. */
  private static final long PAUSE_MILLIS = 1_000;

  /** How long a connection may say nothing: a console asks once a second. */
  private static final Duration SILENCE = Duration.ofMinutes(1);

  /** More than are said of one folder. */
  private static final int MOST_COMPLAINTS = 16;

  /** Where it listens. */
  private record Listening(Path file, Path description, ServerSocketChannel server) {}

  /** What the configuration names, or null. */
  private final @Nullable String folder;

  private final String jvm;
  private final Control control;

  /** Null where the runtime has no JMX. */
  private final @Nullable Management management;

  private final Consumer<String> complaint;
  private final long looksEveryMillis;
  private final AtomicInteger connections = new AtomicInteger();
  private final CountDownLatch closed = new CountDownLatch(1);

  /** Null if it does not listen now. */
  private volatile @Nullable Listening listening;

  // Of the one thread that accepts.
  private final Set<String> told = new HashSet<>();
  private boolean isRefused;

  /**
   * Does not listen yet.
   *
   * @param folder what the configuration names, or null; it is made if it is not there, and nobody
   *     but its owner may open it
   * @param jvm a name of this process that no other has, such as its id and some random digits
   * @param complaint is told why it cannot listen, each reason once and in one line
   */
  public ControlSocket(
      @Nullable String folder, String jvm, Control control, Consumer<String> complaint) {
    this(folder, jvm, control, complaint, LOOKS_EVERY_MILLIS);
  }

  /** As above, for who cannot wait so long. */
  ControlSocket(
      @Nullable String folder,
      String jvm,
      Control control,
      Consumer<String> complaint,
      long looksEveryMillis) {
    this.folder = folder;
    this.jvm = jvm;
    this.control = control;
    this.management = management(control);
    this.complaint = complaint;
    this.looksEveryMillis = looksEveryMillis;
  }

  /** Nobody misses beans in a runtime without {@code java.management}, where no server can be. */
  private static @Nullable Management management(Control control) {
    try {
      return new Management(control);
    } catch (LinkageError withoutModule) {
      return null;
    }
  }

  /**
   * Begins to listen. Of the thread that serves, or before there is one.
   *
   * @return false if it cannot; {@link #serve} tries it again
   */
  public boolean open() {
    String where = "";
    try {
      Path own = ControlFolder.own(folder, this::tellOnce);
      where = " in " + PrintableText.of(own.toString());
      ControlFolder.make(own);
      Path file = own.resolve(jvm + SOCKET);
      Path description = own.resolve(jvm + DESCRIPTION);
      Files.deleteIfExists(file);
      Listening opened =
          new Listening(file, description, ServerSocketChannel.open(StandardProtocolFamily.UNIX));
      try {
        opened.server().bind(UnixDomainSocketAddress.of(file));
        opened.server().configureBlocking(false);
        describe(description);
      } catch (IOException | RuntimeException | LinkageError unusable) {
        end(opened);
        throw unusable;
      }
      listening = opened;
      if (isClosed()) {
        end(opened);
      }
      return true;
    } catch (IOException | RuntimeException | LinkageError unusable) {
      complain(where, unusable);
      return false;
    }
  }

  private void complain(String where, Throwable why) {
    tellOnce(
        "cannot be steered from outside: no socket"
            + where
            + " ("
            + PrintableText.of(why.toString())
            + "). Runs are watched all the same, and it is tried again every few seconds. If it is"
            + " the folder, mend it, name another one with 'control: {folder: …}', or say"
            + " 'control: off'");
  }

  private void tellOnce(String message) {
    if (told.size() < MOST_COMPLAINTS && told.add(message)) {
      complaint.accept(message);
    }
  }

  private void describe(Path description) throws IOException {
    try {
      Files.write(description, describe(control.agent()).getBytes(StandardCharsets.UTF_8));
    } catch (IOException half) {
      Files.deleteIfExists(description);
      throw half;
    }
  }

  /** As properties: who only runs agents and is steered by nobody loads no JSON library. */
  private static String describe(AgentView agent) throws IOException {
    Properties known = new Properties();
    known.setProperty("pid", Long.toString(agent.pid()));
    known.setProperty("main", agent.main());
    known.setProperty("version", agent.version());
    StringWriter text = new StringWriter();
    known.store(text, "a JVM guarded by Loophalt");
    return text.toString();
  }

  /**
   * Serves until it is closed; every few seconds it looks what has changed. Where it cannot listen,
   * or somebody has removed its socket, it tries to begin anew.
   */
  public void serve() {
    while (!isClosed()) {
      Listening now = listening;
      if (now != null) {
        serve(now);
        end(now);
        listening = null;
      }
      if (!isClosed() && !open()) {
        look();
        pause();
      }
    }
  }

  private boolean isClosed() {
    return closed.getCount() == 0;
  }

  private void pause() {
    try {
      closed.await(looksEveryMillis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException byAll) {
      // Whoever interrupts all threads does not mean this one.
    }
  }

  /** Until somebody closes it, or it cannot go on. */
  private void serve(Listening now) {
    ServerSocketChannel server = now.server();
    try (Selector selector = server.provider().openSelector()) {
      SelectionKey key = server.register(selector, SelectionKey.OP_ACCEPT);
      while (server.isOpen()) {
        Thread.interrupted(); // Whoever interrupts all threads does not mean this one.
        look();
        if (!isThere(now)) {
          return;
        }
        selector.select(looksEveryMillis);
        selector.selectedKeys().clear();
        if (!acceptAll(server)) {
          key.interestOps(0);
          selector.select(PAUSE_MILLIS);
          key.interestOps(SelectionKey.OP_ACCEPT);
        }
      }
    } catch (IOException | LinkageError broken) {
      if (!isClosed()) {
        complain("", broken);
        pause();
      }
    } catch (ClosedSelectorException | CancelledKeyException gone) {
      // It was closed meanwhile.
    }
  }

  /** Whoever removes old files from the folder must not hide this JVM. */
  private boolean isThere(Listening now) {
    if (!Files.exists(now.file(), LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    try {
      if (!Files.exists(now.description(), LinkOption.NOFOLLOW_LINKS)) {
        describe(now.description());
      }
    } catch (IOException notNow) {
      // The socket alone is found, too, and the next look tries it again.
    }
    return true;
  }

  /** What fails in one look is tried again in the next. */
  private void look() {
    try {
      if (management != null) {
        management.registerWherePossible();
      }
      control.reloadIfChanged();
    } catch (RuntimeException | Error broken) {
      ThreadStop.passOn(broken);
    }
  }

  /** False if somebody waits who cannot be let in now. */
  private boolean acceptAll(ServerSocketChannel server) throws IOException {
    if (!server.isOpen()) {
      return true;
    }
    for (SocketChannel next = accept(server); next != null; next = accept(server)) {
      if (connections.incrementAndGet() > MOST_CONNECTIONS || !begin(next)) {
        connections.decrementAndGet();
        next.close();
      }
    }
    return !isRefused;
  }

  private @Nullable SocketChannel accept(ServerSocketChannel server) throws IOException {
    try {
      isRefused = false;
      return server.accept();
    } catch (ClosedChannelException gone) {
      throw gone;
    } catch (IOException full) {
      isRefused = true;
      tellOnce(
          "cannot be steered from outside just now ("
              + PrintableText.of(full.toString())
              + "). It is tried again each second, and told only this once");
      return null;
    }
  }

  /** False if there is no thread left for it. */
  private boolean begin(SocketChannel accepted) {
    Thread thread = new Thread(null, () -> serve(accepted), "loophalt-control-client", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    try {
      thread.start();
      return true;
    } catch (OutOfMemoryError noThread) {
      return false;
    }
  }

  private void serve(SocketChannel accepted) {
    try (Lines lines = Lines.ofClient(accepted)) {
      ControlProtocol protocol = new ControlProtocol(control);
      for (String line = lines.read(SILENCE); line != null; line = lines.read(SILENCE)) {
        lines.write(protocol.answer(line), SILENCE);
      }
    } catch (IOException gone) {
      // Who has gone, or says nothing, is not told; nor who came while no file could be opened.
    } catch (RuntimeException | Error broken) {
      ThreadStop.passOn(broken); // an error of ours costs this connection alone
    } finally {
      connections.decrementAndGet();
    }
  }

  @Override
  public void close() {
    closed.countDown();
    Listening now = listening;
    if (now != null) {
      end(now);
    }
  }

  private static void end(Listening now) {
    try {
      now.server().close();
      Files.deleteIfExists(now.file());
      Files.deleteIfExists(now.description());
    } catch (IOException left) {
      // What is left over is removed by the next 'ps'.
    }
  }
}
