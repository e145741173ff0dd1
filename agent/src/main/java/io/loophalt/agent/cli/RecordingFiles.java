package io.loophalt.agent.cli;

import io.loophalt.PrintableText;
import io.loophalt.recordings.RunSink;
import io.loophalt.recordings.format.Problems;
import io.loophalt.recordings.format.RecordingReader;
import java.io.FileInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Reads the files named on a command line, reports what is broken, and shows how far it is. */
final class RecordingFiles {

  /** The name that stands for standard input. */
  private static final String STANDARD_INPUT = "-";

  private final Terminal terminal;
  private final List<String> files;
  private final Progress progress;
  private long broken;

  /**
   * Names the files.
   *
   * @param named files, and folders that stand for the files in them
   */
  RecordingFiles(Terminal terminal, List<String> named) {
    this.terminal = terminal;
    this.files = inOrder(named);
    this.progress = new Progress(terminal, totalBytes(files), System::nanoTime);
  }

  /** Reads all files; returns the exit code. */
  int read(RunSink sink) {
    RecordingReader reader = new RecordingReader(sink, new Messages());
    for (String file : files) {
      try (InputStream in = open(file)) {
        reader.read(file.equals(STANDARD_INPUT) ? "standard input" : file, new Counted(in));
      } catch (IOException e) {
        broken(file, 0, "cannot be read: " + reason(e));
      }
    }
    reader.end();
    progress.clear();
    return broken == 0 ? ExitCode.OK : ExitCode.BROKEN_INPUT;
  }

  /** Takes the progress bar off the screen, so that something else can be printed. */
  void beforePrinting() {
    progress.clear();
  }

  /** With the files of a folder for the folder, and the earlier part of a log before the later. */
  private static List<String> inOrder(List<String> named) {
    Set<String> found = new LinkedHashSet<>();
    for (String name : named) {
      if (Files.isDirectory(Path.of(name))) {
        found.addAll(filesIn(name));
      } else {
        found.add(name);
      }
    }
    List<String> inOrder = new ArrayList<>();
    for (String file : found) {
      String earlier = file + RecordingReader.ROTATED;
      if (found.contains(earlier)) {
        inOrder.add(earlier);
      }
      if (!found.contains(withoutEnding(file))) {
        inOrder.add(file);
      }
    }
    return List.copyOf(inOrder);
  }

  /** Of the earlier part of a log the name of the later; of other files nothing that is a name. */
  private static String withoutEnding(String file) {
    int length = file.length() - RecordingReader.ROTATED.length();
    return file.endsWith(RecordingReader.ROTATED) ? file.substring(0, length) : "";
  }

  private static List<String> filesIn(String folder) {
    try (Stream<Path> found = Files.list(Path.of(folder))) {
      return found
          .filter(file -> Files.isRegularFile(file) && !file.toFile().getName().startsWith("."))
          .map(Path::toString)
          .sorted()
          .toList();
    } catch (IOException | UncheckedIOException unreadable) {
      return List.of(folder); // Reading it says why.
    }
  }

  private InputStream open(String file) throws IOException {
    return file.equals(STANDARD_INPUT) ? terminal.in() : new FileInputStream(file);
  }

  private static String reason(IOException e) {
    String message = e.getMessage();
    return message == null ? e.getClass().getSimpleName() : message;
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

  private static long totalBytes(List<String> files) {
    long total = 0;
    for (String file : files) {
      try {
        total += file.equals(STANDARD_INPUT) ? 0 : Files.size(Path.of(file));
      } catch (IOException e) {
        total += 0; // Reading it will say what is wrong.
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
