package io.loophalt.operations.console;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The stories of the runs that were opened last, so that a page finds its run as it left it. */
final class Stories {

  private static final int KEPT = 50;

  private final Board board;

  private final Map<Long, RunStory> byKey =
      new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, RunStory> eldest) {
          return size() > KEPT;
        }
      };

  Stories(Board board) {
    this.board = board;
  }

  /** That of the run with a key; null if there is none. */
  synchronized @Nullable RunStory of(long key) {
    RunStory known = byKey.get(key);
    if (known == null) {
      BoardRun run = board.run(key);
      if (run == null) {
        return null;
      }
      known = new RunStory(run);
      byKey.put(key, known);
    }
    return known;
  }
}
