package io.loophalt.instrumentation.executor;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import net.bytebuddy.description.type.TypeDefinition;
import net.bytebuddy.description.type.TypeDescription;
import org.jspecify.annotations.Nullable;

/**
 * Finds the executors that nobody knows by name, an application's own or a library's: the classes
 * that are an {@link Executor}, what they inherit from, and what is nested in them. Thread-safe.
 */
final class OtherExecutors {

  /** Whose executors are their own business, and those that tell of their tasks elsewhere. */
  private static final String[] LEFT_ALONE = {
    "akka.",
    "com.sun.",
    "io.grpc.",
    "io.netty.",
    "io.opentelemetry.",
    "io.reactivex.",
    "io.vertx.",
    "java.",
    "javax.",
    "jdk.",
    "kotlin.",
    "kotlinx.",
    "okhttp3.",
    "org.apache.pekko.",
    "org.ehcache.",
    "org.xnio.",
    "reactor.",
    "software.amazon.awssdk.",
    "sun.",
  };

  /** Libraries have copies of Netty in packages of their own. */
  private static final String COPY_OF_NETTY = ".netty.";

  private static final byte[] METHOD = "execute".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] DESCRIPTOR =
      "(Ljava/lang/Runnable;)V".getBytes(StandardCharsets.US_ASCII);

  /** Of a class file: what comes before the constants. */
  private static final int HEADER = 10;

  private final ClassLoader own = OtherExecutors.class.getClassLoader();

  /** By name, in whatever loader. */
  private final Set<String> known = ConcurrentHashMap.newKeySet();

  /** Whether a class in the loader may be one at all. */
  boolean mayBe(@Nullable ClassLoader loader, String className) {
    if (loader == null || loader == own || className.contains(COPY_OF_NETTY)) {
      return false;
    }
    for (String each : LEFT_ALONE) {
      if (className.startsWith(each)) {
        return false;
      }
    }
    return true;
  }

  /** Notes a loaded class if it is one. */
  void note(Class<?> loaded) {
    if (!loaded.isInterface() && Executor.class.isAssignableFrom(loaded)) {
      for (Class<?> each = loaded;
          each != null && mayBe(each.getClassLoader(), each.getName());
          each = each.getSuperclass()) {
        known.add(each.getName());
      }
    }
  }

  /** Notes a class that is about to be loaded if it is one, and takes tasks itself. */
  void note(TypeDescription type) {
    if (!type.isInterface() && takesTasks(type) && is(type, Executor.class)) {
      for (TypeDefinition each : type) {
        if (each.getTypeName().startsWith("java.")) {
          break;
        }
        known.add(each.getTypeName());
      }
    }
  }

  /** Whether a class inherits from another one; not if it inherits from what cannot be found. */
  static boolean is(TypeDescription type, Class<?> other) {
    try {
      return type.isAssignableTo(other);
    } catch (IllegalStateException | TypeNotPresentException notFound) {
      return false;
    }
  }

  private static boolean takesTasks(TypeDescription type) {
    return !type.getDeclaredMethods()
        .filter(named("execute").and(takesArguments(Runnable.class)))
        .isEmpty();
  }

  /** Whether a class has been noted, or is nested in one that has. */
  boolean has(String className) {
    for (int end = className.length(); end > 0; end = className.lastIndexOf('$', end - 1)) {
      if (known.contains(className.substring(0, end))) {
        return true;
      }
    }
    return false;
  }

  /** Whether a class file may hold a method as an executor has it; reads constants only. */
  static boolean maybeTakesTasks(byte[] file) {
    boolean method = false;
    boolean descriptor = false;
    int count = at(file, HEADER - 2);
    int position = HEADER;
    for (int i = 1; i < count && !(method && descriptor); i++) {
      int length;
      switch (file[position]) {
        case 1 -> {
          int from = position + 3;
          length = 3 + at(file, position + 1);
          int to = position + length;
          method |= Arrays.equals(file, from, to, METHOD, 0, METHOD.length);
          descriptor |= Arrays.equals(file, from, to, DESCRIPTOR, 0, DESCRIPTOR.length);
        }
        case 5, 6 -> {
          length = 9;
          i++;
        }
        case 7, 8, 16, 19, 20 -> length = 3;
        case 15 -> length = 4;
        default -> length = 5;
      }
      position += length;
    }
    return method && descriptor;
  }

  private static int at(byte[] file, int position) {
    return (file[position] & 0xff) << 8 | (file[position + 1] & 0xff);
  }
}
