package io.loophalt.store.link;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;

/**
 * A connected socket from which nothing is read after a deadline, however slowly an answer comes: a
 * socket's own timeout begins anew with each byte. What is written goes into a buffer of the
 * operating system that is larger than a run's state, so that no write waits for the other side.
 * TLS may be above it, and asks for more of a socket than the client does.
 *
 * <p>Of one thread at a time, but for {@link #close}.
 */
final class DeadlineSocket extends Socket {

  /** More than is under way at any time. The operating system may give less. */
  private static final int SEND_BUFFER = 1 << 20;

  private final Socket connected;
  private volatile long deadlineNanos;

  /** Of a socket that nobody else uses. */
  DeadlineSocket(Socket connected) throws SocketException {
    this.connected = connected;
    connected.setSendBufferSize(SEND_BUFFER);
  }

  /** Until when what is read from now on must be there, by {@link System#nanoTime}. */
  void readUntil(long nanos) {
    deadlineNanos = nanos;
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return new FilterInputStream(connected.getInputStream()) {
      @Override
      public int read() throws IOException {
        awaitNoLonger();
        return super.read();
      }

      @Override
      public int read(byte[] target, int offset, int length) throws IOException {
        awaitNoLonger();
        return super.read(target, offset, length);
      }
    };
  }

  private void awaitNoLonger() throws IOException {
    long left = deadlineNanos - System.nanoTime();
    if (left <= 0) {
      throw new SocketTimeoutException("no answer in time");
    }
    connected.setSoTimeout((int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(left)));
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    return connected.getOutputStream();
  }

  /** Without effect: the deadline decides. */
  @Override
  public synchronized void setSoTimeout(int millis) {}

  @Override
  public synchronized int getSoTimeout() throws SocketException {
    return connected.getSoTimeout();
  }

  @Override
  public boolean isConnected() {
    return connected.isConnected();
  }

  @Override
  public boolean isBound() {
    return connected.isBound();
  }

  @Override
  public boolean isClosed() {
    return connected.isClosed();
  }

  @Override
  public boolean isInputShutdown() {
    return connected.isInputShutdown();
  }

  @Override
  public boolean isOutputShutdown() {
    return connected.isOutputShutdown();
  }

  @Override
  public void shutdownInput() throws IOException {
    connected.shutdownInput();
  }

  /** No answer is waited for any more, also by TLS, which looks for what is left when it closes. */
  @Override
  public void shutdownOutput() throws IOException {
    readUntil(System.nanoTime());
    connected.shutdownOutput();
  }

  @Override
  public int getSoLinger() throws SocketException {
    return connected.getSoLinger();
  }

  @Override
  public int getPort() {
    return connected.getPort();
  }

  @Override
  public InetAddress getInetAddress() {
    return connected.getInetAddress();
  }

  @Override
  public SocketAddress getRemoteSocketAddress() {
    return connected.getRemoteSocketAddress();
  }

  @Override
  public SocketAddress getLocalSocketAddress() {
    return connected.getLocalSocketAddress();
  }

  @Override
  public synchronized void close() throws IOException {
    connected.close();
  }
}
