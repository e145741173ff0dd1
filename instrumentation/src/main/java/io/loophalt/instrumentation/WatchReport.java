package io.loophalt.instrumentation;

import io.loophalt.extension.Artifact;
import io.loophalt.runtime.safety.Log;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Tells a person which frameworks are watched, each once for each version, and of the first class
 * of the application's own: an agent that is never heard of may as well not be there.
 *
 * <p>A thread of its own reads the jar and prints. Where a class is being loaded neither would do:
 * whoever holds the lock of standard error may be waiting for that very class. Thread-safe.
 */
final class WatchReport {

  /** In place of a framework's name. */
  private static final String OWN = "";

  /** What was woven, without a reference to any class or loader of it. */
  private record Woven(
      String framework, List<Artifact> artifacts, String className, String location) {}

  /** A class instead of a lambda, which would cost time when the first class is woven. */
  private final class Telling implements Runnable {
    @Override
    public void run() {
      synchronized (untold) {
        for (Woven each = untold.poll(); each != null; each = untold.poll()) {
          tell(each);
        }
      }
    }
  }

  private final Log log;
  private final Queue<Woven> untold = new ConcurrentLinkedQueue<>();
  private final Set<String> seen = ConcurrentHashMap.newKeySet();

  /** The artifact by whose version a framework goes; empty if the version is unknown. */
  private final Map<String, String> versionedBy = new ConcurrentHashMap<>();

  private final Set<String> told = ConcurrentHashMap.newKeySet();
  private volatile boolean open;

  WatchReport(Log log) {
    this.log = log;
  }

  /** Tells what was woven so far, and from now on at once. */
  void open() {
    open = true;
    tellSoon();
  }

  /** A class of a framework was woven. */
  void framework(
      String title, List<Artifact> artifacts, String className, @Nullable ProtectionDomain domain) {
    String location = location(domain);
    if (seen.add(title + ' ' + location)) {
      untold.add(new Woven(title, artifacts, className, location));
      tellSoon();
    }
  }

  /** A class of the application's own was woven. */
  void ownClass(String className, @Nullable ProtectionDomain domain) {
    if (seen.add(OWN)) {
      untold.add(new Woven(OWN, List.of(), className, location(domain)));
      tellSoon();
    }
  }

  private static String location(@Nullable ProtectionDomain domain) {
    CodeSource source = domain == null ? null : domain.getCodeSource();
    URL location = source == null ? null : source.getLocation();
    return location == null ? "" : location.toString();
  }

  private void tellSoon() {
    if (!open || untold.isEmpty()) {
      return;
    }
    Thread teller = new Thread(null, new Telling(), "loophalt-watch-report", 0, false);
    // The end of the JVM waits for the line, as for one that its own thread prints.
    teller.setDaemon(false);
    try {
      teller.start();
    } catch (OutOfMemoryError noThread) {
      return; // It is told with the next one.
    }
  }

  private void tell(Woven woven) {
    if (woven.framework().equals(OWN)) {
      String jar = JarVersion.jarName(woven.location());
      log.info(
          "watching "
              + woven.className()
              + (jar == null ? "" : " (" + jar + ')')
              + ", the first class of the application's own");
      return;
    }
    String artifact = "";
    String version = null;
    for (Artifact each : woven.artifacts()) {
      if (version == null) {
        artifact = each.artifact();
        version = JarVersion.byName(woven.location(), artifact);
      }
    }
    for (Artifact each : woven.artifacts()) {
      if (version == null) {
        artifact = each.artifact();
        version = JarVersion.byContent(woven.location(), artifact);
      }
    }
    String versioned = version == null ? "" : artifact;
    String first = versionedBy.putIfAbsent(woven.framework(), versioned);
    String line = "watching " + woven.framework() + (version == null ? "" : ' ' + version);
    // Artifacts of one framework may have versions of their own: it goes by that of the first.
    if ((first == null || first.equals(versioned)) && told.add(line)) {
      log.info(line);
    }
  }
}
