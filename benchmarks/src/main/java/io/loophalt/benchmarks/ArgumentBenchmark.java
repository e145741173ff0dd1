package io.loophalt.benchmarks;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.security.MessageDigest;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * What a whole step costs by its arguments, beside what is often done by hand: SHA-256 of JSON with
 * sorted keys.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ArgumentBenchmark {

  private final MessageDigest sha256 = OutcomeBenchmark.sha256();
  private final ObjectMapper sorted =
      JsonMapper.builder()
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .build();

  /** A guarded call. */
  @Benchmark
  public String step(ArgumentCalls calls) {
    return calls.call();
  }

  /** The digest that is made by hand. */
  @Benchmark
  public byte[] sha256OfSortedJson(ArgumentCalls calls) throws JsonProcessingException {
    return sha256.digest(sorted.writeValueAsBytes(calls.argument()));
  }
}
