package io.loophalt.store.link;

import java.net.SocketTimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisRedirectionException;

/** What went wrong with a server, in words that quote nothing of what it was sent. */
public final class StoreProblem {

  /** All connections were in use for as long as could be waited. */
  static final String NO_CONNECTION = "no connection in time";

  /** With what a server's error begins, such as {@code WRONGPASS}. */
  private static final Pattern CODE = Pattern.compile("[A-Z]{2,20}\\b");

  private StoreProblem() {}

  /** Whether the connection was closed, so that the next one may do; not if time has run out. */
  static boolean isOfConnection(RuntimeException problem) {
    return problem instanceof JedisConnectionException
        && !(root(problem) instanceof SocketTimeoutException);
  }

  /**
   * Whether it is of the keys alone: some are on their way to another server of a cluster, for a
   * moment, or somebody else keeps something under one of them. It says nothing of the server.
   */
  static boolean isOfTheKeys(RuntimeException problem) {
    String said = String.valueOf(problem.getMessage());
    // Before Redis 7 a script's error begins with where that was.
    return problem instanceof JedisDataException
        && (said.startsWith("TRYAGAIN") || said.contains("WRONGTYPE"));
  }

  /** Whether what was {@link #said} is only that time ran out, for whatever reason. */
  static boolean isOfTime(String said) {
    return said.equals(NO_CONNECTION) || said.contains(SocketTimeoutException.class.getName());
  }

  /** Errors of the server may quote what it was sent; its code does not. */
  public static String said(Throwable problem) {
    if (problem instanceof JedisRedirectionException) {
      return "it is a node of a Redis Cluster: name its nodes under store.cluster";
    }
    if (problem instanceof JedisDataException) {
      Matcher code = CODE.matcher(String.valueOf(problem.getMessage()));
      return code.lookingAt() ? code.group() : problem.getClass().getSimpleName();
    }
    Throwable root = root(problem);
    if (root != problem) {
      return root.toString();
    }
    if (problem instanceof Error) {
      return problem.toString(); // It is none of the server's.
    }
    return problem instanceof JedisConnectionException
        ? String.valueOf(problem.getMessage())
        : problem.getClass().getSimpleName();
  }

  private static Throwable root(Throwable problem) {
    Throwable cause = problem;
    while (true) {
      Throwable next = cause.getCause();
      if (next == null && cause.getSuppressed().length > 0) {
        next = cause.getSuppressed()[0];
      }
      if (next == null) {
        return cause;
      }
      cause = next;
    }
  }
}
