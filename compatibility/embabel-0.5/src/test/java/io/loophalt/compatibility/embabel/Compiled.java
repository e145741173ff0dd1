package io.loophalt.compatibility.embabel;

import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.SourceApplication;
import java.nio.file.Path;

/** The applications of this module, which Java 21 is the first to run. */
final class Compiled {

  private static final Path[] CLASS_PATH = SourceApplication.compile(21);

  private Compiled() {}

  static Application application(String mainClass) {
    return Application.onClassPath(Compiled.class.getPackageName() + '.' + mainClass, CLASS_PATH);
  }
}
