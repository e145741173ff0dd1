package io.loophalt.compatibility.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports of this machine that nobody listens on, for servers that do not choose one themselves.
 *
 * <p>All lie below those that operating systems take for connections to others: one of those may be
 * in use again before a server has started. Each is given once; processes begin at different ones.
 */
public final class FreePorts {

  private static final int LOWEST = 10_000;

  /** Linux takes its own from 32,768 on, others from 49,152 on. */
  private static final int HIGHEST = 32_767;

  /** Far from those of the process before, whose number is mostly one less. */
  private static final int APART = 997;

  private static final AtomicInteger GIVEN =
      new AtomicInteger((int) (ProcessHandle.current().pid() * APART % (HIGHEST - LOWEST)));

  private FreePorts() {}

  /** The next one. */
  public static int next() {
    for (int tried = 0; tried <= HIGHEST - LOWEST; tried++) {
      int port = LOWEST + Math.floorMod(GIVEN.getAndIncrement(), HIGHEST - LOWEST + 1);
      if (isFree(port)) {
        return port;
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
