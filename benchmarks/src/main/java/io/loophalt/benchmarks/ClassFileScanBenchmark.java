package io.loophalt.benchmarks;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What every loaded class that holds nothing to weave costs: one walk over its constant pool. The
 * classes are those of Micrometer's jar.
 *
 * <p>The scan is not part of the agent's surface and is reached by its name in the isolated loader.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ClassFileScanBenchmark {

  private static final List<String> WANTED =
      List.of("Lio/loophalt/AgentTool;", "Lio/loophalt/AgentRun;");

  private MethodHandle finds = MethodHandles.constant(boolean.class, false);
  private byte[][] classFiles = {};
  private int next;

  /** Reads the class files. */
  @Setup
  public void prepare() throws IOException, ReflectiveOperationException, URISyntaxException {
    finds = scan();
    classFiles = classFiles();
  }

  private static MethodHandle scan() throws ReflectiveOperationException {
    File agentJar = new File(System.getProperty(Benchmarks.AGENT_JAR));
    ClassLoader isolated =
        Class.forName("io.loophalt.agent.launch.IsolatedClassLoader")
            .asSubclass(ClassLoader.class)
            .getConstructor(File.class)
            .newInstance(agentJar);
    Class<?> scan = isolated.loadClass("io.loophalt.instrumentation.ClassFileScan");
    Constructor<?> constructor = scan.getDeclaredConstructor(Iterable.class);
    constructor.setAccessible(true);
    Method method = scan.getDeclaredMethod("finds", byte[].class);
    method.setAccessible(true);
    return MethodHandles.lookup().unreflect(method).bindTo(constructor.newInstance(WANTED));
  }

  private static byte[][] classFiles() throws IOException, URISyntaxException {
    File jar =
        new File(
            io.micrometer.core.instrument.MeterRegistry.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    List<byte[]> read = new ArrayList<>();
    try (JarFile open = new JarFile(jar)) {
      for (Enumeration<JarEntry> all = open.entries(); all.hasMoreElements(); ) {
        JarEntry entry = all.nextElement();
        if (entry.getName().endsWith(".class")) {
          try (InputStream in = open.getInputStream(entry)) {
            read.add(in.readAllBytes());
          }
        }
      }
    }
    return read.toArray(new byte[0][]);
  }

  /** One class. */
  @Benchmark
  public boolean scanClass() throws Throwable {
    byte[] classFile = classFiles[next];
    next = next + 1 == classFiles.length ? 0 : next + 1;
    return (boolean) finds.invokeExact(classFile);
  }
}
