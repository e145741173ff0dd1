package io.loophalt.operations.control;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Lines of text over a socket that never waits for longer than it is told: a channel of this kind
 * has no time limit of its own. Of one thread.
 */
final class Lines implements AutoCloseable {

  private static final int LONGEST_REQUEST = 64 * 1024;

  /** Ten thousand runs take 4 MB. */
  private static final int LONGEST_ANSWER = 64 * 1024 * 1024;

  private final SocketChannel channel;
  private final Selector selector;
  private final SelectionKey key;
  private final int longest;
  private final ByteBuffer in = ByteBuffer.allocate(8 * 1024).flip();

  /** What clients send to an agent. */
  static Lines ofClient(SocketChannel channel) throws IOException {
    return new Lines(channel, LONGEST_REQUEST);
  }

  /** What an agent answers, which may be long. */
  static Lines ofAgent(SocketChannel channel) throws IOException {
    return new Lines(channel, LONGEST_ANSWER);
  }

  /** Where it cannot be, as where no file can be opened, the channel is closed. */
  private Lines(SocketChannel channel, int longest) throws IOException {
    this.channel = channel;
    this.longest = longest;
    try {
      channel.configureBlocking(false);
      this.selector = channel.provider().openSelector();
      this.key = channel.register(selector, SelectionKey.OP_READ);
    } catch (IOException | RuntimeException | Error unusable) {
      channel.close();
      throw unusable;
    }
  }

  /**
   * The next line, without its end; null if there is none any more.
   *
   * @throws SocketTimeoutException if it takes longer than that
   * @throws IOException if it is too long
   */
  @Nullable String read(Duration most) throws IOException {
    long deadline = System.nanoTime() + most.toNanos();
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    while (true) {
      while (in.hasRemaining()) {
        byte next = in.get();
        if (next == '\n') {
          return line.toString(StandardCharsets.UTF_8);
        }
        line.write(next);
      }
      if (line.size() > longest) {
        throw new IOException("a line of more than " + longest + " bytes");
      }
      in.clear();
      int read = channel.read(in);
      in.flip();
      if (read < 0) {
        return null;
      }
      if (read == 0) {
        await(SelectionKey.OP_READ, deadline);
      }
    }
  }

  /** Sends a line. */
  void write(String line, Duration most) throws IOException {
    long deadline = System.nanoTime() + most.toNanos();
    ByteBuffer out = ByteBuffer.wrap((line + '\n').getBytes(StandardCharsets.UTF_8));
    while (out.hasRemaining()) {
      if (channel.write(out) == 0) {
        await(SelectionKey.OP_WRITE, deadline);
      }
    }
  }

  private void await(int operation, long deadline) throws IOException {
    long millis = (deadline - System.nanoTime()) / 1_000_000;
    key.interestOps(operation);
    if (millis <= 0 || selector.select(millis) == 0) {
      throw new SocketTimeoutException("no answer in time");
    }
    selector.selectedKeys().clear();
  }

  @Override
  public void close() throws IOException {
    try (selector) {
      channel.close();
    }
  }
}
