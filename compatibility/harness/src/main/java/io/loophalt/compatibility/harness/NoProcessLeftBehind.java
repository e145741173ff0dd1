package io.loophalt.compatibility.harness;

import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Fails a test that ends while a process it has started still runs, and ends that. */
public final class NoProcessLeftBehind implements AfterEachCallback {

  @Override
  public void afterEach(ExtensionContext context) {
    List<ProcessHandle> left = ProcessHandle.current().descendants().toList();
    if (!left.isEmpty()) {
      List<String> described = left.stream().map(NoProcessLeftBehind::describe).toList();
      left.forEach(ProcessHandle::destroyForcibly); // It is not the next test's.
      throw new AssertionError(context.getDisplayName() + " left running: " + described);
    }
  }

  private static String describe(ProcessHandle process) {
    return process.pid() + " " + process.info().commandLine().orElse("(command line unknown)");
  }
}
