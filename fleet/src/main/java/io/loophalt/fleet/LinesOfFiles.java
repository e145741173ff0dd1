package io.loophalt.fleet;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.io.compression.InflaterInputStreamFactory;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.compression.StandardDeCompressors;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.connector.file.src.reader.StreamFormat;
import org.apache.flink.connector.file.src.util.CheckpointedPosition;
import org.apache.flink.connector.file.src.util.IteratorResultIterator;
import org.apache.flink.connector.file.src.util.SingletonResultIterator;
import org.apache.flink.core.fs.Path;
import org.apache.flink.types.Either;
import org.apache.flink.util.IOUtils;
import org.jspecify.annotations.Nullable;

/**
 * Reads the lines of files, compressed or not: a line is on the left. A file that cannot be read
 * fails nothing, because the job would begin again at that file, for ever. It ends where it cannot
 * be read, and what is to be said of that is on the right, after its lines.
 *
 * <p>Unlike Flink's own format, it reads a file that has grown since it was found: as it is now.
 * Where a reader goes on after a restore is said in the same way, by the number of its lines.
 */
final class LinesOfFiles implements BulkFormat<Either<String, String>, FileSourceSplit> {

  private static final long serialVersionUID = 1L;

  /** A collector's requests have some MB; what is longer is no file of lines. */
  private static final int LONGEST_BYTES = 64 << 20;

  private final int longest;

  LinesOfFiles() {
    this(LONGEST_BYTES);
  }

  /** Of lines of so many bytes at most. */
  LinesOfFiles(int longest) {
    this.longest = longest;
  }

  @Override
  public Reader<Either<String, String>> createReader(Configuration config, FileSourceSplit split) {
    return reader(split.path(), 0, config);
  }

  @Override
  public Reader<Either<String, String>> restoreReader(Configuration config, FileSourceSplit split) {
    long told =
        split.getReaderPosition().map(CheckpointedPosition::getRecordsAfterOffset).orElse(0L);
    return reader(split.path(), told, config);
  }

  private LineReader reader(Path file, long told, Configuration config) {
    return new LineReader(file, told, config.get(StreamFormat.FETCH_IO_SIZE).getBytes(), longest);
  }

  @Override
  public boolean isSplittable() {
    return false;
  }

  @Override
  public TypeInformation<Either<String, String>> getProducedType() {
    return Types.EITHER(Types.STRING, Types.STRING);
  }

  /** Reads one file. Not thread-safe. */
  private static final class LineReader implements Reader<Either<String, String>> {

    private final Path file;
    private final long batchChars;
    private final ReadableBytes bytes;
    private final BufferedReader lines;

    /** How many lines were told before a restore. */
    private final long toldBefore;

    private long read;
    private boolean isOver;

    LineReader(Path file, long toldBefore, long batchChars, int longest) {
      this.file = file;
      this.toldBefore = toldBefore;
      this.batchChars = batchChars;
      this.bytes = new ReadableBytes(file, longest);
      this.lines = new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8));
    }

    @Override
    public @Nullable RecordIterator<Either<String, String>> readBatch() throws IOException {
      List<Either<String, String>> batch = new ArrayList<>();
      long chars = 0;
      while (!isOver && chars < batchChars) {
        String line = lines.readLine();
        if (line == null || bytes.isCut()) { // Of such a line only the beginning is here.
          isOver = true;
        } else if (++read > toldBefore) {
          batch.add(Either.Left(line));
          chars += line.length() + 1;
        }
      }
      if (!batch.isEmpty()) {
        return new IteratorResultIterator<>(
            batch.iterator(), CheckpointedPosition.NO_OFFSET, read - batch.size());
      }
      Throwable problem = bytes.takeProblem();
      if (problem == null) {
        return null;
      }
      // Who goes on behind it has read no more lines than who goes on before it.
      SingletonResultIterator<Either<String, String>> last = new SingletonResultIterator<>();
      last.set(
          Either.Right(said(problem)), CheckpointedPosition.NO_OFFSET, Math.max(read, toldBefore));
      return last;
    }

    private String said(Throwable problem) {
      String message = problem.getMessage();
      return file
          + (read == 0 ? ": cannot be read: " : ": cannot be read further than line " + read + ": ")
          + (message == null ? problem : message);
    }

    @Override
    public void close() {
      IOUtils.closeQuietly(lines);
    }
  }

  /** What can be read of a file, which is opened when that is asked for the first time. */
  private static final class ReadableBytes extends InputStream {

    private final Path file;
    private @Nullable InputStream opened;
    private @Nullable Throwable problem;
    private boolean isOver;

    private final int longest;

    /** Bytes since the last end of a line. */
    private long lineBytes;

    ReadableBytes(Path file, int longest) {
      this.file = file;
      this.longest = longest;
    }

    /** Whether it ends within a line. */
    boolean isCut() {
      return isOver && isLineTooLong();
    }

    private boolean isLineTooLong() {
      return lineBytes > longest;
    }

    /** Why there is no more, once. */
    @Nullable Throwable takeProblem() {
      Throwable taken = problem;
      problem = null;
      return taken;
    }

    @Override
    public int read() {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
      if (isOver) {
        return -1;
      }
      try {
        if (isLineTooLong()) {
          throw tooLong();
        }
        return whole(target, offset, opened().read(target, offset, length));
      } catch (IOException | RuntimeException | LinkageError e) {
        // The last where what unpacks such a file is not there. Packed bytes may be any, and not
        // all who unpack them say of all others that they cannot.
        isOver = true;
        problem = e;
        return -1;
      }
    }

    /** How many of the bytes that were read are before a line that is too long. */
    private int whole(byte[] target, int offset, int count) throws IOException {
      int before = 0;
      for (int i = 0; i < count; i++) {
        boolean isEnd = target[offset + i] == '\n';
        lineBytes = isEnd ? 0 : lineBytes + 1;
        before = isEnd ? i + 1 : before;
        if (isLineTooLong()) {
          if (before == 0) {
            throw tooLong();
          }
          return before;
        }
      }
      return count;
    }

    private IOException tooLong() {
      return new IOException("a line of more than " + longest + " bytes");
    }

    private InputStream opened() throws IOException {
      InputStream known = opened;
      if (known != null) {
        return known;
      }
      InputStream stored = file.getFileSystem().open(file);
      opened = stored; // It is closed also if it cannot be unpacked.
      InflaterInputStreamFactory<?> unpacking =
          StandardDeCompressors.getDecompressorForFileName(file.getPath());
      if (unpacking != null) {
        opened = unpacking.create(stored);
      }
      return opened;
    }

    @Override
    public void close() {
      IOUtils.closeQuietly(opened);
    }
  }
}
