package io.loophalt.core.fingerprint;

/** Takes the characters of a text that a reader lets through, in order. */
public interface NormalizedSink {

  /** Takes the characters from {@code start} up to, not including, {@code end}. */
  void accept(StringBuilder characters, int start, int end);

  /** Collects the characters into a text. */
  record Text(StringBuilder text) implements NormalizedSink {
    @Override
    public void accept(StringBuilder characters, int start, int end) {
      text.append(characters, start, end);
    }
  }

  /** Digests the characters without keeping them. */
  final class Digest implements NormalizedSink {
    private final KomihashStream stream = TextDigest.stream();

    @Override
    public void accept(StringBuilder characters, int start, int end) {
      for (int i = start; i < end; i++) {
        stream.take(characters.charAt(i));
      }
    }

    /** The {@link TextDigest} of all characters taken; to be asked once. */
    public long value() {
      return TextDigest.present(stream.hash());
    }
  }
}
