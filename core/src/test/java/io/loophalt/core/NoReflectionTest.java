package io.loophalt.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.ModelPrice;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.Test;

/** What a program that calls the library reaches, shown by the classes that it loads. */
class NoReflectionTest {

  /** Those that read values, fields and types of objects. */
  private static final List<String> READERS =
      List.of(
          "ArgumentText",
          "CanonicalDigest",
          "ExceptionReader",
          "FieldAccess",
          "KnownContents",
          "KnownValues",
          "ObjectShape",
          "TypeNames",
          "ValueDigest");

  /** Defines the engine's classes itself, and writes down which. */
  private static final class Watched extends ClassLoader {
    private final Set<String> defined = new ConcurrentSkipListSet<>();

    Watched() {
      super(NoReflectionTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith("io.loophalt.")) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        return known == null ? define(name) : known;
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = in.readAllBytes();
        defined.add(name);
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException unreadable) {
        throw new ClassNotFoundException(name, unreadable);
      }
    }
  }

  /** Uses everything that the library offers; run inside {@link Watched}. */
  public static final class EverythingOnce implements Runnable {
    @Override
    public void run() {
      Guard guard =
          Guard.create(
              GuardSettings.builder()
                  .ceilings(Ceilings.builder().turns(100).toolCalls("*", 100).build())
                  .price(new ModelPrice("*", BigDecimal.ONE, BigDecimal.ONE, BigDecimal.ONE))
                  .build(),
              () -> 0);
      GuardedRun run = guard.open("task", "run");
      List<ToolCall> calls = new ArrayList<>();
      calls.add(ToolCall.of("read", "{\"file\": \"a.txt\", \"n\": [1, 2.5, true, null]}"));
      calls.add(ToolCall.of("shell", "plain text, no JSON"));
      calls.add(
          ToolCall.of(
              "query", Map.of("when", Instant.EPOCH, "list", Arrays.asList(1, "two", null))));
      calls.add(ToolCall.ofDigest("secret", 42));
      calls.add(ToolCall.of("edit", "{}").touching(List.of("src/A.java")).as("file_edit"));
      for (int turn = 0; turn < 8; turn++) {
        for (ToolCall call : calls) {
          run.beforeModelCall();
          run.afterModelCall(ModelAnswer.of("words", 1).by("model").using(10, 1));
          run.beforeStep(call).end(ToolResult.of("result " + turn));
          run.beforeStep(call).end(ToolResult.failed("Exception at line " + turn));
        }
        run = guard.restore("task", "run", null, run.saveState());
      }
      run.beforeStep(calls.get(0)).end(ToolResult.failed(new IllegalStateException("why")));
      run.close();
      run.record();
    }
  }

  @Test
  void callsHandedOverAsTextMapsOrDigestsReachNoReaderOfObjects() throws Exception {
    Watched loader = new Watched();
    Runnable everything =
        (Runnable)
            loader.loadClass(EverythingOnce.class.getName()).getDeclaredConstructor().newInstance();

    everything.run();

    assertThat(loader.defined)
        .contains("io.loophalt.core.run.Run", "io.loophalt.core.fingerprint.JsonCallDigest");
    assertThat(loader.defined)
        .filteredOn(name -> READERS.contains(name.substring(name.lastIndexOf('.') + 1)))
        .isEmpty();
  }
}
