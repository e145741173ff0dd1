package io.loophalt.core.text;

import io.loophalt.core.fingerprint.Hash64;
import io.loophalt.core.fingerprint.TextDigest;

/** Takes the characters that the {@link ErrorScanner} lets through, in order. */
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
    private long state = Hash64.START;
    private long first;
    private long second;
    private int inBlock;
    private int length;

    @Override
    public void accept(StringBuilder characters, int start, int end) {
      length += end - start;
      for (int i = start; i < end; i++) {
        take(characters.charAt(i));
      }
    }

    /** A full block waits for the next character: the last block is never empty. */
    private void take(char c) {
      if (inBlock == Hash64.BLOCK) {
        state = Hash64.block(state, first, second);
        first = 0;
        second = 0;
        inBlock = 0;
      }
      long moved = (long) c << (inBlock * Character.SIZE); // by at most 63: Java takes the rest
      if (inBlock < Hash64.BLOCK / 2) {
        first |= moved;
      } else {
        second |= moved;
      }
      inBlock++;
    }

    /** The {@link TextDigest} of all characters taken so far. */
    public long value() {
      return TextDigest.present(Hash64.end(Hash64.block(state, first, second), length));
    }
  }
}
