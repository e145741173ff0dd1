package io.loophalt.compatibility.store;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The network before a server: keeps every byte that goes either way, and may be cut, slow, or lead
 * elsewhere.
 */
final class LoopbackProxy implements AutoCloseable {

  private final ServerSocket entrance;
  private final ByteArrayOutputStream seen = new ByteArrayOutputStream();

  private volatile int target;
  private volatile boolean cut;
  private volatile boolean answersAreLost;
  private volatile long millisOfAnAnswer;
  private volatile long millisOfAByte;

  LoopbackProxy(int target) throws IOException {
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

  /** Nothing arrives any more, and nobody is told. */
  void cut() {
    cut = true;
  }

  /** What is asked arrives, and no answer does. */
  void loseAnswers() {
    answersAreLost = true;
  }

  /** What is sent from now on arrives. */
  void mend() {
    cut = false;
  }

  /** Every answer takes so long. */
  void answerAfter(long millis) {
    millisOfAnAnswer = millis;
  }

  /** Every byte of an answer takes so long. */
  void answerByteByByte(long millis) {
    millisOfAByte = millis;
  }

  /** New connections lead to another server. */
  void leadTo(int port) {
    target = port;
  }

  private void accept() {
    try {
      while (true) {
        Socket inside = entrance.accept();
        daemon(() -> connect(inside));
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  private void connect(Socket inside) {
    try (inside;
        Socket outside = new Socket(InetAddress.getLoopbackAddress(), target)) {
      daemon(() -> copy(outside, inside, /* answers= */ true));
      copy(inside, outside, /* answers= */ false);
    } catch (IOException nobodyThere) {
      // As if the server had refused it.
    }
  }

  private void copy(Socket from, Socket to, boolean answers) {
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      byte[] buffer = new byte[8_192];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        synchronized (seen) {
          seen.write(buffer, 0, read);
        }
        if (!cut && !(answers && answersAreLost)) {
          pass(buffer, read, out, answers);
        }
      }
    } catch (IOException closed) {
      // One of the two has gone.
    }
  }

  private void pass(byte[] bytes, int length, OutputStream out, boolean answers)
      throws IOException {
    if (answers) {
      pause(millisOfAnAnswer);
    }
    if (answers && millisOfAByte > 0) {
      for (int i = 0; i < length; i++) {
        out.write(bytes[i]);
        pause(millisOfAByte);
      }
    } else {
      out.write(bytes, 0, length);
    }
  }

  private static void pause(long millis) {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
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
