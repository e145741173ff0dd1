package io.loophalt.agent.cli;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.File;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Brings the agent into a JVM by the JDK's module {@code jdk.attach}; a class of its own, because
 * the other commands run without that module.
 */
final class AttachRequest {

  private AttachRequest() {}

  /** Returns null, or why the agent refused to start or could not be brought there. */
  static @Nullable String send(long pid, File agentJar, String options) {
    try {
      VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid));
      try {
        jvm.loadAgent(agentJar.getPath(), AttachReply.REQUEST + options);
        return jvm.getSystemProperties().getProperty(AttachReply.PROPERTY);
      } finally {
        jvm.detach();
      }
    } catch (AgentInitializationException failed) {
      return "the agent could not start; the standard error of that process says why";
    } catch (AttachNotSupportedException | AgentLoadException | IOException failed) {
      return failed.getMessage() + ". Is it a JVM of the same user, with attaching allowed?";
    }
  }
}
