package io.loophalt.core.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DigestKeyTest {

  private static final String SECRET = "a secret of more than 16 bytes";

  private final DigestKey key = key(SECRET);
  private final DigestKey other = key("another secret of that kind");

  private static DigestKey key(String secret) {
    return DigestKey.of(secret.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void theFunctionIsThatOfTheReferenceImplementation() {
    // The ninth of its vectors_sip64: the key 00 to 0f, the message 00 to 07.
    assertThat(SipHash.of(0x0706050403020100L, 0x0F0E0D0C0B0A0908L, 0x0706050403020100L))
        .isEqualTo(0x93F5F5799A932462L);
  }

  @Test
  void aDigestLeavesTheProcessInAnotherFormUnderEachKey() {
    assertThat(key.keyed(7)).isEqualTo(key(SECRET).keyed(7)).isNotIn(7L, other.keyed(7));
    assertThat(key.id()).isEqualTo(key(SECRET).id()).isNotEqualTo(other.id()).hasSize(8);
    assertThat(key.name()).isEqualTo("siphash-2-4/1:" + key.id());
  }

  @Test
  void ofASetStaysWhatItHasInCommonWithOthers() {
    long set = 0b1011L | (5L << 48);
    long part = 0b0010L | (9L << 48);
    long words = (1L << 48) - 1;

    long keyedSet = key.keyedSet(set, 48) & words;
    long keyedPart = key.keyedSet(part, 48) & words;

    assertThat(Long.bitCount(keyedSet)).isEqualTo(3);
    assertThat(keyedSet & keyedPart).isEqualTo(keyedPart).isNotZero();
    assertThat(key.keyedSet(set, 48))
        .isNotIn(set, other.keyedSet(set, 48), key.keyedSet(set ^ (1L << 48), 48));
    assertThat(key.keyedSet(words, 48) & words).isEqualTo(words);
    assertThat(key.keyedSet(0, 48)).isZero();
  }

  @Test
  void aSecretThatCanBeGuessedByItsLengthIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> key("fifteen letters"))
        .withMessage("a digest key has 16 bytes at least, and this one 15");
  }

  @Test
  void whatIsSealedOpensUnderTheSameKeyAloneAndSaysSo() throws IOException {
    byte[] sealed = key.seal(new byte[] {1, 2, 3});

    assertThat(key(SECRET).open("it", sealed)).containsExactly(1, 2, 3);
    assertThatIOException()
        .isThrownBy(() -> other.open("it", sealed))
        .withMessage(
            "it was written under the digest key %s, and this process has the key %s:"
                + " give both the same key, or begin anew",
            key.id(), other.id());
  }

  @Test
  void aKeyThatIsInUseStays() {
    DigestKey inUse = DigestKey.current();

    assertThatIllegalStateException()
        .isThrownBy(() -> DigestKey.use(key))
        .withMessageContaining("under the key " + inUse.id())
        .withMessageContaining("to the key " + key.id());
    DigestKey.use(inUse);
    assertThat(DigestKey.current()).isSameAs(inUse);
  }

  @Test
  void processesAgreeWhereTheyShareAKeyAndNowhereElse(@TempDir Path folder) throws Exception {
    Map<String, String> digests = new TreeMap<>();
    for (String process : new String[] {"shared-1", "shared-2", "alone-1", "alone-2"}) {
      digests.put(process, digestIn(process, folder));
    }

    assertThat(digests.get("shared-1")).isEqualTo(digests.get("shared-2"));
    assertThat(digests.values().stream().distinct()).as("%s", digests).hasSize(3);
  }

  private static String digestIn(String process, Path folder) throws Exception {
    Path output = folder.resolve(process);
    Process jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                OneDigest.class.getName(),
                process.startsWith("shared") ? SECRET : "")
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(jvm.waitFor(2, TimeUnit.MINUTES)).as("ended in time").isTrue();
    } finally {
      jvm.destroyForcibly();
    }
    assertThat(jvm.exitValue()).as(Files.readString(output)).isZero();
    return Files.readString(output);
  }

  /** Prints a digest, and the form in which it leaves the process. */
  static final class OneDigest {

    private OneDigest() {}

    public static void main(String[] arguments) {
      if (!arguments[0].isEmpty()) {
        DigestKey.use(key(arguments[0]));
      }
      long digest = TextDigest.of("a text");
      System.out.println(digest + " " + DigestKey.current().keyed(digest));
    }
  }
}
