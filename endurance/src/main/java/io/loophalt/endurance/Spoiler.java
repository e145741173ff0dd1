package io.loophalt.endurance;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Makes a broken input of whole ones: the same seed and number always give the same input. Not
 * thread-safe.
 */
final class Spoiler {

  /** So that an input stays cheap to read, and still passes every limit on lengths of texts. */
  private static final int LONGEST = 256 * 1024;

  private static final int MOST_CHANGES = 8;
  private static final int LONGEST_PIECE = 64;
  private static final int MOST_REPEATS = 2_000;

  /** What parsers stumble over. */
  private static final String[] TOKENS = {
    "{",
    "}",
    "[",
    "]",
    "\"",
    "'",
    "\\",
    ",",
    ":",
    "\n",
    "\r\n",
    "\t",
    "\0",
    " ",
    "- ",
    ": ",
    "#",
    "null",
    "true",
    "-",
    "-0",
    "0.1e-9",
    "1e999999999",
    "9223372036854775808",
    "\\u0000",
    "\\ud800",
    "&a ",
    "*a",
    "<<: *a",
    "!!java.net.URL ",
    "%YAML 9.9",
    "---\n",
    "? ",
    "| ",
    "> ",
    "${HOME}",
    "\u001b[31m",
    "\u0085",
    "\u2028",
    "\u202e",
    "\ud83d\ude00",
    "\ufeff",
    "\u00e4",
    "\u6587",
    "id",
    "role",
    "tool_calls",
    "arguments",
    "content",
    "error: ",
    "Exception in thread ",
    "/tmp/x:1",
    "2026-01-01T00:00:00Z",
    "0x1f",
    "550e8400-e29b-41d4-a716-446655440000"
  };

  private final List<byte[]> samples;
  private final long seed;

  Spoiler(List<byte[]> samples, long seed) {
    this.samples = samples;
    this.seed = seed;
  }

  /** The input of a number. */
  byte[] input(long number) {
    SplittableRandom random = new SplittableRandom(seed * 1_000_003 + number);
    byte[] input = samples.get(random.nextInt(samples.size())).clone();
    int changes = 1 + random.nextInt(MOST_CHANGES);
    for (int i = 0; i < changes; i++) {
      input = changed(input, random);
    }
    return input.length <= LONGEST ? input : Arrays.copyOf(input, LONGEST);
  }

  private byte[] changed(byte[] input, SplittableRandom random) {
    int from = random.nextInt(input.length + 1);
    int to = Math.min(input.length, from + random.nextInt(LONGEST_PIECE));
    return switch (random.nextInt(7)) {
      case 0 -> withByte(input, from, 1 << random.nextInt(8));
      case 1 -> withByte(input, from, random.nextInt(256));
      case 2 -> joined(input, from, new byte[0], to); // something is missing
      case 3 -> joined(input, to, Arrays.copyOfRange(input, from, to), to); // it is there twice
      case 4 -> {
        byte[] token = TOKENS[random.nextInt(TOKENS.length)].getBytes(StandardCharsets.UTF_8);
        yield joined(input, from, token, random.nextBoolean() ? from : to);
      }
      case 5 -> { // cut off, or gone on with as another
        byte[] other = samples.get(random.nextInt(samples.size()));
        int rest = random.nextBoolean() ? other.length : random.nextInt(other.length + 1);
        yield joined(input, from, Arrays.copyOfRange(other, rest, other.length), input.length);
      }
      default -> { // something very often
        byte[] piece = Arrays.copyOfRange(input, from, Math.min(to, from + 1 + random.nextInt(8)));
        byte[] repeated = new byte[piece.length * random.nextInt(MOST_REPEATS)];
        for (int i = 0; i < repeated.length; i++) {
          repeated[i] = piece[i % piece.length];
        }
        yield joined(input, from, repeated, from);
      }
    };
  }

  private static byte[] withByte(byte[] input, int at, int change) {
    if (at < input.length) {
      input[at] ^= (byte) change;
    }
    return input;
  }

  /** What is before a position, something, and what is from another position on. */
  private static byte[] joined(byte[] input, int before, byte[] between, int after) {
    byte[] all = Arrays.copyOf(input, before + between.length + input.length - after);
    System.arraycopy(between, 0, all, before, between.length);
    System.arraycopy(input, after, all, before + between.length, input.length - after);
    return all;
  }
}
