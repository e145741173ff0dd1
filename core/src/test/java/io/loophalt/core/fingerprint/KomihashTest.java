package io.loophalt.core.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class KomihashTest {

  private static final Komihash HASH = new Komihash(0);

  @Test
  void aMillionTextsHaveTheHashThatTheLibraryGivesThem() {
    Random random = new Random(18);
    char[] characters = new char[6_000];
    for (int i = 0; i < 1_000_000; i++) {
      int length = i % 1_000 == 0 ? random.nextInt(characters.length) : random.nextInt(140);
      int alphabet = i % 2 == 0 ? 0x80 : 0x1_0000;
      for (int at = 0; at < length; at++) {
        characters[at] = (char) random.nextInt(alphabet);
      }
      String text = new String(characters, 0, length);
      long seed = i % 3 == 0 ? 0 : random.nextLong();

      if (new Komihash(seed).of(text) != Hashing.komihash5_0(seed).hashCharsToLong(text)) {
        fail("with seed " + seed + " another hash of " + text);
      }
    }
  }

  @Test
  void aMillionNumbersHaveTheHashThatTheLibraryGivesThem() {
    Random random = new Random(18);
    for (int i = 0; i < 500_000; i++) {
      long seed = i % 3 == 0 ? 0 : random.nextLong();
      long first = random.nextLong();
      long second = random.nextLong();
      long third = random.nextLong();
      Hasher64 library = Hashing.komihash5_0(seed);

      Komihash own = new Komihash(seed);
      if (own.of(first, second) != library.hashLongLongToLong(first, second)
          || own.of(first, second, third) != library.hashLongLongLongToLong(first, second, third)) {
        fail("with seed " + seed + " another hash of " + first + ", " + second);
      }
    }
  }

  @Property
  void aPartOfATextHasTheHashOfACopyOfIt(
      @ForAll @StringLength(max = 5_000) String text, @ForAll @IntRange(max = 200) int from) {
    int start = Math.min(from, text.length());

    assertThat(HASH.of(text, start, text.length())).isEqualTo(HASH.of(text.substring(start)));
  }

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
    assertThat(HASH.of(CharBuffer.wrap(text))).isEqualTo(HASH.of(text));
  }

  @Test
  void everyBitOfATextChangesHalfOfTheHash() {
    for (int length = 1; length <= 40; length++) {
      String text = "The quick brown fox jumps over the lazy dog".substring(0, length);
      char[] characters = text.toCharArray();
      long hash = HASH.of(text);
      long changed = 0;
      for (int bit = 0; bit < length * Character.SIZE; bit++) {
        characters[bit / Character.SIZE] ^= (char) (1 << (bit % Character.SIZE));
        changed += Long.bitCount(hash ^ HASH.of(new String(characters)));
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
        changed += Long.bitCount(HASH.of(i, i) ^ HASH.of(i ^ (1L << bit), i));
        changed += Long.bitCount(HASH.of(i, i) ^ HASH.of(i, i ^ (1L << bit)));
        changed += Long.bitCount(HASH.of(1, i, i) ^ HASH.of(1, i ^ (1L << bit), i));
        changed += Long.bitCount(HASH.of(1, i, i) ^ HASH.of(1, i, i ^ (1L << bit)));
      }
    }
    assertThat(changed / (4.0 * 1000 * Long.SIZE)).isBetween(31.0, 33.0);
  }

  @Test
  void amongAMillionSimilarTextsNoTwoAreEqual() {
    LongStream.Builder hashes = LongStream.builder();
    for (int i = 0; i < 500_000; i++) {
      hashes.add(HASH.of("file-" + i + ".txt"));
      hashes.add(HASH.of(Integer.toString(i)));
    }
    for (int length = 1; length < 200; length++) {
      hashes.add(HASH.of("\0".repeat(length)));
      hashes.add(HASH.of(" ".repeat(length)));
    }
    assertThat(equalOnes(hashes)).isZero();
  }

  @Test
  void amongAMillionSimilarNumbersNoTwoAreEqual() {
    LongStream.Builder hashes = LongStream.builder();
    for (int i = 0; i < 1000; i++) {
      for (int j = 0; j < 1000; j++) {
        hashes.add(HASH.of(i, j));
        for (int kind = 1; kind <= 3; kind++) {
          hashes.add(HASH.of(kind, i, j));
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
      hashes.add(CanonicalForm.ofBytes(bytes, length));
    }

    assertThat(hashes).hasSize(bytes.length + 1);
    assertThat(CanonicalForm.ofBytes(new byte[] {1, 2, 3}, 2))
        .isEqualTo(CanonicalForm.ofBytes(new byte[] {1, 2, 9}, 2));
  }
}
