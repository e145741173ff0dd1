package io.loophalt.agent.cli;

import io.loophalt.PrintableText;
import io.loophalt.recordings.OrderedWork;
import io.loophalt.recordings.RunSink;
import io.loophalt.recordings.format.LogParts;
import io.loophalt.recordings.format.ParallelReader;
import io.loophalt.recordings.format.Problems;
import java.io.File;
import java.io.FileInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the files named on a command line, reports what is broken, and shows how far it is. */
final class RecordingFiles {

  /** The name that stands for standard input. */
  static final String STANDARD_INPUT = "-";

  /** What it is called in messages, and in the names of runs without one. */
  private static final String STANDARD_INPUT_SHOWN = "standard input";

  /** A file of this size is worth being read in pieces. */
  private static final long LARGE_BYTES = 1 << 20;

  private final Terminal terminal;
  private final List<List<String>> files;
  private final Progress progress;
  private long broken;

  /**
   * Names the files.
   *
   * @param named files, and folders that stand for the files in them and below them
   */
  RecordingFiles(Terminal terminal, List<String> named) {
    this(terminal, named, null);
  }

  /**
   * The same, for a command that writes a file.
   *
   * @param output is not read where it lies in a folder that is; null if there is none
   */
  RecordingFiles(Terminal terminal, List<String> named, @Nullable Path output) {
    this.terminal = terminal;
    this.files = inOrder(named, output);
    this.progress = new Progress(terminal, totalBytes(files), System::nanoTime);
  }

  /**
   * Reads all files, as many at the same time as there are processors; returns the exit code.
   *
   * @param sinks makes that which takes runs on some thread, from what takes that which is to be
   *     done on this thread, in the order of the input
   */
  int read(Function<Consumer<Runnable>, RunSink> sinks) {
    return read(Runtime.getRuntime().availableProcessors(), sinks);
  }

  /** The same on this thread, one file after the other, with one and the same sink for all. */
  int readInOrder(RunSink sink) {
    return read(1, told -> sink);
  }

  private int read(int threads, Function<Consumer<Runnable>, RunSink> sinks) {
    try (OrderedWork work = new OrderedWork(threads, progress::show)) {
      ParallelReader reader = new ParallelReader(work, sinks, new Messages(), this::open);
      for (List<String> parts : files) {
        String file = parts.get(0);
        if (parts.size() > 1) {
          reader.read(parts);
        } else if (file.equals(STANDARD_INPUT)) {
          reader.readLarge(STANDARD_INPUT_SHOWN);
        } else if (new File(file).length() >= LARGE_BYTES) {
          reader.readLarge(file);
        } else {
          reader.read(parts);
        }
      }
      work.finish();
    }
    progress.clear();
    return broken == 0 ? ExitCode.OK : ExitCode.BROKEN_INPUT;
  }

  /** How many lines or files could not be read. */
  long broken() {
    return broken;
  }

  /** Takes the progress bar off the screen, so that something else can be printed. */
  void beforePrinting() {
    progress.clear();
  }

  /** With the files of a folder for the folder, and the earlier parts of a log before the later. */
  private static List<List<String>> inOrder(List<String> named, @Nullable Path output) {
    Set<String> found = new LinkedHashSet<>();
    for (String name : named) {
      if (Files.isDirectory(Path.of(name))) {
        found.addAll(filesIn(name, output));
      } else {
        found.add(name);
      }
    }
    return LogParts.together(found);
  }

  /**
   * The files in a folder and below it, in the order of their paths. What begins with a dot is left
   * out, a folder with all that is in it. A link to a folder is not followed, so that nothing is
   * read twice, and no circle is gone round.
   */
  private static List<String> filesIn(String folder, @Nullable Path output) {
    Path left = output == null ? null : output.toAbsolutePath().normalize();
    List<String> files = new ArrayList<>();
    Deque<Path> folders = new ArrayDeque<>(List.of(Path.of(folder)));
    for (Path next = folders.poll(); next != null; next = folders.poll()) {
      try (DirectoryStream<Path> entries =
          Files.newDirectoryStream(next, entry -> !entry.toFile().getName().startsWith("."))) {
        for (Path entry : entries) {
          if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
            folders.add(entry);
          } else if (Files.isRegularFile(entry)
              && !entry.toAbsolutePath().normalize().equals(left)) {
            files.add(entry.toString());
          }
        }
      } catch (IOException | DirectoryIteratorException unreadable) {
        files.add(next.toString()); // Reading it says why.
      }
    }
    Collections.sort(files);
    return files;
  }

  private InputStream open(String file) throws IOException {
    return new Counted(
        file.equals(STANDARD_INPUT_SHOWN) && files.contains(List.of(STANDARD_INPUT))
            ? terminal.in()
            : new FileInputStream(file));
  }

  private void broken(String file, long line, String what) {
    broken++;
    complain(file + (line > 0 ? ":" + line : "") + ": " + what);
  }

  /** File names and what is quoted of files may hold anything. */
  private void complain(String what) {
    progress.clear();
    terminal.err().println("loophalt: " + PrintableText.of(what));
  }

  private static long totalBytes(List<List<String>> files) {
    long total = 0;
    for (List<String> parts : files) {
      for (String file : parts) {
        try {
          total += file.equals(STANDARD_INPUT) ? 0 : Files.size(Path.of(file));
        } catch (IOException e) {
          total += 0; // Reading it will say what is wrong.
        }
      }
    }
    return total;
  }

  private final class Messages implements Problems {
    @Override
    public void broken(String file, long line, String what) {
      RecordingFiles.this.broken(file, line, what);
    }

    @Override
    public void notice(String file, String what) {
      complain(file + ": " + what);
    }
  }

  /** Counts the bytes of a file as it is stored. */
  private final class Counted extends FilterInputStream {
    Counted(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int b = super.read();
      progress.advance(b < 0 ? 0 : 1);
      return b;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int count = super.read(target, offset, length);
      progress.advance(Math.max(0, count));
      return count;
    }
  }
}
