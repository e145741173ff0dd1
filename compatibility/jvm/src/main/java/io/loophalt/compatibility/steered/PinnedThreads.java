package io.loophalt.compatibility.steered;

import io.loophalt.compatibility.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/**
 * Which virtual threads kept their carrier while they waited, as the JVM records it. Compiled for a
 * JDK that has none of them.
 */
final class PinnedThreads {

  private static final String EVENT = "jdk.VirtualThreadPinned";
  private static final String AGENT = "io.loophalt.runtime.";

  /** The JVM pins whoever waits for another's look into a jar while it loads a class, any class. */
  private static final String LOADS_A_CLASS = "java.lang.ClassLoader.loadClass";

  private final Recording recording;

  private PinnedThreads(Recording recording) {
    this.recording = recording;
  }

  /** Begins to record. */
  static PinnedThreads record() {
    Recording begun = new Recording();
    begun.enable(EVENT).withoutThreshold().withStackTrace();
    begun.start();
    return new PinnedThreads(begun);
  }

  static void startVirtual(Runnable work) {
    try {
      Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work);
    } catch (ReflectiveOperationException none) {
      throw new IllegalStateException(none);
    }
  }

  /** Says which the agent has pinned, and waits for one that had to be: they are found at all. */
  void report() throws IOException {
    startVirtual(() -> Report.fact("pins", Pins.WAITED));
    Path file = Files.createTempFile("pinned", ".jfr");
    try {
      List<RecordedEvent> events = events(file);
      while (events.stream().noneMatch(PinnedThreads::hadToBe)) {
        events = events(file);
      }
      Report.fact(
          "pinned",
          events.stream()
              .map(PinnedThreads::place)
              .filter(place -> place.contains(AGENT) && !place.contains(LOADS_A_CLASS))
              .collect(Collectors.joining(" and ")));
    } finally {
      Files.delete(file);
      recording.close();
    }
  }

  private List<RecordedEvent> events(Path file) throws IOException {
    recording.dump(file);
    return RecordingFile.readAllEvents(file);
  }

  private static boolean hadToBe(RecordedEvent event) {
    return place(event).contains(Pins.class.getName());
  }

  private static String place(RecordedEvent event) {
    return event.getStackTrace() == null
        ? "nowhere"
        : event.getStackTrace().getFrames().stream()
            .map(RecordedFrame::getMethod)
            .map(method -> method.getType().getName() + "." + method.getName())
            .collect(Collectors.joining(" < "));
  }

  /** Waits while the JVM initializes it, which pins on every JDK. */
  private static final class Pins {
    static final boolean WAITED = waits();

    private static boolean waits() {
      LockSupport.parkNanos(1_000_000);
      return true;
    }
  }
}
