package io.loophalt.runtime.application.sdk;

/** An answer that has come and was not parsed yet. */
public interface HttpResponseFor<T> extends AutoCloseable {

  /** The answer, the same one each time. */
  T parse();

  /** What it would be parsed from. */
  String body();

  @Override
  void close();
}
