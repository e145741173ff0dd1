package io.loophalt.operations.notify;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/**
 * The process that a post is of.
 *
 * @param pid its process id, as it sees itself
 * @param main its main class or jar
 * @param host the name of the machine or container; null if it has none
 */
record Jvm(long pid, String main, @Nullable String host) {

  /** This one. The name of the machine may take a moment. */
  static Jvm own(String main) {
    return new Jvm(ProcessHandle.current().pid(), main, hostName());
  }

  private static @Nullable String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException nameless) {
      return null;
    }
  }
}
