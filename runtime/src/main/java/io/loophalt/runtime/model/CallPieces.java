package io.loophalt.runtime.model;

import io.loophalt.extension.reflect.JsonText;
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
import org.jspecify.annotations.Nullable;

/**
 * The tool calls of one answer, as they come. Told by one thread after the other; who closes the
 * stream, on whatever thread, asks for what has come by then.
 */
public final class CallPieces {

  /** Longer arguments are not read to the end: enough to tell calls apart. */
  private static final int MOST_CHARS = 1 << 20;

  /** One call that is being put together. */
  private static final class Assembled {
    String id = CallOrder.NO_ID;
    String tool = "";
    private final StringBuilder text = new StringBuilder();
    private @Nullable Map<String, @Nullable Object> members;
    private @Nullable String whole;
    boolean told;
    final int choice;

    Assembled(long choice) {
      this.choice = (int) choice;
    }

    /**
     * Whether a piece at its position is of another call. Servers without ids say neither where a
     * call begins; of those with ids some say the name behind the id, or in each piece.
     */
    boolean isOver(CallPart piece) {
      String next = piece.id();
      if (next != null && !next.equals(CallOrder.NO_ID)) {
        return !next.equals(id);
      }
      boolean mayBegin = next != null || id.equals(CallOrder.NO_ID);
      if (tool.isEmpty() || piece.tool().isEmpty() || !mayBegin) {
        return false;
      }
      return next != null || !tool.equals(piece.tool()) || isWhole();
    }

    private boolean isWhole() {
      return members != null || (text.length() > 0 && text.charAt(text.length() - 1) == '}');
    }

    /** The next piece of the text of its arguments; or their members, of which some may follow. */
    void add(Object arguments) {
      whole = null;
      if (arguments instanceof Map<?, ?> more) {
        Map<String, @Nullable Object> known = members == null ? new LinkedHashMap<>() : members;
        more.forEach((name, value) -> add(String.valueOf(name), value, known));
        members = known;
      } else if (text.length() < MOST_CHARS) {
        text.append(
            arguments instanceof String piece ? piece : ArgumentText.of(arguments, Set.of()));
      }
    }

    /** What is a text goes on where it was left. */
    private static void add(
        String name, @Nullable Object value, Map<String, @Nullable Object> members) {
      Object before = members.get(name);
      if (!(value instanceof String piece) || before == null) {
        members.put(name, value);
      } else if (!(before instanceof StringBuilder begun)) {
        StringBuilder both = new StringBuilder(before.toString());
        both.append(piece);
        members.put(name, both);
      } else if (begun.length() < MOST_CHARS) {
        begun.append(piece);
      }
    }

    String arguments() {
      String known = whole;
      if (known == null) {
        boolean isText = members == null || (members.isEmpty() && text.length() > 0);
        known = isText ? text.toString() : text + JsonText.of(members);
        whole = known;
      }
      return known;
    }
  }

  private final List<Assembled> all = new ArrayList<>(1);
  private final Map<Long, Assembled> last = new HashMap<>();
  private int heard;

  public synchronized void add(CallPart part) {
    heard++;
    Assembled call = last.get(part.position());
    if (call == null || call.isOver(part)) {
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
    call.add(part.arguments());
  }

  /** How many calls have begun. */
  synchronized int count() {
    return all.size();
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
        calls.put(id, new Asked(each.tool, each.arguments(), nowMillis, each.choice));
      }
      each.told |= !alsoTold;
    }
    return calls;
  }
}
