package io.loophalt.operations.notify;

import io.loophalt.runtime.policy.NotifyPolicy;
import io.loophalt.runtime.policy.WebhookSecret;
import java.io.IOException;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Posts one body to a webhook, once. Of one thread.
 *
 * <p>By the client of {@code java.net.http}, and not by {@code HttpURLConnection}, because that
 * asks the application for its default authenticator, cookies, host name verifier and protocol
 * handlers, and bounds no try as a whole. It honours the JDK's default proxy. An answer counts by
 * its status alone: its body is not read.
 */
public final class Webhook {

  private static final int OK = 200;
  private static final int REDIRECT = 300;
  private static final int TIMEOUT = 408;
  private static final int TOO_EARLY = 425;
  private static final int TOO_MANY = 429;
  private static final int SERVER_ERROR = 500;

  private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);

  /** By so much the client may tell later that the time is over. */
  private static final Duration LATE = Duration.ofMillis(250);

  /**
   * What came of a try.
   *
   * @param delivered whether the receiver has it
   * @param again whether it makes sense to try again
   * @param after not before so long; zero if the receiver does not say
   * @param what in a word, for a person, if it was not delivered
   */
  public record Outcome(boolean delivered, boolean again, Duration after, String what) {

    static Outcome failed(String what) {
      return new Outcome(false, true, Duration.ZERO, what);
    }
  }

  private final URI url;
  private final @Nullable WebhookSecret secret;
  private final String agent;
  private final Duration mostToConnect;
  private HttpClient client;

  /**
   * Of a policy.
   *
   * @param version the agent's
   */
  public Webhook(NotifyPolicy policy, String version) {
    this.url = policy.url();
    this.secret = policy.secret();
    this.agent = "loophalt/" + version;
    this.mostToConnect = policy.timeout();
    this.client = another();
  }

  private HttpClient another() {
    return HttpClient.newBuilder()
        .version(Version.HTTP_1_1)
        .followRedirects(Redirect.NEVER)
        .connectTimeout(mostToConnect)
        .build();
  }

  /**
   * Posts it.
   *
   * @param id of the post, the same each time that it is tried
   * @param seconds since 1970
   * @param most how long it may take
   * @throws InterruptedException if this thread is to do something else
   */
  public Outcome post(byte[] body, String id, long seconds, Duration most)
      throws InterruptedException {
    try {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(url)
              .timeout(most)
              .header("Content-Type", "application/json")
              .header("User-Agent", agent)
              .header("Loophalt-Delivery", id)
              .POST(BodyPublishers.ofByteArray(body));
      WebhookSecret known = secret;
      if (known != null) {
        request.header("Loophalt-Signature", "t=" + seconds + ",v1=" + known.sign(seconds, body));
      }
      HttpResponse<Boolean> answer = answer(request.build(), most);
      return outcome(answer.statusCode(), answer.headers());
    } catch (ExecutionException failed) {
      Throwable cause = failed.getCause();
      return failed(cause == null ? failed : cause);
    } catch (TimeoutException | GeneralSecurityException | RuntimeException failed) {
      return failed(failed);
    }
  }

  /**
   * The client tells time by a thread of its own, which ends where somebody interrupts all threads:
   * nobody would wait for the end of that.
   */
  private HttpResponse<Boolean> answer(HttpRequest request, Duration most)
      throws InterruptedException, ExecutionException, TimeoutException {
    CompletableFuture<HttpResponse<Boolean>> answer =
        client.sendAsync(request, info -> new Unread());
    try {
      return answer.get(most.plus(LATE).toNanos(), TimeUnit.NANOSECONDS);
    } finally {
      answer.cancel(true);
    }
  }

  private Outcome failed(Throwable cause) {
    if (!isOfTheOtherSide(cause)) {
      client = another(); // The own thread of this one may have ended.
    }
    // Its message may quote the address, whose path may be a secret.
    return Outcome.failed(cause.getClass().getSimpleName());
  }

  /**
   * Whether the client itself is well: it is kept then, as each has a thread, and what it holds is
   * given back by the garbage collection alone. The end of its thread it tells as one that nothing
   * else has caused.
   */
  private static boolean isOfTheOtherSide(Throwable cause) {
    return cause instanceof HttpTimeoutException
        || cause instanceof SocketException
        || cause instanceof SSLException
        || cause.getCause() instanceof IOException;
  }

  private static Outcome outcome(int status, HttpHeaders headers) {
    if (status >= OK && status < REDIRECT) {
      return new Outcome(true, false, Duration.ZERO, "");
    }
    boolean again =
        status >= SERVER_ERROR || status == TIMEOUT || status == TOO_EARLY || status == TOO_MANY;
    return new Outcome(false, again, retryAfter(headers), "status " + status);
  }

  /** In seconds; a date is not understood, and what is too long is shortened. */
  private static Duration retryAfter(HttpHeaders headers) {
    try {
      long seconds = Long.parseLong(headers.firstValue("Retry-After").orElse("0").strip());
      return Duration.ofSeconds(Math.max(0, Math.min(seconds, LONGEST_WAIT.toSeconds())));
    } catch (NumberFormatException other) {
      return Duration.ZERO;
    }
  }

  /** Takes an answer for complete when its head is there: a body without end holds up nobody. */
  private static final class Unread implements BodySubscriber<Boolean> {

    @Override
    public CompletionStage<Boolean> getBody() {
      return CompletableFuture.completedFuture(true);
    }

    @Override
    public void onSubscribe(Subscription subscription) {
      subscription.cancel();
    }

    @Override
    public void onNext(List<ByteBuffer> item) {}

    @Override
    public void onError(Throwable throwable) {}

    @Override
    public void onComplete() {}
  }
}
