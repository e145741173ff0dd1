package io.loophalt.configuration.settings;

import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.Ladder;
import java.util.List;

/**
 * The presets and detectors there are, as far as a configuration needs to know them.
 *
 * <p>Implementations are immutable. Every name given to a method is one that the catalog listed.
 */
public interface PresetCatalog {

  /** What one count of a detector stands for, at least. */
  enum Counted {
    /** A tool call. */
    STEPS,
    /** A model answer with at least one tool call. */
    BUSY_TURNS,
    /** A model call. */
    TURNS,
    /** A model answer without a tool call. */
    IDLE_TURNS,
    /** A model answer without a tool call, once another one shows that it was not the end. */
    FOLLOWED_IDLE_TURNS
  }

  /** The presets' names; {@link Defaults#PRESET} is one of them. */
  List<String> presets();

  /** A preset's name with the version that is in force, where it has several. */
  String versioned(String preset);

  /** A preset's detectors, in the order in which they are asked. */
  List<DetectorPolicy> detectors(String preset);

  /** The limits that come with a preset. */
  Ceilings ceilings(String preset);

  /** All detectors, also those no preset uses. */
  List<String> detectorNames();

  /** The names of a detector's own numbers, such as {@code window}. */
  List<String> parameterNames(String detector);

  /**
   * Whether the detector has a ladder of its own, which {@code ladder} for a task does not replace:
   * its counts mean something else than "this often without progress".
   */
  boolean hasOwnLadder(String detector);

  /**
   * Whether a detector with a ladder of its own also counts missing progress, on weaker evidence:
   * then it must not halt sooner than the ladder that somebody wrote for the task, tool or action
   * class.
   */
  boolean isWeakEvidence(String detector);

  /**
   * Whether the detector remembers texts of the model as they are, and not digests of them: its
   * runs are not shared with other processes.
   */
  boolean keepsTexts(String detector);

  /** The ladder of a detector that is switched on where the preset does not have it. */
  Ladder ladder(String detector);

  /** What the detector counts. */
  Counted counted(String detector);

  /**
   * The highest count the detector can reach, given its parameters; {@link Integer#MAX_VALUE} when
   * nothing bounds it.
   */
  int highestCount(DetectorPolicy detector);
}
