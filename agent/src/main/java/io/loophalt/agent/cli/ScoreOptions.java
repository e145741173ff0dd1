package io.loophalt.agent.cli;

import io.loophalt.presets.Presets;
import io.loophalt.recordings.score.Fold;
import io.loophalt.recordings.score.LabelFile;
import io.loophalt.recordings.score.LabelScores;
import io.loophalt.recordings.score.OutcomeScores;
import io.loophalt.recordings.score.RunLabel;
import io.loophalt.recordings.score.Scores;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that ask how good presets are, in place of what happens to each run. */
final class ScoreOptions {

  private static final String ALL = "all";

  @Option(
      names = "--labels",
      paramLabel = "FILE",
      description =
          "Score against these labels: which clear loops are found, which clean runs are disturbed,"
              + " how early, and what that saves.")
  @Nullable String labels;

  @Option(
      names = "--presets",
      paramLabel = "all|NAME,NAME",
      split = ",",
      description = "Judge every run by each of these presets, and print one table of them.")
  List<String> presets = new ArrayList<>();

  @Option(
      names = "--fold",
      paramLabel = "all|held-out|rest",
      defaultValue = "all",
      converter = FoldConverter.class,
      description =
          "Take only the fifth of the runs that is held out for a last check, or only the rest."
              + " Which one a run is in follows from its id. Default: ${DEFAULT-VALUE}.")
  Fold fold = Fold.ALL;

  @Spec(Spec.Target.MIXEE)
  @Nullable CommandSpec command;

  /** Whether scores are asked for. */
  boolean isAsked() {
    return labels != null || !presets.isEmpty();
  }

  /** The names of the presets to compare; none if they are not named. */
  List<String> presets() {
    return presets.contains(ALL) ? List.copyOf(Presets.names()) : List.copyOf(presets);
  }

  /**
   * What counts.
   *
   * @throws ParameterException if the labels cannot be read
   */
  Scores scores(PrintStream out) {
    String file = labels;
    return file == null ? new OutcomeScores(out) : new LabelScores(read(file), fold, out);
  }

  private Map<String, RunLabel> read(String file) {
    try (InputStream in = new FileInputStream(file)) {
      return LabelFile.read(in);
    } catch (IllegalArgumentException e) {
      throw wrong(file + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw wrong(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private ParameterException wrong(String what, Exception cause) {
    return new ParameterException(Objects.requireNonNull(command).commandLine(), what, cause);
  }
}
