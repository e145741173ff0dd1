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
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Listens for a person's orders on a socket in the file system. A daemon thread accepts; each
 * connection is served by one of its own, of which there are few.
 *
 * <p>Beside the socket lies a small file that says whose it is; both are removed when the JVM ends.
 * Thread-safe.
 */
public final class ControlSocket implements AutoCloseable {

  /** How the file beside the socket ends. */
  static final String DESCRIPTION = ".properties";

  private static final int MOST_CONNECTIONS = 16;

  /** How often it is looked whether JMX was turned on, and the configuration's file changed. */
  private static final long LOOKS_EVERY_MILLIS = 5_000;

  /** How long nobody is let in after nobody could be, as where there are no file descriptors. */
  private static final long PAUSE_MILLIS = 1_000;

  /** How long a connection may say nothing: a console asks once a second. */
  private static final Duration SILENCE = Duration.ofMinutes(1);

  private final Path file;
  private final Path description;
  private final ServerSocketChannel server;
  private final Control control;

  /** Null where the runtime has no JMX. */
  private final @Nullable Management management;

  private final Consumer<String> complaint;
  private final AtomicInteger connections = new AtomicInteger();

  // Of the one thread that accepts.
  private boolean isRefused;
  private boolean hasComplained;

  private ControlSocket(
      Path file,
      Path description,
      ServerSocketChannel server,
      Control control,
      @Nullable Management management,
      Consumer<String> complaint) {
    this.complaint = complaint;
    this.file = file;
    this.description = description;
    this.server = server;
    this.control = control;
    this.management = management;
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
   * Begins to listen.
   *
   * @param folder made if it is not there; nobody but its owner may open it
   * @param jvm a name of this process that no other has, such as its id and some random digits
   * @return null if it cannot; {@code complaint} was told then why, in one line
   */
  public static @Nullable ControlSocket open(
      Path folder, String jvm, Control control, Consumer<String> complaint) {
    try {
      ControlFolder.make(folder);
      Management management = management(control);
      Path file = folder.resolve(jvm + ".sock");
      Path description = folder.resolve(jvm + DESCRIPTION);
      Files.deleteIfExists(file);
      ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      try {
        server.bind(UnixDomainSocketAddress.of(file));
        Files.write(description, describe(control.agent()).getBytes(StandardCharsets.UTF_8));
      } catch (IOException | RuntimeException unusable) {
        server.close();
        Files.deleteIfExists(file);
        throw unusable;
      }
      return new ControlSocket(file, description, server, control, management, complaint);
    } catch (IOException | RuntimeException unusable) {
      complaint.accept(
          "cannot be steered from outside: no socket in "
              + PrintableText.of(folder.toString())
              + " ("
              + PrintableText.of(unusable.toString())
              + "). Runs are watched all the same, but a changed configuration is not followed. Mend the folder, name another one with 'control:"
              + " {folder: …}', or say 'control: off'");
      return null;
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

  /** Serves until it is closed; every few seconds it looks what has changed. */
  public void serve() {
    try (Selector selector = server.provider().openSelector()) {
      server.configureBlocking(false);
      SelectionKey key = server.register(selector, SelectionKey.OP_ACCEPT);
      while (server.isOpen()) {
        Thread.interrupted(); // Whoever interrupts all threads does not mean this one.
        look();
        selector.select(LOOKS_EVERY_MILLIS);
        selector.selectedKeys().clear();
        if (!acceptAll()) {
          key.interestOps(0);
          selector.select(PAUSE_MILLIS);
          key.interestOps(SelectionKey.OP_ACCEPT);
        }
      }
    } catch (IOException | ClosedSelectorException | CancelledKeyException gone) {
      close();
    }
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
  private boolean acceptAll() throws IOException {
    if (!server.isOpen()) {
      return true;
    }
    for (SocketChannel next = accept(); next != null; next = accept()) {
      if (connections.incrementAndGet() > MOST_CONNECTIONS || !begin(next)) {
        connections.decrementAndGet();
        next.close();
      }
    }
    return !isRefused;
  }

  private @Nullable SocketChannel accept() throws IOException {
    try {
      isRefused = false;
      return server.accept();
    } catch (ClosedChannelException gone) {
      throw gone;
    } catch (IOException full) {
      isRefused = true;
      if (!hasComplained) {
        hasComplained = true;
        complaint.accept(
            "cannot be steered from outside just now ("
                + PrintableText.of(full.toString())
                + "). It is tried again each second, and told only this once");
      }
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
      // Who has gone, or says nothing, is not told.
    } catch (RuntimeException | Error broken) {
      ThreadStop.passOn(broken); // an error of ours costs this connection alone
    } finally {
      connections.decrementAndGet();
    }
  }

  @Override
  public void close() {
    try {
      server.close();
      Files.deleteIfExists(file);
      Files.deleteIfExists(description);
    } catch (IOException left) {
      // What is left over is removed by the next 'ps'.
    }
  }
}
