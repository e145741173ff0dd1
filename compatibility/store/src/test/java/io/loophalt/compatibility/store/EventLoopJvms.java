package io.loophalt.compatibility.store;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.looped.StepsOnAnEventLoop;
import java.io.IOException;

/**
 * Real JVMs that take steps on threads that must not wait, and share their runs in a real server.
 */
abstract class EventLoopJvms extends SharingApplications {

  private int asked;

  ForkedJvm start(ForkedContainer container, String name) throws IOException {
    return start(container, name, StepsOnAnEventLoop.class);
  }

  /** Without waiting for what comes of it; its number. */
  String begin(ForkedJvm jvm, String where, String job, String order) {
    String number = String.valueOf(++asked);
    jvm.send(number + ' ' + where + ' ' + job + ' ' + order);
    return number;
  }

  String order(ForkedJvm jvm, String where, String job, String order) {
    return jvm.awaitRestOfLine(begin(jvm, where, job, order) + '=');
  }

  /** Where the server keeps the run, when there is only one: it comes there a little later. */
  String keyOfTheOnlyRun() throws IOException, InterruptedException {
    String[] scan = {"--scan", "--pattern", "loophalt:run:[{0-9a-f]*"};
    server.await("loophalt:run:", scan);
    return server.ask(scan).strip();
  }
}
