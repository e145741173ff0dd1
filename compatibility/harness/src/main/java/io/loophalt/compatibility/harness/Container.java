package io.loophalt.compatibility.harness;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A place to run an application in.
 *
 * <p>Forked proves; in-process is for the debugger, and shows that nothing hangs on a JVM of its
 * own. System property {@value #PROPERTY} ({@code forked} or {@code in-process}) narrows a test run
 * to one of the two.
 */
public sealed interface Container permits ForkedContainer, InProcessContainer {

  /** Narrows what {@link #all()} gives. */
  String PROPERTY = "loophalt.container";

  /** A forked one on each JDK, and the one in this JVM. */
  static List<Container> all() {
    List<Container> all = new ArrayList<>();
    String wanted = System.getProperty(PROPERTY, "");
    if (!wanted.equals("in-process")) {
      Jdk.all().forEach(jdk -> all.add(new ForkedContainer(jdk)));
    }
    if (!wanted.equals("forked")) {
      all.add(new InProcessContainer());
    }
    return all;
  }

  /** Those of {@link #all()} that can run this application under this guard. */
  static Stream<Container> fit(Application application, Guard guard) {
    return all().stream().filter(container -> container.fits(application, guard));
  }

  /** Whether it can run this application under this guard. */
  boolean fits(Application application, Guard guard);

  /**
   * Runs the application to its end.
   *
   * @param folder an empty folder, the application's working folder if it gets a process
   */
  Outcome run(Application application, Guard guard, Path folder);
}
