package io.loophalt.agent.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.PrintableText;
import io.loophalt.agent.extensions.BuiltInFrameworks;
import io.loophalt.agent.extensions.ExtensionJar;
import io.loophalt.agent.extensions.KnownExtension;
import io.loophalt.configuration.BuiltInPresets;
import io.loophalt.configuration.CheckedConfig;
import io.loophalt.configuration.ConfigFinding;
import io.loophalt.configuration.ConfigLoader;
import io.loophalt.configuration.ConfigSource;
import io.loophalt.configuration.schema.ConfigException;
import io.loophalt.instrumentation.ClassPathCheck;
import io.loophalt.instrumentation.ClassPathCheck.Line;
import io.loophalt.operations.control.ControlProtocol;
import io.loophalt.runtime.policy.FrameworkSwitches;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Reads a configuration as the agent would, and says what in it is wrong or can never take effect.
 */
@Command(
    name = "check-config",
    description =
        "Check a configuration file. Exit status 0 if it is right and everything in it can take"
            + " effect, 1 if something never can, 2 if the agent would refuse it or the class path"
            + " cannot be read.")
final class CheckConfigCommand implements Callable<Integer> {

  private static final int WITHOUT_EFFECT = 1;

  @SuppressWarnings("NullAway.Init") // picocli sets it before call()
  @Spec
  private CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets it before call()
  @Parameters(paramLabel = "FILE", description = "The configuration file.")
  private File file;

  @Option(
      names = "--classpath",
      paramLabel = "PATH",
      description =
          "Say which methods of these jars and folders are woven, and where the paths under 'weave'"
              + " lead. Written as for java -cp; classes are read, not loaded.")
  private @Nullable String classPath;

  @Option(names = "--json", description = "Print one JSON document.")
  private boolean json;

  /** What never takes effect, and what else is to be told, in the order in which it is found. */
  private final List<String> problems = new ArrayList<>();

  private final List<String> notes = new ArrayList<>();

  @Override
  public Integer call() {
    String refusal = check();
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      ObjectNode answer = ControlProtocol.JSON.createObjectNode().put("file", file.getPath());
      answer.put("right", refusal == null && problems.isEmpty());
      problems.forEach(answer.putArray("problems")::add);
      notes.forEach(answer.putArray("notes")::add);
      out.println(ControlProtocol.text(answer.put("refused", refusal)));
    }
    if (refusal != null) {
      spec.commandLine().getErr().println(refusal);
      return ExitCode.USAGE;
    }
    if (problems.isEmpty() && !json) {
      out.println(PrintableText.of(file.getPath()) + " is right");
    }
    return problems.isEmpty() ? ExitCode.OK : WITHOUT_EFFECT;
  }

  /** Null, or why the agent would refuse it, or the class path cannot be read. */
  private @Nullable String check() {
    CheckedConfig checked;
    try {
      checked =
          new ConfigLoader(new BuiltInPresets(), new BuiltInFrameworks())
              .check(new ConfigSource(file, file.getPath(), "the command line"));
    } catch (ConfigException refused) {
      return refused.getMessage();
    }
    for (ConfigFinding finding : checked.findings()) {
      tell(finding.toString(), /* problem= */ !finding.isNote());
    }
    tellOfFinding(checked);
    checkExtensions(checked);
    String entries = classPath;
    if (entries != null) {
      try {
        for (Line line : ClassPathCheck.check(checked.policy().weaving(), entries)) {
          tell(line.text(), line.problem());
        }
      } catch (IOException | UncheckedIOException unreadable) {
        return PrintableText.of(String.valueOf(unreadable.getMessage()));
      }
    }
    return null;
  }

  /** The same file counts for less where it is only found in the working directory. */
  private void tellOfFinding(CheckedConfig checked) {
    if (file.getName().equals(ConfigSource.FILE_NAME) && !checked.extensions().isEmpty()) {
      tell(
          "'extensions' holds where this file is named, as by config="
              + file.getName()
              + "; where it is only found in the working directory, the JVM does not start with it",
          /* problem= */ false);
    }
  }

  private void checkExtensions(CheckedConfig checked) {
    List<KnownExtension> all = KnownExtension.ofTheAgent();
    FrameworkSwitches switches = checked.policy().weaving().frameworks();
    ExtensionJar.Found found = ExtensionJar.read(checked.extensions(), all, switches);
    for (KnownExtension each : found.extensions()) {
      String problem = ExtensionJar.problemOfArtifacts(each);
      tell(
          problem == null
              ? each.described() + " is loaded: it watches " + each.title()
              : each.described() + " would be switched off: " + problem,
          problem != null);
    }
    for (String refusal : found.refusals()) {
      tell(refusal, /* problem= */ true);
    }
    all.addAll(found.extensions());
    if (!checked.extensions().isEmpty()) {
      for (String unknown : KnownExtension.unknown(switches, all)) {
        tell(
            "'weave.frameworks' names " + unknown + ", which no framework or extension is called",
            /* problem= */ true);
      }
    }
  }

  private void tell(String what, boolean problem) {
    String line = PrintableText.of(what);
    (problem ? problems : notes).add(line);
    if (!json) {
      spec.commandLine().getOut().println(line);
    }
  }
}
