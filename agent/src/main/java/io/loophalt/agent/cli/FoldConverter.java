package io.loophalt.agent.cli;

import io.loophalt.recordings.score.Fold;
import java.util.Arrays;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the name of a fold. */
final class FoldConverter implements ITypeConverter<Fold> {

  @Override
  public Fold convert(String value) {
    for (Fold fold : Fold.values()) {
      if (fold.id().equals(value)) {
        return fold;
      }
    }
    throw new TypeConversionException(
        "'"
            + value
            + "' is none of "
            + Arrays.stream(Fold.values()).map(Fold::id).collect(Collectors.joining(", ")));
  }
}
