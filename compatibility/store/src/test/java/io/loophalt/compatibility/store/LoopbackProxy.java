package io.loophalt.compatibility.store;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The network before a server: keeps every byte that goes either way, and may be cut, slow, or lead
 * elsewhere.
 */
final class LoopbackProxy implements AutoCloseable {

  /**
   * A part of an answer.
   *
   * @param bytes none where no more come
   * @param dueNanos when it arrives, by {@link System#nanoTime}
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Part(byte[] bytes, long dueNanos) {}

  /** What becomes of one request. */
  private static final class Fault {

    private final AtomicInteger left;
    private final String text;
    private final CountDownLatch done = new CountDownLatch(1);

    /** How much was seen when it was met. Written before it is done. */
    private int seenBefore;

    Fault(int number, String text) {
      this.left = new AtomicInteger(number);
      this.text = text;
    }

    boolean isOf(String request, int seen) {
      boolean is = left.get() > 0 && request.contains(text) && left.decrementAndGet() == 0;
      if (is) {
        seenBefore = seen - request.length();
        done.countDown();
      }
      return is;
    }

    /** Whether it was met, now or before. */
    boolean isSince(String request, int seen) {
      return isOf(request, seen) || done.getCount() == 0;
    }
  }

  /** Takes what was sent. */
  private interface Sink {
    void take(byte[] bytes) throws IOException;
  }

  private final ServerSocket entrance;
  private final ByteArrayOutputStream seen = new ByteArrayOutputStream();

  private volatile int target;
  private volatile boolean cut;
  private volatile boolean answersAreLost;
  private volatile Fault loss = new Fault(0, "");
  private volatile Fault stall = new Fault(0, "");
  private volatile Fault hold = new Fault(0, "");
  private volatile CountDownLatch letGo = new CountDownLatch(0);
  private volatile long millisOfAStall;
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

  /**
   * The so many-th request from now on that has a text in it is lost, and its connection with it.
   *
   * @return counted down when it is
   */
  CountDownLatch loseRequest(int number, String text) {
    Fault next = new Fault(number, text);
    loss = next;
    return next.done;
  }

  /**
   * From the so many-th request from now on that has a text in it every answer takes so long, until
   * {@link #answerAfter} says otherwise.
   */
  void stallFrom(int number, String text, long millis) {
    millisOfAStall = millis;
    stall = new Fault(number, text);
  }

  /** All of it since the request with which that began. */
  String seenSinceStall() throws InterruptedException {
    Fault met = stall;
    met.done.await();
    return seen().substring(met.seenBefore);
  }

  /**
   * From the next request on that has a text in it nothing arrives until {@link #letGo}.
   *
   * @return counted down when it was met
   */
  CountDownLatch holdFrom(String text) {
    Fault next = new Fault(1, text);
    letGo = new CountDownLatch(1);
    hold = next;
    return next.done;
  }

  /** What was held, and all that comes, arrives. */
  void letGo() {
    letGo.countDown();
  }

  /** What is sent from now on arrives. */
  void mend() {
    cut = false;
  }

  /** Every answer takes so long, however many are under way. */
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
      BlockingQueue<Part> underWay = new LinkedBlockingQueue<>();
      daemon(() -> send(underWay, outside));
      daemon(() -> deliver(underWay, inside, outside));
      read(inside, /* answers= */ false, outside.getOutputStream()::write);
    } catch (IOException closed) {
      // As if the server had refused it, or one of the two has gone.
    }
  }

  private void read(Socket from, boolean answers, Sink sink) throws IOException {
    InputStream in = from.getInputStream();
    byte[] buffer = new byte[8_192];
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      int soFar;
      synchronized (seen) {
        seen.write(buffer, 0, read);
        soFar = seen.size();
      }
      String text = answers ? "" : new String(buffer, 0, read, StandardCharsets.ISO_8859_1);
      if (!answers && hold.isSince(text, soFar)) {
        awaitLetGo();
      }
      if (stall.isOf(text, soFar)) {
        millisOfAnAnswer = millisOfAStall;
      }
      if (loss.isOf(text, soFar)) {
        return;
      }
      if (!cut && !(answers && answersAreLost)) {
        sink.take(Arrays.copyOf(buffer, read));
      }
    }
  }

  private void awaitLetGo() throws IOException {
    try {
      letGo.await();
    } catch (InterruptedException nobodyDoes) {
      throw new IOException(nobodyDoes);
    }
  }

  private void send(BlockingQueue<Part> underWay, Socket server) {
    try {
      read(server, /* answers= */ true, bytes -> underWay.add(part(bytes)));
    } catch (IOException closed) {
      // No more answers come.
    }
    underWay.add(part(new byte[0]));
  }

  private Part part(byte[] bytes) {
    return new Part(bytes, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millisOfAnAnswer));
  }

  private void deliver(BlockingQueue<Part> underWay, Socket to, Socket from) {
    try (to;
        from) {
      OutputStream out = to.getOutputStream();
      for (Part next = underWay.take(); next.bytes().length > 0; next = underWay.take()) {
        pauseUntil(next.dueNanos());
        if (millisOfAByte > 0) {
          deliverByteByByte(next.bytes(), out);
        } else {
          out.write(next.bytes());
        }
      }
    } catch (IOException | InterruptedException closed) {
      // One of the two has gone.
    }
  }

  private void deliverByteByByte(byte[] bytes, OutputStream out) throws IOException {
    for (byte each : bytes) {
      out.write(each);
      pauseUntil(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millisOfAByte));
    }
  }

  private static void pauseUntil(long nanos) {
    for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
      LockSupport.parkNanos(left);
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
