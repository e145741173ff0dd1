package io.loophalt.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.connector.file.src.reader.StreamFormat;
import org.apache.flink.connector.file.src.util.CheckpointedPosition;
import org.apache.flink.types.Either;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read of a file that was found, and where a reader goes on that is restored. */
class LinesOfFilesTest {

  private static final List<String> LINES =
      IntStream.range(0, 100).mapToObj(each -> "{\"line\": " + each + "}").toList();

  private final LinesOfFiles format = new LinesOfFiles();
  private final Configuration small = new Configuration();
  private final Path folder;

  /** What was read, and a split for who goes on behind each of it. */
  private record Known(Either<String, String> read, FileSourceSplit after) {}

  LinesOfFilesTest(@TempDir Path folder) {
    this.folder = folder;
    small.set(StreamFormat.FETCH_IO_SIZE, MemorySize.parse("200b"));
  }

  @Test
  void aFileThatVanishedWhenItWasFoundIsNamed() throws Exception {
    Path file = folder.resolve("gone.jsonl");

    assertThat(read(split(file, 10)))
        .extracting(Known::read)
        .singleElement()
        .satisfies(only -> assertThat(only.right()).startsWith(file + ": cannot be read: "));
  }

  @Test
  void soIsAFolderInItsPlace() throws Exception {
    Path file = Files.createDirectory(folder.resolve("spans.jsonl"));

    assertThat(read(split(file, 10)))
        .extracting(Known::read)
        .singleElement()
        .satisfies(only -> assertThat(only.right()).startsWith(file + ": cannot be read: "));
  }

  /** As a collector's does that is still written. */
  @Test
  void aFileThatHasGrownIsReadAsItIsNow() throws Exception {
    Path file = Files.write(folder.resolve("spans.jsonl"), LINES);

    assertThat(read(split(file, Files.size(file) / 2)))
        .extracting(each -> each.read().left())
        .containsExactlyElementsOf(LINES);
  }

  @Test
  void whoeverIsRestoredGoesOnBehindTheLastLine() throws Exception {
    Path file = Files.write(folder.resolve("spans.jsonl"), LINES);
    List<Known> whole = read(split(file, Files.size(file)));

    for (int told = 0; told < whole.size(); told++) {
      assertThat(read(whole.get(told).after()))
          .extracting(each -> each.read().left())
          .containsExactlyElementsOf(LINES.subList(told + 1, LINES.size()));
    }
  }

  @Test
  void whatABrokenFileLacksIsSaidBehindItsLinesAlsoAfterARestore() throws Exception {
    Path file = Files.write(folder.resolve("cut.jsonl.gz"), Gzipped.cutAfter(LINES));
    List<Known> whole = read(split(file, Files.size(file)));

    assertThat(whole.subList(0, LINES.size()))
        .extracting(each -> each.read().left())
        .containsExactlyElementsOf(LINES);
    Either<String, String> last = whole.get(whole.size() - 1).read();
    assertThat(last.right()).startsWith(file + ": cannot be read further than line ");
    assertThat(whole).filteredOn(each -> each.read().isRight()).hasSize(1);
    for (int told = 0; told < whole.size() - 1; told++) {
      assertThat(read(whole.get(told).after()))
          .extracting(Known::read)
          .containsExactlyElementsOf(
              whole.subList(told + 1, whole.size()).stream().map(Known::read).toList());
    }
  }

  /** Or a line of it would be taken for the one that was told in its place. */
  @Test
  void aFileThatCanBeReadAfterARestoreIsReadFromItsFirstLine() throws Exception {
    Path file = folder.resolve("spans.jsonl");
    FileSourceSplit after = read(split(file, 10)).get(0).after();
    Files.write(file, LINES);

    assertThat(read(after)).extracting(each -> each.read().left()).containsExactlyElementsOf(LINES);
  }

  /** As something else than lines: it would take all memory, and again after each restart. */
  @Test
  void aLineWithoutAnEndEndsItsFileAndNoTask() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("spans.jsonl"),
            "a".repeat(999) + "\nb\n" + "c".repeat(20_000) + "\nd\n");

    List<Either<String, String>> read =
        read(split(file, 10), new LinesOfFiles(1_000)).stream().map(Known::read).toList();

    assertThat(read.subList(0, 2)).extracting(Either::left).containsExactly("a".repeat(999), "b");
    assertThat(read.get(2).right())
        .isEqualTo(file + ": cannot be read further than line 2: a line of more than 1000 bytes");
    assertThat(read).hasSize(3);
  }

  private static FileSourceSplit split(Path file, long length) {
    return new FileSourceSplit(
        "1", new org.apache.flink.core.fs.Path(file.toString()), 0, length, 0, length);
  }

  private List<Known> read(FileSourceSplit split) throws Exception {
    return read(split, format);
  }

  private List<Known> read(FileSourceSplit split, LinesOfFiles format) throws Exception {
    List<Known> known = new ArrayList<>();
    try (BulkFormat.Reader<Either<String, String>> reader =
        split.getReaderPosition().isPresent()
            ? format.restoreReader(small, split)
            : format.createReader(small, split)) {
      for (var batch = reader.readBatch(); batch != null; batch = reader.readBatch()) {
        for (var each = batch.next(); each != null; each = batch.next()) {
          var position = new CheckpointedPosition(each.getOffset(), each.getRecordSkipCount());
          known.add(new Known(each.getRecord(), split.updateWithCheckpointedPosition(position)));
        }
        batch.releaseBatch();
      }
    }
    return known;
  }
}
