package io.loophalt.runtime.model;

import io.loophalt.extension.sdk.CallOrder;
import io.loophalt.extension.sdk.SdkModelCalls.CallPart;
import io.loophalt.runtime.correlation.OpenCalls.Asked;
import io.loophalt.runtime.value.ArgumentText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The tool calls of one answer, as they come. Told by one thread after the other; who closes the
 * stream, on whatever thread, asks for what has come by then.
 */
public final class CallPieces {

  /** Longer arguments are not read to the end: enough to tell calls apart. */
  private static final int MOST_CHARS = 1 << 20;

  /** One call that is being put together. */
  private static final class Assembled {
    String id = "";
    String tool = "";
    final StringBuilder arguments = new StringBuilder();
    boolean told;
    final int choice;

    Assembled(long choice) {
      this.choice = (int) choice;
    }
  }

  private final List<Assembled> all = new ArrayList<>(1);
  private final Map<Long, Assembled> last = new HashMap<>();
  private int heard;

  public synchronized void add(CallPart part) {
    heard++;
    Assembled call = last.get(part.position());
    boolean isNext =
        part.id() != null
            && call != null
            && (part.id().equals(CallOrder.NO_ID) || !part.id().equals(call.id));
    if (call == null || isNext) {
      call = new Assembled(part.choice());
      last.put(part.position(), call);
      all.add(call);
    }
    if (part.id() != null) {
      call.id = part.id();
    }
    if (!part.tool().isEmpty()) {
      call.tool = part.tool();
    }
    if (call.arguments.length() < MOST_CHARS) {
      Object arguments = part.arguments();
      call.arguments.append(
          arguments instanceof String piece ? piece : ArgumentText.of(arguments, Set.of()));
    }
  }

  /** How many pieces have come. */
  synchronized int heard() {
    return heard;
  }

  public synchronized Map<String, Asked> calls(long nowMillis) {
    return calls(nowMillis, /* alsoTold= */ true);
  }

  /** Those that were not told by this method before. */
  public synchronized Map<String, Asked> untold(long nowMillis) {
    return calls(nowMillis, /* alsoTold= */ false);
  }

  private Map<String, Asked> calls(long nowMillis, boolean alsoTold) {
    Map<String, Asked> calls = new LinkedHashMap<>();
    CallOrder order = new CallOrder();
    for (Assembled each : all) {
      String id = each.id.equals(CallOrder.NO_ID) ? order.next(each.tool) : each.id;
      if (alsoTold || !each.told) {
        calls.put(id, new Asked(each.tool, each.arguments.toString(), nowMillis, each.choice));
      }
      each.told |= !alsoTold;
    }
    return calls;
  }
}
