package io.loophalt.benchmarks;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What a whole step costs by the text that the tool returns, beside hashes of the same text. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class OutcomeBenchmark {

  private static final Hasher64 KOMIHASH = Hashing.komihash5_0();

  private final MessageDigest sha256 = sha256();

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException everyJdkHasIt) {
      throw new AssertionError(everyJdkHasIt);
    }
  }

  /** A guarded call that returns the text. */
  @Benchmark
  public String step(OutcomeCalls calls) {
    return calls.call();
  }

  /** The JDK's SHA-256 of the same text, its bytes included. */
  @Benchmark
  public byte[] sha256(OutcomeCalls calls) {
    return sha256.digest(calls.text().getBytes(StandardCharsets.UTF_8));
  }

  /** hash4j's komihash of the same characters. */
  @Benchmark
  public long komihash(OutcomeCalls calls) {
    return KOMIHASH.hashCharsToLong(calls.text());
  }
}
