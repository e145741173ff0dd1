package io.loophalt.operations.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ProtocolFamily;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Pipe;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.AbstractSelector;
import java.nio.channels.spi.SelectorProvider;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What becomes of a connection for which nothing more can be opened. */
class LinesTest {

  @Test
  void aConnectionForWhichNoFileCanBeOpenedIsGivenBack() {
    Connection accepted = new Connection(new ExhaustedProvider());

    assertThatThrownBy(() -> Lines.ofClient(accepted))
        .isInstanceOf(IOException.class)
        .hasMessage("Too many open files");

    assertThat(accepted.isOpen()).isFalse();
  }

  /** Has no files left. */
  private static final class ExhaustedProvider extends SelectorProvider {
    @Override
    public AbstractSelector openSelector() throws IOException {
      throw new IOException("Too many open files");
    }

    @Override
    public DatagramChannel openDatagramChannel() {
      throw new UnsupportedOperationException();
    }

    @Override
    public DatagramChannel openDatagramChannel(ProtocolFamily family) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Pipe openPipe() {
      throw new UnsupportedOperationException();
    }

    @Override
    public ServerSocketChannel openServerSocketChannel() {
      throw new UnsupportedOperationException();
    }

    @Override
    public SocketChannel openSocketChannel() {
      throw new UnsupportedOperationException();
    }
  }

  /** Nobody is at its other end. */
  private static final class Connection extends SocketChannel {
    Connection(SelectorProvider provider) {
      super(provider);
    }

    @Override
    protected void implConfigureBlocking(boolean block) {}

    @Override
    protected void implCloseSelectableChannel() {}

    @Override
    public SocketChannel bind(SocketAddress local) {
      throw new UnsupportedOperationException();
    }

    @Override
    public <T> SocketChannel setOption(SocketOption<T> name, T value) {
      throw new UnsupportedOperationException();
    }

    @Override
    public <T> T getOption(SocketOption<T> name) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Set<SocketOption<?>> supportedOptions() {
      return Set.of();
    }

    @Override
    public SocketChannel shutdownInput() {
      throw new UnsupportedOperationException();
    }

    @Override
    public SocketChannel shutdownOutput() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Socket socket() {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean isConnected() {
      return true;
    }

    @Override
    public boolean isConnectionPending() {
      return false;
    }

    @Override
    public boolean connect(SocketAddress remote) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean finishConnect() {
      return true;
    }

    @Override
    public SocketAddress getRemoteAddress() {
      throw new UnsupportedOperationException();
    }

    @Override
    public SocketAddress getLocalAddress() {
      throw new UnsupportedOperationException();
    }

    @Override
    public int read(ByteBuffer to) {
      return -1;
    }

    @Override
    public long read(ByteBuffer[] to, int offset, int length) {
      return -1;
    }

    @Override
    public int write(ByteBuffer from) {
      return 0;
    }

    @Override
    public long write(ByteBuffer[] from, int offset, int length) {
      return 0;
    }
  }
}
