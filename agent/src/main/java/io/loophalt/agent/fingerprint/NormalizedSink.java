package io.loophalt.agent.fingerprint;

import com.dynatrace.hash4j.hashing.HashStream64;
import com.dynatrace.hash4j.hashing.Hashing;

/** Takes the characters that the {@link ErrorScanner} lets through, in order. */
interface NormalizedSink {

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
    private final HashStream64 stream = Hashing.komihash5_0().hashStream();
    private final char[] block = new char[256];

    @Override
    public void accept(StringBuilder characters, int start, int end) {
      for (int from = start; from < end; from += block.length) {
        int to = Math.min(end, from + block.length);
        characters.getChars(from, to, block, 0);
        stream.putChars(block, 0, to - from);
      }
    }

    /** The {@link TextDigest} of all characters taken so far. */
    long value() {
      return TextDigest.present(stream.getAsLong());
    }
  }
}
