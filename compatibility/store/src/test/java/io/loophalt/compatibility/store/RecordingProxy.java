package io.loophalt.compatibility.store;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Stands before a server, and keeps every byte that goes either way. */
final class RecordingProxy implements AutoCloseable {

  private final ServerSocket entrance;
  private final int target;
  private final ByteArrayOutputStream seen = new ByteArrayOutputStream();

  RecordingProxy(int target) throws IOException {
    this.target = target;
    this.entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    daemon(this::accept);
  }

  int port() {
    return entrance.getLocalPort();
  }

  /** All of it, one character a byte. */
  String seen() {
    synchronized (seen) {
      return seen.toString(StandardCharsets.ISO_8859_1);
    }
  }

  private void accept() {
    try {
      while (true) {
        Socket inside = entrance.accept();
        Socket outside = new Socket(InetAddress.getLoopbackAddress(), target);
        daemon(() -> copy(inside, outside));
        daemon(() -> copy(outside, inside));
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  private void copy(Socket from, Socket to) {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] buffer = new byte[8_192];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        synchronized (seen) {
          seen.write(buffer, 0, read);
        }
        out.write(buffer, 0, read);
      }
    } catch (IOException closed) {
      // One of the two has gone.
    }
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "proxy");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    entrance.close();
  }
}
