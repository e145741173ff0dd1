package io.loophalt.testing.application;

import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** No annotation at all: methods are named in the configuration. */
public final class Unmarked implements Callable<String> {

  @Override
  public String call() {
    Supplier<String> lambda = () -> "lambda";
    return search("x") + search("x", 1) + search(new byte[0]) + Inner.search("x") + lambda.get();
  }

  String search(String text) {
    return "text ";
  }

  String search(String text, int page) {
    return "page ";
  }

  String search(byte[] bytes) {
    return "bytes ";
  }

  /** A nested class. */
  public static final class Inner {
    private Inner() {}

    static String search(String text) {
      return "inner ";
    }
  }
}
