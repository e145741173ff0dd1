package io.loophalt.agent.cli.dealt;

import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.fingerprint.DigestKey;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.recordings.PlayedPart;
import io.loophalt.recordings.RunSink;
import io.loophalt.recordings.WorkingJudge;
import io.loophalt.recordings.WorkingJudge.Order;
import io.loophalt.runtime.safety.Log;
import io.loophalt.store.PlayedRuns;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The process that {@link ReplayWorkers} talks to. Not thread-safe. */
public final class ReplayWorker {

  static final String READY = "ready";

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final BufferedReader in;
  private final PrintStream out;

  /** Is told what to play on one stream, and answers on the other. */
  public ReplayWorker(InputStream in, PrintStream out) {
    this.in = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    this.out = out;
  }

  /**
   * Plays what it is told to.
   *
   * @param reading reads the recordings and tells them
   */
  public void work(
      Function<String, TaskPolicy> policies,
      Function<DetectorPolicy, Detector> detectors,
      Function<Turn, BigDecimal> costs,
      Consumer<RunSink> reading)
      throws InterruptedException {
    WorkerStart start = WorkerStart.of(hear());
    DigestKey.use(DigestKey.of(start.secret()));
    PlayedRuns runs =
        new PlayedRuns(start.policy(), new Log(new PrintStream(OutputStream.nullOutputStream())));
    if (!runs.awaitServer(PATIENCE)) {
      say("there is no store at " + start.policy().place() + ": " + runs.problem());
      return;
    }
    say(READY);
    reading.accept(
        new WorkingJudge(
            policies,
            detectors,
            costs,
            number -> start.name() + '/' + number,
            runs::share,
            new Dealer()));
    say(Long.toString(runs.judgedAlone()));
  }

  private String hear() {
    try {
      String line = in.readLine();
      return line == null ? "" : line;
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
  }

  private void say(String line) {
    out.println(line);
    out.flush();
  }

  private final class Dealer implements WorkingJudge.Dealer {

    @Override
    public @Nullable Order next() {
      String order = hear();
      if (order.isEmpty()) {
        return null;
      }
      int blank = order.indexOf(' ');
      return new Order(
          Long.parseLong(order.substring(0, blank)), Long.parseLong(order.substring(blank + 1)));
    }

    @Override
    public void played(PlayedPart part) {
      say(part.line());
    }
  }
}
