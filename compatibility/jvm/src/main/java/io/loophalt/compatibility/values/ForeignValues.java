package io.loophalt.compatibility.values;

import io.loophalt.AgentRun;
import io.loophalt.AgentTool;
import io.loophalt.LoopHaltException;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.lang.reflect.Proxy;
import java.sql.Timestamp;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Collections;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Stack;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/**
 * Hands values to a tool, and gets them back from it, while another thread holds their lock until
 * the tool has returned; then values that count who calls them. Reports who had to wait for a lock,
 * how often a value was called, and at which call a tool is halted that is asked the same again.
 */
@SuppressWarnings("JdkObsolete") // the old collections are what it is about
public final class ForeignValues {

  private static final int CAP = 7;

  /** Long beyond any call, and short of the harness's patience. */
  private static final int SECONDS_TO_A_DEADLOCK = 5;

  private static final AtomicInteger CALLS = new AtomicInteger();

  private ForeignValues() {}

  /** Entry point. */
  public static void main(String[] args) throws InterruptedException {
    Lifeline.hold();
    for (Map.Entry<String, Object> locked : locked().entrySet()) {
      Object value = locked.getValue();
      Report.fact("lock." + locked.getKey(), passWhileLocked(value, value));
    }
    Vector<String> vector = new Vector<>(ab());
    Report.fact("lock.part.of.vector", passWhileLocked(vector, vector.subList(0, 1)));
    Report.fact(
        "lock.unmodifiable.of.it",
        passWhileLocked(vector, Collections.unmodifiableCollection(vector)));
    for (Map.Entry<String, Object> counting : counting().entrySet()) {
      CALLS.set(0);
      pass(counting.getValue());
      Report.fact("calls." + counting.getKey(), CALLS.get());
    }
    Report.fact("calendar.is.left.as.it.is", firstOfTheMonth());
    Report.fact("other.nanoseconds", haltedAt(ForeignValues::timestamp));
    Report.fact("interrupt.kept", failInterrupted());
    Report.fact("same.synchronized.map", haltedAt(call -> locked("x")));
    Report.fact("other.synchronized.map", haltedAt(call -> locked("x" + call)));
    Report.fact("same.unmodifiable.list", haltedAt(call -> Collections.unmodifiableList(ab())));
    Report.fact("same.subclass", haltedAt(call -> new Tags("x")));
    Report.fact("other.subclass", haltedAt(call -> new Tags("x" + call)));
    Report.fact("other.lazy", haltedAt(call -> new Lazy()));
    Report.fact("done", true);
  }

  private static Map<String, Object> locked() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("synchronized.list", Collections.synchronizedList(ab()));
    values.put("synchronized.map", locked("x"));
    values.put("synchronized.set", Collections.synchronizedSortedSet(new TreeSet<>(ab())));
    values.put("vector", new Vector<>(ab()));
    values.put("stack", new Stack<>());
    values.put("hashtable", new Hashtable<>(Map.of("a", "b")));
    Properties properties = new Properties();
    properties.setProperty("a", "b");
    values.put("properties", properties);
    values.put("buffer", new StringBuffer("text"));
    return values;
  }

  private static Map<String, Object> locked(String value) {
    return Collections.synchronizedMap(new HashMap<>(Map.of("key", value)));
  }

  private static List<String> ab() {
    return new ArrayList<>(List.of("a", "b"));
  }

  /** Whether the call came through while the lock of its argument and result was held. */
  private static String passWhileLocked(Object lock, Object value) throws InterruptedException {
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    AtomicBoolean inTime = new AtomicBoolean();
    Thread holder =
        new Thread(
            () -> {
              synchronized (lock) {
                held.countDown();
                inTime.set(await(over));
              }
            });
    holder.start();
    held.await();
    pass(value);
    over.countDown();
    holder.join();
    return inTime.get() ? "free" : "waited";
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(SECONDS_TO_A_DEADLOCK, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Map<String, Object> counting() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("lazy.list", new Lazy());
    values.put("in.a.list", List.of(new Lazy(), "b"));
    values.put("behind.a.view", Collections.unmodifiableList(new Lazy()));
    values.put("key", Map.of(new Key(), "value"));
    values.put("proxy.list", proxy(List.class));
    values.put("proxy.map", proxy(Map.class));
    values.put("proxy.text", proxy(CharSequence.class));
    return values;
  }

  /** What was set before, and not settled, is overridden by what the tool sets. */
  private static String firstOfTheMonth() {
    Calendar calendar = new GregorianCalendar(2023, Calendar.JANUARY, 31);
    calendar.set(Calendar.MONTH, Calendar.FEBRUARY);
    pass(calendar);
    calendar.set(Calendar.DAY_OF_MONTH, 1);
    return calendar.toInstant().atZone(calendar.getTimeZone().toZoneId()).toLocalDate().toString();
  }

  private static Timestamp timestamp(int nanos) {
    Timestamp timestamp = new Timestamp(0);
    timestamp.setNanos(nanos);
    return timestamp;
  }

  private static Object proxy(Class<?> type) {
    return Proxy.newProxyInstance(
        ForeignValues.class.getClassLoader(),
        new Class<?>[] {type},
        (proxy, method, arguments) -> {
          CALLS.incrementAndGet();
          throw new IllegalStateException(method.getName());
        });
  }

  @AgentRun
  private static void pass(Object value) {
    give(value);
  }

  @AgentTool
  private static Object give(Object value) {
    return value;
  }

  @AgentTool
  @SuppressWarnings("UnusedVariable") // the agent reads it
  private static String take(Object value) {
    return "ok";
  }

  @AgentTool
  private static void fail() {
    throw new Interrupting();
  }

  @AgentRun
  private static boolean failInterrupted() {
    try {
      fail();
    } catch (Interrupting expected) {
      return Thread.interrupted();
    }
    return false;
  }

  @AgentRun
  private static int haltedAt(IntFunction<Object> values) {
    for (int call = 1; call <= CAP; call++) {
      try {
        take(values.apply(call));
      } catch (LoopHaltException halted) {
        return call;
      }
    }
    return 0;
  }

  /** Loads what is in it when it is asked. */
  private static final class Lazy extends AbstractList<String> {
    private final Object loader = (Runnable) CALLS::incrementAndGet;

    @Override
    public String get(int index) {
      ((Runnable) loader).run();
      return "element";
    }

    @Override
    public int size() {
      ((Runnable) loader).run();
      return 1;
    }
  }

  /** Of the application, with what a list of the JDK holds. */
  private static final class Tags extends ArrayList<String> {
    private static final long serialVersionUID = 1L;

    Tags(String tag) {
      add(tag);
    }

    @Override
    public int size() {
      throw new IllegalStateException("size");
    }
  }

  private static final class Key {
    @Override
    public String toString() {
      CALLS.incrementAndGet();
      return "key";
    }
  }

  /** Is interrupted while it says what is wrong, and does not say so. */
  private static final class Interrupting extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw ForeignValues.<RuntimeException>sneaky(new InterruptedException());
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> T sneaky(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
