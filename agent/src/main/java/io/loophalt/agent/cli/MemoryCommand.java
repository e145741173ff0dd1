package io.loophalt.agent.cli;

import io.loophalt.PrintableText;
import io.loophalt.core.event.LoopSeen.Part;
import io.loophalt.core.memory.PastLoop;
import io.loophalt.core.memory.PastLoop.Occasion;
import io.loophalt.core.memory.TaskLoops;
import io.loophalt.operations.memory.MemoryContents;
import io.loophalt.operations.memory.MemoryFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows, exports and forgets what is in a memory of past loops. */
@Command(
    name = "memory",
    description = "List, export or forget the past loops in the file of 'memory: {file: ...}'.",
    synopsisSubcommandLabel = "COMMAND")
final class MemoryCommand {

  private static final int NOTHING_FORGOTTEN = 1;

  @SuppressWarnings("NullAway.Init") // picocli sets it before a subcommand is called
  @Spec
  private CommandSpec spec;

  /** What to forget. */
  static final class Which {
    @Option(names = "--all", required = true, description = "Everything.")
    boolean all;

    @ArgGroup(exclusive = false, multiplicity = "1")
    @Nullable Some some;
  }

  /** What is the same in all that is forgotten; of two options, both. */
  static final class Some {
    @Option(
        names = "--task",
        paramLabel = "NAME",
        description = "The loops of a task, by its name as it is listed.")
    @Nullable String task;

    @Option(
        names = "--loop",
        paramLabel = "ID",
        description =
            "A loop by its id as it is listed: in each task that has it, or with --task in that one.")
    @Nullable String loop;
  }

  @Command(
      name = "list",
      description =
          "Print each task with its loops: id, detector, tools, and what became of the runs. Exit"
              + " status 2 if the file is refused.")
  int list(@Parameters(paramLabel = "FILE", description = "The memory.") Path file) {
    MemoryContents contents = read(file);
    if (contents == null) {
      return ExitCode.USAGE;
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println("digests: " + PrintableText.name(contents.digests()));
    for (TaskLoops task : contents.tasks()) {
      out.println(
          PrintableText.name(task.name())
              + ", "
              + count(task.runs(), "run")
              + " since its first loop");
      for (PastLoop loop : task.loops()) {
        out.println("  " + line(loop));
      }
    }
    if (contents.tasks().isEmpty()) {
      out.println("no loops");
    }
    return ExitCode.OK;
  }

  private static String line(PastLoop loop) {
    Set<String> tools = new LinkedHashSet<>();
    for (Part part : loop.parts()) {
      tools.add(PrintableText.name(part.tool()));
    }
    long ended = loop.occasions().stream().filter(each -> each.next() == null).count();
    String ways =
        loop.occasions().stream()
            .map(Occasion::next)
            .filter(Objects::nonNull)
            .map(PrintableText::name)
            .distinct()
            .collect(Collectors.joining(", "));
    return HexFormat.of().toHexDigits(loop.id())
        + "  "
        + PrintableText.name(loop.detector())
        + "  "
        + String.join(", ", tools)
        + "  ended "
        + ended
        + ", went on "
        + (loop.occasions().size() - ended)
        + (ways.isEmpty() ? "" : " by " + ways)
        + ", last "
        + loop.latest();
  }

  private static String count(long count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }

  @Command(
      name = "export",
      description = "Print all of it as JSON, in the form of the file. Exit status as for list.")
  int export(@Parameters(paramLabel = "FILE", description = "The memory.") Path file) {
    MemoryContents contents = read(file);
    if (contents == null) {
      return ExitCode.USAGE;
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(new String(contents.json(), StandardCharsets.UTF_8));
    out.flush();
    return ExitCode.OK;
  }

  @Command(
      name = "forget",
      description =
          "Forget past loops. A JVM that uses the file follows within ten seconds, when its next"
              + " run begins. Exit status 1 if there was nothing to forget, 2 if the file is"
              + " refused.")
  int forget(
      @Parameters(paramLabel = "FILE", description = "The memory.") Path file,
      @ArgGroup(multiplicity = "1") Which which) {
    Some some = which.some;
    String task = some == null ? null : some.task;
    String loop = some == null || some.loop == null ? null : some.loop.toLowerCase(Locale.ROOT);
    if (loop != null && !loop.matches("[0-9a-f]{16}")) {
      throw new ParameterException(
          spec.commandLine(), "--loop must be 16 hexadecimal digits, as 'memory list' prints them");
    }
    if (!Files.exists(file)) {
      return refused(file, "there is no such file");
    }
    AtomicInteger forgotten = new AtomicInteger();
    try {
      new MemoryFile(file)
          .change(
              known -> {
                MemoryContents before = Objects.requireNonNull(known);
                MemoryContents after = without(before, task, loop);
                forgotten.set(loops(before) - loops(after));
                return after;
              });
    } catch (IOException unusable) {
      return refused(file, String.valueOf(unusable.getMessage()));
    }
    spec.commandLine().getOut().println(count(forgotten.get(), "loop") + " forgotten");
    return forgotten.get() == 0 ? NOTHING_FORGOTTEN : ExitCode.OK;
  }

  /** Null stands for any. */
  private static MemoryContents without(
      MemoryContents before, @Nullable String forgottenTask, @Nullable String forgottenLoop) {
    List<TaskLoops> kept = new ArrayList<>();
    for (TaskLoops task : before.tasks()) {
      List<PastLoop> loops = new ArrayList<>(task.loops());
      loops.removeIf(
          loop ->
              (forgottenTask == null || task.name().equals(forgottenTask))
                  && (forgottenLoop == null
                      || HexFormat.of().toHexDigits(loop.id()).equals(forgottenLoop)));
      if (!loops.isEmpty()) {
        kept.add(new TaskLoops(task.key(), task.name(), task.runs(), loops));
      }
    }
    return new MemoryContents(before.digests(), kept);
  }

  private static int loops(MemoryContents contents) {
    return contents.tasks().stream().mapToInt(task -> task.loops().size()).sum();
  }

  private @Nullable MemoryContents read(Path file) {
    try {
      MemoryContents contents = new MemoryFile(file).read();
      if (contents == null) {
        refused(file, "there is no such file");
      }
      return contents;
    } catch (IOException unusable) {
      refused(file, String.valueOf(unusable.getMessage()));
      return null;
    }
  }

  private int refused(Path file, String why) {
    spec.commandLine()
        .getErr()
        .println("the memory " + PrintableText.of(file.toString()) + ": " + PrintableText.of(why));
    return ExitCode.USAGE;
  }
}
