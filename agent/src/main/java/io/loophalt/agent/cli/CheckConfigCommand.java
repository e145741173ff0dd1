package io.loophalt.agent.cli;

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
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
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

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    CheckedConfig checked;
    try {
      checked =
          new ConfigLoader(new BuiltInPresets(), new BuiltInFrameworks())
              .check(new ConfigSource(file, file.getPath(), "the command line"));
    } catch (ConfigException refused) {
      spec.commandLine().getErr().println(refused.getMessage());
      return ExitCode.USAGE;
    }
    boolean withoutEffect = !checked.findings().isEmpty();
    for (ConfigFinding finding : checked.findings()) {
      out.println(finding);
    }
    ExtensionJar.Found found =
        ExtensionJar.read(
            checked.extensions(),
            KnownExtension.ofTheAgent(),
            checked.policy().weaving().frameworks());
    for (KnownExtension each : found.extensions()) {
      out.println(PrintableText.of(each.described() + " is loaded: it watches " + each.title()));
    }
    for (String refusal : found.refusals()) {
      out.println(PrintableText.of(refusal));
      withoutEffect = true;
    }
    String entries = classPath;
    if (entries != null) {
      try {
        for (Line line : ClassPathCheck.check(checked.policy().weaving(), entries)) {
          out.println(PrintableText.of(line.text()));
          withoutEffect |= line.problem();
        }
      } catch (IOException | UncheckedIOException unreadable) {
        spec.commandLine()
            .getErr()
            .println(PrintableText.of(String.valueOf(unreadable.getMessage())));
        return ExitCode.USAGE;
      }
    }
    if (withoutEffect) {
      return WITHOUT_EFFECT;
    }
    out.println(PrintableText.of(file.getPath()) + " is right");
    return ExitCode.OK;
  }
}
