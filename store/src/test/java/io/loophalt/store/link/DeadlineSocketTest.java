package io.loophalt.store.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DeadlineSocketTest {

  private ServerSocket listening;
  private Socket otherSide;
  private DeadlineSocket socket;

  @BeforeEach
  void connect() throws IOException {
    listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    Socket connected = new Socket(listening.getInetAddress(), listening.getLocalPort());
    otherSide = listening.accept();
    socket = new DeadlineSocket(connected);
  }

  @AfterEach
  void close() throws IOException {
    socket.close();
    otherSide.close();
    listening.close();
  }

  @Test
  void whatIsThereInTimeIsRead() throws IOException {
    otherSide.getOutputStream().write(new byte[] {1, 2, 3});
    socket.readUntil(in(60_000));

    assertThat(socket.getInputStream().read()).isEqualTo(1);
    assertThat(socket.getInputStream().readNBytes(2)).containsExactly(2, 3);
  }

  @Test
  void whatDoesNotComeIsWaitedForUntilTheDeadline() throws IOException {
    long end = in(50);
    socket.readUntil(end);
    InputStream in = socket.getInputStream();

    assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(in::read);

    assertThat(System.nanoTime() - end).isGreaterThan(-TimeUnit.MILLISECONDS.toNanos(2));
  }

  /** One byte after the other: a socket's own timeout would begin anew with each. */
  @Test
  void afterTheDeadlineNothingIsReadEvenIfItIsThere() throws IOException {
    otherSide.getOutputStream().write(new byte[100]);
    socket.readUntil(in(60_000));
    InputStream in = socket.getInputStream();
    assertThat(in.read(new byte[10])).isPositive();

    socket.readUntil(in(0));

    assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(in::read);
    assertThatExceptionOfType(SocketTimeoutException.class)
        .isThrownBy(() -> in.read(new byte[10], 0, 10));
  }

  @Test
  void aTimeoutThatTheClientSetsChangesNothing() throws IOException {
    socket.readUntil(in(50));
    socket.setSoTimeout(0); // for ever

    assertThatExceptionOfType(SocketTimeoutException.class)
        .isThrownBy(() -> socket.getInputStream().read());
  }

  @Test
  void theEndOfTheOtherSideIsNoTimeout() throws IOException {
    otherSide.close();
    socket.readUntil(in(60_000));

    assertThat(socket.getInputStream().read()).isEqualTo(-1);
    assertThat(socket.isConnected()).isTrue();
    socket.close();
    assertThat(socket.isClosed()).isTrue();
  }

  /** As TLS does it before it closes: it would wait for as long as an answer is waited for. */
  @Test
  void whoSaysNothingMoreWaitsForNothingEither() throws IOException {
    socket.readUntil(in(Integer.MAX_VALUE));
    socket.shutdownOutput();

    assertThatExceptionOfType(SocketTimeoutException.class)
        .isThrownBy(() -> socket.getInputStream().read());
    assertThat(otherSide.getInputStream().read()).isEqualTo(-1);
    assertThat(socket.isOutputShutdown()).isTrue();
    assertThat(socket.isInputShutdown()).isFalse();
    socket.shutdownInput();
    assertThat(socket.isInputShutdown()).isTrue();
  }

  private static long in(long millis) {
    return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
  }
}
