package io.loophalt.core.run;

import io.loophalt.core.event.RunEnded.ModelUse;
import io.loophalt.core.policy.CountedMoney;
import io.loophalt.core.state.SmallNumbers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a run has used of each model. Bounded: an application can invent names without end, and
 * further models count together as {@value #OTHER}.
 *
 * <p>Thread-safe, because children on other threads count here, too. O(log models) a turn.
 */
final class ModelUses {

  /** How many models are told apart. */
  static final int MOST_MODELS = 16;

  /** The name of all others. */
  static final String OTHER = "other";

  private static final int TURNS = 0;
  private static final int INPUT_TOKENS = 1;
  private static final int OUTPUT_TOKENS = 2;
  private static final int COST = 3;
  private static final int NUMBERS = 4;

  private final Map<String, long[]> models = new TreeMap<>();

  /**
   * Counts a turn.
   *
   * @param cost in the unit of {@link CountedMoney}
   */
  synchronized void count(String model, long input, long output, long cost) {
    long[] used = of(model);
    add(used, TURNS, 1);
    add(used, INPUT_TOKENS, input);
    add(used, OUTPUT_TOKENS, output);
    add(used, COST, cost);
  }

  private long[] of(String model) {
    long[] known = models.get(model);
    if (known != null) {
      return known;
    }
    String name = models.size() < MOST_MODELS ? model : OTHER;
    return models.computeIfAbsent(name, first -> new long[NUMBERS]);
  }

  /** Whatever is reported, a total neither falls nor overflows. */
  private static void add(long[] used, int number, long amount) {
    if (amount > 0) {
      long sum = used[number] + amount;
      used[number] = sum < 0 ? Long.MAX_VALUE : sum;
    }
  }

  /** A copy, in the order of the names. */
  synchronized List<ModelUse> all() {
    List<ModelUse> all = new ArrayList<>();
    models.forEach(
        (name, used) ->
            all.add(
                new ModelUse(
                    name,
                    used[TURNS],
                    used[INPUT_TOKENS],
                    used[OUTPUT_TOKENS],
                    used[COST] == 0 ? null : CountedMoney.money(used[COST]))));
    return all;
  }

  synchronized void save(DataOutput out) throws IOException {
    SmallNumbers.write(out, models.size());
    for (Map.Entry<String, long[]> each : models.entrySet()) {
      out.writeUTF(each.getKey());
      for (long number : each.getValue()) {
        SmallNumbers.write(out, number);
      }
    }
  }

  /** Goes on where another one was saved; {@code size} was read. */
  synchronized void restore(int size, DataInput in) throws IOException {
    for (int left = SmallNumbers.inRange(size, MOST_MODELS + 1); left > 0; left--) {
      String name = in.readUTF();
      long[] used = new long[NUMBERS];
      for (int i = 0; i < NUMBERS; i++) {
        used[i] = SmallNumbers.read(in);
      }
      models.put(name, used);
    }
  }
}
