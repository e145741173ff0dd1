package io.loophalt.compatibility.harness;

import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Fails a test that ends while a process it has started still runs. */
public final class NoProcessLeftBehind implements AfterEachCallback {

  @Override
  public void afterEach(ExtensionContext context) {
    List<String> left =
        ProcessHandle.current().descendants().map(NoProcessLeftBehind::describe).toList();
    if (!left.isEmpty()) {
      throw new AssertionError(context.getDisplayName() + " left running: " + left);
    }
  }

  private static String describe(ProcessHandle process) {
    return process.pid() + " " + process.info().commandLine().orElse("(command line unknown)");
  }
}
