package io.loophalt.extension.sdk;

import io.loophalt.extension.PublisherModelCalls;

/**
 * Streams of a model's answers whose loop may call its tools where nobody sees it, as {@link
 * SdkModelCalls} without streams: what came of them is in the next request.
 */
public interface SdkModelStreams extends PublisherModelCalls {

  /**
   * Reads these requests, and the pieces of the answers, each of which has whole calls. Of this the
   * calls, the results and the text behind them are asked for.
   */
  SdkModelCalls exchange();
}
