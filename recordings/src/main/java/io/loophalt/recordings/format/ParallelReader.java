package io.loophalt.recordings.format;

import io.loophalt.recordings.OrderedWork;
import io.loophalt.recordings.RunSink;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Reads files at the same time, and large ones in pieces where each line is a run of its own. What
 * they hold is told in the order of the files and lines, as {@link RecordingReader} tells it.
 *
 * <p>Not thread-safe: the thread that names the files is the one that hears.
 */
public final class ParallelReader {

  /** What is read and judged as one piece. */
  private static final int PIECE_BYTES = 1 << 20;

  /** A line that is longer is read as it comes. */
  private static final int LARGEST_PIECE_BYTES = 4 << 20;

  /** Opens a file. */
  public interface Opener {
    /** Opens it, or says why that is not possible. */
    InputStream open(String name) throws IOException;
  }

  private final OrderedWork work;
  private final Function<Consumer<Runnable>, RunSink> sinks;
  private final Problems problems;
  private final Opener opener;

  /** What was said of a file that is read in pieces is not said of each. */
  private final Set<String> noticed = new HashSet<>();

  /**
   * Makes a reader.
   *
   * @param sinks makes that which takes the runs of one piece on some thread, from what takes that
   *     which is to be told in order
   * @param problems hears in order what could not be read
   */
  public ParallelReader(
      OrderedWork work,
      Function<Consumer<Runnable>, RunSink> sinks,
      Problems problems,
      Opener opener) {
    this.work = work;
    this.sinks = sinks;
    this.problems = problems;
    this.opener = opener;
  }

  /** Reads a file after the other as one piece, since runs of one may go on in the next. */
  public void read(List<String> files) {
    work.submit(
        told -> {
          Problems later = new Later(told);
          RecordingReader reader = new RecordingReader(sinks.apply(told), later);
          for (String file : files) {
            try (InputStream in = opener.open(file)) {
              reader.read(file, in);
            } catch (IOException e) {
              later.broken(file, 0, "cannot be read: " + reason(e));
            }
          }
          reader.end();
        });
  }

  /** Reads a large file, in pieces where its format has it. */
  public void readLarge(String file) {
    Problems inOrder = new Later(told -> work.submit(each -> each.accept(told)));
    try {
      InputStream in = opener.open(file);
      try {
        Unpacked plain = Unpacked.of(in);
        RecordingReader.Opened opened = RecordingReader.opened(file, plain, inOrder);
        if (opened != null && opened.lines() && opened.format().valuesAreRuns()) {
          pieces(opened, inOrder);
        } else if (opened != null) {
          InputStream taken = in;
          in = InputStream.nullInputStream();
          work.submit(told -> whole(opened, taken, told));
        }
      } finally {
        in.close();
      }
    } catch (IOException e) {
      inOrder.broken(file, 0, "cannot be read: " + reason(e));
    }
  }

  private void whole(RecordingReader.Opened file, InputStream in, Consumer<Runnable> told) {
    Problems later = new Later(told);
    try (in) {
      RecordingFormat.Reading reading = open(file, told);
      RecordingReader.read(file, reading, later);
      reading.end();
    } catch (IOException e) {
      later.broken(file.name(), 0, "cannot be read: " + reason(e));
    }
  }

  private void pieces(RecordingReader.Opened file, Problems inOrder) throws IOException {
    LineStream lines = new LineStream(file.whole());
    while (true) {
      LineStream.Lines taken = lines.takeLines(PIECE_BYTES, LARGEST_PIECE_BYTES);
      if (taken != null) {
        boolean breaksOff = lines.atEnd() && file.plain().damage() != null;
        work.submit(told -> piece(file, taken, breaksOff, told));
      } else if (lines.nextLine()) {
        work.finish();
        RecordingReader.readLine(file, lines, open(file, Runnable::run), problems);
      } else {
        RecordingReader.reportDamage(file, lines.number(), inOrder);
        return;
      }
    }
  }

  private void piece(
      RecordingReader.Opened file,
      LineStream.Lines lines,
      boolean breaksOff,
      Consumer<Runnable> told) {
    try {
      RecordingReader.readLines(file.name(), lines, breaksOff, open(file, told), new Later(told));
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory", e);
    }
  }

  private RecordingFormat.Reading open(RecordingReader.Opened file, Consumer<Runnable> told) {
    return file.format()
        .open(new RecordingFormat.Source(file.name(), new Later(told)), sinks.apply(told));
  }

  private static String reason(IOException e) {
    String message = e.getMessage();
    return message == null ? e.getClass().getSimpleName() : message;
  }

  /** Tells what could not be read when its turn comes. */
  private final class Later implements Problems {
    private final Consumer<Runnable> told;

    Later(Consumer<Runnable> told) {
      this.told = told;
    }

    @Override
    public void broken(String file, long line, String what) {
      told.accept(() -> problems.broken(file, line, what));
    }

    @Override
    public void notice(String file, String what) {
      told.accept(
          () -> {
            if (noticed.add(file + ": " + what)) {
              problems.notice(file, what);
            }
          });
    }
  }
}
