package io.loophalt.operations.console;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Sends one page what is new, until the page is gone. Of the thread of its request.
 *
 * @see <a href="https://html.spec.whatwg.org/multipage/server-sent-events.html">Server-sent
 *     events</a>
 */
final class EventStream {

  private static final long EVERY_MILLIS = 500;

  /** So often something is written, or a page that is gone would hold its thread for ever. */
  private static final long MOST_SILENCE_MILLIS = 5_000;

  private final Board board;
  private final @Nullable RunStory story;

  /**
   * For one page.
   *
   * @param story of the run that is open in it; null if none is
   */
  EventStream(Board board, @Nullable RunStory story) {
    this.board = board;
    this.story = story;
  }

  /**
   * Sends.
   *
   * @param known up to which version of the board the page knows everything
   * @throws IOException when the page is gone
   */
  void send(OutputStream out, long known) throws IOException, InterruptedException {
    RunStory open = story;
    if (open == null) {
      sendAll(out, known);
      return;
    }
    open.opened();
    try {
      sendAll(out, known);
    } finally {
      open.closed();
    }
  }

  private void sendAll(OutputStream out, long known) throws IOException, InterruptedException {
    long at = known;
    long silence = 0;
    long told = 0;
    while (true) {
      Board.Update update = board.since(at);
      at = update.version();
      ObjectNode news = update.json();
      if (news != null) {
        write(out, "board", news);
        silence = 0;
      }
      RunStory open = story;
      if (open != null) {
        open.look();
        ObjectNode chapter = open.since(told);
        if (chapter != null) {
          told = chapter.path("version").asLong();
          write(out, "story", chapter);
          silence = 0;
        }
      }
      if (silence >= MOST_SILENCE_MILLIS) {
        out.write(":\n\n".getBytes(StandardCharsets.UTF_8));
        out.flush();
        silence = 0;
      }
      if (!update.more()) {
        Thread.sleep(EVERY_MILLIS);
        silence += EVERY_MILLIS;
      }
    }
  }

  private static void write(OutputStream out, String event, ObjectNode data) throws IOException {
    out.write(("event: " + event + "\ndata: " + data + "\n\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
