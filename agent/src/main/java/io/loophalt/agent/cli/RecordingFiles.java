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
import java.net.URI;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
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

  /** In place of bytes that are no UTF-8. */
  private static final char UNDECODABLE = '\uFFFD';

  private final Terminal terminal;

  /** Found files whose names the locale has no letters for, by what they are called here. */
  private final Map<String, Path> unspellable = new HashMap<>();

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
    sayWhatIsWaitedFor();
    try (OrderedWork work = new OrderedWork(threads, progress::show)) {
      ParallelReader reader = new ParallelReader(work, sinks, new Messages(), this::open);
      for (List<String> parts : files) {
        String file = parts.get(0);
        if (parts.size() > 1) {
          reader.read(parts);
        } else if (file.equals(STANDARD_INPUT)) {
          reader.readLarge(STANDARD_INPUT_SHOWN);
        } else if (bytes(file) >= LARGE_BYTES) {
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

  /** A pipe that nobody writes to holds the command up, and a person would not know why. */
  private void sayWhatIsWaitedFor() {
    for (List<String> parts : files) {
      for (String file : parts) {
        Path path = file.equals(STANDARD_INPUT) ? null : pathOf(file);
        if (path != null
            && Files.exists(path)
            && !Files.isRegularFile(path)
            && !Files.isDirectory(path)) {
          complain(file + ": is a pipe or a device, and is read until it ends");
        }
      }
    }
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
  private List<List<String>> inOrder(List<String> named, @Nullable Path output) {
    Set<String> found = new LinkedHashSet<>();
    for (String name : named) {
      Path path = pathOf(name);
      if (path != null && Files.isDirectory(path)) {
        found.addAll(filesIn(path, output));
      } else {
        found.add(name); // Reading it says why, if it cannot be.
      }
    }
    return LogParts.together(found);
  }

  /**
   * The files in a folder and below it, in the order of their paths. What begins with a dot is left
   * out, a folder with all that is in it. A link to a folder is not followed, so that nothing is
   * read twice, and no circle is gone round.
   */
  private List<String> filesIn(Path folder, @Nullable Path output) {
    Path left = output == null ? null : output.toAbsolutePath().normalize();
    List<String> files = new ArrayList<>();
    Deque<Path> folders = new ArrayDeque<>(List.of(folder));
    for (Path next = folders.poll(); next != null; next = folders.poll()) {
      try (DirectoryStream<Path> entries =
          Files.newDirectoryStream(next, entry -> !entry.toFile().getName().startsWith("."))) {
        for (Path entry : entries) {
          if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
            folders.add(entry);
          } else if (Files.isRegularFile(entry)
              && !entry.toAbsolutePath().normalize().equals(left)) {
            files.add(named(entry));
          }
        }
      } catch (IOException | DirectoryIteratorException unreadable) {
        files.add(named(next)); // Reading it says why.
      }
    }
    Collections.sort(files);
    return files;
  }

  /** What a path is called, by which it is found again. */
  private String named(Path path) {
    if (path.equals(pathOf(path.toString()))) {
      return path.toString();
    }
    StringJoiner name = new StringJoiner(File.separator);
    if (path.isAbsolute()) {
      name.add("");
    }
    path.forEach(element -> name.add(spelled(element)));
    unspellable.put(name.toString(), path);
    return name.toString();
  }

  /**
   * The name of a file or folder as UTF-8, or else its bytes, where the locale has no letters for
   * it, as C and POSIX have for none beyond ASCII: what {@link Path#toString} says is no name then.
   */
  private static String spelled(Path element) {
    if (element.equals(pathOf(element.toString()))) {
      return element.toString();
    }
    URI uri = element.toUri();
    String path = uri.getPath().indexOf(UNDECODABLE) < 0 ? uri.getPath() : uri.getRawPath();
    return path.substring(path.lastIndexOf('/', path.length() - 2) + 1).replaceFirst("/$", "");
  }

  /** The path that a name says; null if none can be called so. */
  private static @Nullable Path pathOf(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      return null;
    }
  }

  private InputStream open(String file) throws IOException {
    if (file.equals(STANDARD_INPUT_SHOWN) && files.contains(List.of(STANDARD_INPUT))) {
      return new Counted(terminal.in());
    }
    Path path = unspellable.get(file);
    return new Counted(path == null ? new FileInputStream(file) : Files.newInputStream(path));
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

  private long totalBytes(List<List<String>> files) {
    long total = 0;
    for (List<String> parts : files) {
      for (String file : parts) {
        total += file.equals(STANDARD_INPUT) ? 0 : bytes(file);
      }
    }
    return total;
  }

  /** The size of a file; 0 if it cannot be read, as reading it will say. */
  private long bytes(String file) {
    Path path = unspellable.get(file);
    try {
      return path == null ? new File(file).length() : Files.size(path);
    } catch (IOException e) {
      return 0;
    }
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
