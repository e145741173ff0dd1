package io.loophalt.operations.console;

import io.loophalt.operations.control.GuardedJvms.Jvm;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Which JVMs a console is about. It is asked every few seconds, because JVMs come and go. */
public interface ChosenJvms {

  /**
   * Those that there are now, as far as is known.
   *
   * @param connected the sockets of those with which there is a connection
   */
  List<Jvm> now(Set<Path> connected);
}
