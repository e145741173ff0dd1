package io.loophalt.recordings;

import io.loophalt.core.event.Event;
import io.loophalt.core.event.EventSink;
import io.loophalt.core.event.RunOpened;
import io.loophalt.core.event.RungReached;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** An event log that is written line by line, on the thread of whatever happens. */
final class WrittenLog implements EventSink, AutoCloseable {

  private final EventJson json;
  private final OutputStream out;

  private WrittenLog(EventJson json, OutputStream out) {
    this.json = json;
    this.out = out;
  }

  /** Goes on where the file ends. */
  static WrittenLog open(String jvm, Path file) {
    try {
      return new WrittenLog(
          new EventJson(jvm),
          Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void publish(Event event) {
    if (event instanceof RunOpened || event instanceof RungReached) {
      return;
    }
    try {
      out.write(json.line(event));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      out.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
