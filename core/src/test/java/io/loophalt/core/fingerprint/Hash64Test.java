package io.loophalt.core.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.text.NormalizedSink;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class Hash64Test {

  @Property
  void aTextThatComesInPiecesHasTheHashOfTheWhole(
      @ForAll @StringLength(max = 70) String text, @ForAll @IntRange(min = 1, max = 20) int piece) {
    NormalizedSink.Digest digest = new NormalizedSink.Digest();
    StringBuilder characters = new StringBuilder(text);

    for (int from = 0; from < text.length(); from += piece) {
      digest.accept(characters, from, Math.min(text.length(), from + piece));
    }

    assertThat(digest.value()).isEqualTo(TextDigest.of(text));
  }

  @Property
  void theKindOfTextDoesNotCount(@ForAll String text) {
    assertThat(Hash64.of(CharBuffer.wrap(text))).isEqualTo(Hash64.of(text));
  }

  @Test
  void everyBitOfATextChangesHalfOfTheHash() {
    for (int length = 1; length <= 40; length++) {
      String text = "The quick brown fox jumps over the lazy dog".substring(0, length);
      char[] characters = text.toCharArray();
      long hash = Hash64.of(text);
      long changed = 0;
      for (int bit = 0; bit < length * Character.SIZE; bit++) {
        characters[bit / Character.SIZE] ^= (char) (1 << (bit % Character.SIZE));
        changed += Long.bitCount(hash ^ Hash64.of(new String(characters)));
        characters[bit / Character.SIZE] ^= (char) (1 << (bit % Character.SIZE));
      }
      assertThat((double) changed / (length * Character.SIZE))
          .as("bits of 64 that change with one bit of %d characters", length)
          .isBetween(28.0, 36.0);
    }
  }

  @Test
  void everyBitOfANumberChangesHalfOfTheHash() {
    long changed = 0;
    for (int i = 0; i < 1000; i++) {
      for (int bit = 0; bit < Long.SIZE; bit++) {
        changed += Long.bitCount(Hash64.of(i, i) ^ Hash64.of(i ^ (1L << bit), i));
        changed += Long.bitCount(Hash64.of(i, i) ^ Hash64.of(i, i ^ (1L << bit)));
        changed += Long.bitCount(Hash64.ofKind(1, i, i) ^ Hash64.ofKind(1, i ^ (1L << bit), i));
        changed += Long.bitCount(Hash64.ofKind(1, i, i) ^ Hash64.ofKind(1, i, i ^ (1L << bit)));
      }
    }
    assertThat(changed / (4.0 * 1000 * Long.SIZE)).isBetween(31.0, 33.0);
  }

  @Test
  void amongAMillionSimilarTextsNoTwoAreEqual() {
    LongStream.Builder hashes = LongStream.builder();
    for (int i = 0; i < 500_000; i++) {
      hashes.add(Hash64.of("file-" + i + ".txt"));
      hashes.add(Hash64.of(Integer.toString(i)));
    }
    for (int length = 1; length < 200; length++) {
      hashes.add(Hash64.of("\0".repeat(length)));
      hashes.add(Hash64.of(" ".repeat(length)));
    }
    assertThat(equalOnes(hashes)).isZero();
  }

  @Test
  void amongAMillionSimilarNumbersNoTwoAreEqual() {
    LongStream.Builder hashes = LongStream.builder();
    for (int i = 0; i < 1000; i++) {
      for (int j = 0; j < 1000; j++) {
        hashes.add(Hash64.of(i, j));
        for (int kind = 1; kind <= 3; kind++) {
          hashes.add(Hash64.ofKind(kind, i, j));
        }
      }
    }
    assertThat(equalOnes(hashes)).isZero();
  }

  /** How many are there a second time. */
  private static long equalOnes(LongStream.Builder hashes) {
    long[] sorted = hashes.build().sorted().toArray();
    return IntStream.range(1, sorted.length).filter(i -> sorted[i] == sorted[i - 1]).count();
  }

  @Test
  void bytesCountUpToTheLengthGiven() {
    byte[] bytes = "0123456789abcdef0123456789abcdef!".getBytes(StandardCharsets.UTF_8);
    Set<Long> hashes = new HashSet<>();

    for (int length = 0; length <= bytes.length; length++) {
      hashes.add(Hash64.of(bytes, length));
    }

    assertThat(hashes).hasSize(bytes.length + 1);
    assertThat(Hash64.of(new byte[] {1, 2, 3}, 2)).isEqualTo(Hash64.of(new byte[] {1, 2, 9}, 2));
  }
}
