package io.loophalt.extension.sdk;

import io.loophalt.extension.Artifact.Part;
import io.loophalt.extension.ChokePoint;
import java.util.List;

/**
 * A service of an SDK by which models are called. OpenAI's and Anthropic's SDKs are made by one
 * generator: each service is a blocking and an asynchronous class, both with {@code create} and
 * {@code createStreaming}, and in each of the two a class for raw responses is nested.
 *
 * @param answers what the service gives, in the plural
 * @param params the class of its requests
 */
public record SdkService(String answers, String blockingClass, String asyncClass, String params) {

  private static final String RAW = "$WithRawResponseImpl";

  /**
   * The methods.
   *
   * @param now handles what is returned at once; an asynchronous stream is, too
   * @param later handles what is returned as a future, as all raw responses of an asynchronous
   *     class are
   */
  public List<Part> parts(SdkModelCalls now, SdkModelCalls later) {
    return List.of(
        new Part(answers, point(blockingClass, "create", now), point(asyncClass, "create", later)),
        new Part(
            "streamed " + answers,
            point(blockingClass, "createStreaming", now),
            point(asyncClass, "createStreaming", now)),
        new Part(
            "raw " + answers,
            point(blockingClass + RAW, "create", now),
            point(blockingClass + RAW, "createStreaming", now),
            point(asyncClass + RAW, "create", later),
            point(asyncClass + RAW, "createStreaming", later)));
  }

  private ChokePoint point(String className, String method, SdkModelCalls handler) {
    return new ChokePoint(className, method, 2, params, handler).rewriting();
  }
}
