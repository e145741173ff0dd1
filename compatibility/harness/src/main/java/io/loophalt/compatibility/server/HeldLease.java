package io.loophalt.compatibility.server;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.LockSupport;

/** Somebody who says again and again that a call of a run is being judged, until it is closed. */
public final class HeldLease implements AutoCloseable {

  /** A process may judge for a second; this is renewed long before. */
  private static final long LEASE_MILLIS = 950;

  private static final long EVERY_NANOS = 20_000_000;

  private final Socket socket;
  private final String key;
  private final Thread holder = new Thread(this::hold, "holds a lease");
  private volatile boolean closed;
  private volatile boolean lost;

  /** Holds it when this returns. */
  public HeldLease(RedisServer server, String key) throws IOException {
    this.socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    this.key = key;
    socket.setTcpNoDelay(true);
    renew();
    holder.setDaemon(true);
    holder.start();
  }

  /** Whether it was held until now. */
  public boolean isHeld() {
    return !lost;
  }

  private void hold() {
    try {
      while (!closed) {
        renew();
        LockSupport.parkNanos(EVERY_NANOS);
      }
    } catch (IOException gone) {
      lost = true;
    }
  }

  private synchronized void renew() throws IOException {
    long until = System.currentTimeMillis() + LEASE_MILLIS;
    OutputStream out = socket.getOutputStream();
    out.write(("HSET " + key + " l somebody x " + until + "\r\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
    int answer = socket.getInputStream().read();
    while (answer >= 0 && answer != '\n') {
      answer = socket.getInputStream().read();
    }
    if (answer < 0) {
      throw new IOException("the server is gone");
    }
  }

  @Override
  public void close() throws IOException {
    closed = true;
    socket.close();
  }
}
