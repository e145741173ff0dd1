package io.loophalt.agent.cli.jvm;

import io.loophalt.operations.control.ControlFolder;
import io.loophalt.operations.control.GuardedJvms;
import io.loophalt.operations.control.GuardedJvms.Jvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the JVM that a person means.
 *
 * @param processes the {@code /proc} of Linux; elsewhere it does not exist
 * @param folders where the sockets of this machine are
 */
public record JvmFinder(Path processes, List<Path> folders) {

  private static final String IN_CONTAINER = "NSpid:";

  /** Copies the list. */
  public JvmFinder {
    folders = List.copyOf(folders);
  }

  /** That of this machine. */
  public static JvmFinder ofThisMachine() {
    return new JvmFinder(Path.of("/proc"), ControlFolder.all());
  }

  /** Thrown with a message for the person. */
  public static final class NotFoundException extends Exception {
    private static final long serialVersionUID = 1L;

    NotFoundException(String message) {
      super(message);
    }
  }

  /**
   * The guarded JVM of this name.
   *
   * @param name a process id, or what {@code ps} calls it where several have the same
   * @throws NotFoundException if none can be reached, or more than one is meant
   */
  public Jvm find(String name) throws NotFoundException {
    List<Jvm> meant = new ArrayList<>();
    for (Jvm each : GuardedJvms.find(folders)) {
      if (each.name().equals(name) || Long.toString(each.pid()).equals(name)) {
        meant.add(each);
      }
    }
    if (meant.isEmpty()) {
      meant.addAll(inContainer(name));
    }
    if (meant.size() > 1) {
      throw new NotFoundException(
          "several JVMs have the process id "
              + name
              + ", in containers of their own; say which: "
              + meant.stream().map(Jvm::name).collect(Collectors.joining(", ")));
    }
    if (meant.isEmpty()) {
      throw new NotFoundException("process " + name + " cannot be reached: " + whyNot(name));
    }
    return meant.get(0);
  }

  /** A process has another id inside its container, where its socket is, too. */
  private List<Jvm> inContainer(String pid) {
    String inside = pidInside(pid);
    if (inside == null) {
      return List.of();
    }
    List<Jvm> found = new ArrayList<>();
    for (Jvm each : GuardedJvms.inside(processes.resolve(pid))) {
      if (Long.toString(each.pid()).equals(inside)) {
        found.add(each);
      }
    }
    return found;
  }

  /** The id that a process has in its own container; null if it is in none, or that is not told. */
  private @Nullable String pidInside(String pid) {
    if (!pid.matches("[0-9]+")) {
      return null;
    }
    Path status = processes.resolve(pid).resolve("status");
    try (Stream<String> lines = Files.lines(status, StandardCharsets.ISO_8859_1)) {
      String line = lines.filter(each -> each.startsWith(IN_CONTAINER)).findFirst().orElse("");
      String[] ids = line.split("\\s+");
      return ids.length > 2 ? ids[ids.length - 1] : null;
    } catch (IOException | UncheckedIOException untold) {
      return null;
    }
  }

  private String whyNot(String name) {
    if (!name.matches("[0-9]{1,18}")) {
      return "give its process id, as 'ps' lists it";
    }
    String refusal = new AttachTarget(processes, Long.parseLong(name)).refusal();
    if (refusal != null) {
      return refusal;
    }
    if (pidInside(name) != null) {
      return "it runs in a container; run this command inside it, or mount a folder into both and"
          + " name it in "
          + ControlFolder.VARIABLE;
    }
    return "no agent listens in it. Either it is not guarded ('attach' does that), no run has begun"
        + " in it yet, its configuration says 'control: off', or its socket is in another folder,"
        + " which "
        + ControlFolder.VARIABLE
        + " names";
  }
}
