package io.loophalt.compatibility.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/**
 * Ports of this machine that nobody listens on, for servers that do not choose one themselves.
 *
 * <p>All lie below those that operating systems take for connections to others: one of those may be
 * in use again before a server has started. Each is given once. So that tests of another process,
 * which run at the same time, are never given the same, a process takes whole blocks and listens on
 * the first port of each for as long as it lives.
 */
public final class FreePorts {

  private static final int LOWEST = 10_000;

  /** Linux takes its own from 32,768 on, others from 49,152 on. */
  private static final int HIGHEST = 32_767;

  private static final int BLOCK = 64;
  private static final int BLOCKS = (HIGHEST + 1 - LOWEST) / BLOCK;

  /** The first port of each block of this process. */
  private static final List<ServerSocket> OWN = new ArrayList<>();

  /** Where to look for the next block; processes begin at different ones. */
  private static long nextBlock = ProcessHandle.current().pid();

  private static int next;
  private static int end;

  private FreePorts() {}

  /** The next one. */
  public static synchronized int next() {
    while (true) {
      while (next < end) {
        int port = next++;
        if (isFree(port)) {
          return port;
        }
      }
      takeBlock();
    }
  }

  private static void takeBlock() {
    for (int tried = 0; tried < BLOCKS; tried++) {
      int first = LOWEST + (int) (nextBlock++ % BLOCKS) * BLOCK;
      try {
        OWN.add(new ServerSocket(first, 1, InetAddress.getLoopbackAddress()));
        next = first + 1;
        end = first + BLOCK;
        return;
      } catch (BindException taken) {
        // It is somebody else's: the next one.
      } catch (IOException unusual) {
        throw new UncheckedIOException(unusual);
      }
    }
    throw new IllegalStateException("no port from " + LOWEST + " to " + HIGHEST + " is free");
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException taken) {
      return false;
    }
  }
}
