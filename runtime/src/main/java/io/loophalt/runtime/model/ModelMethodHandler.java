package io.loophalt.runtime.model;

import io.loophalt.core.detect.Turn;
import io.loophalt.extension.ModelCalls;
import io.loophalt.extension.ModelResponse;
import io.loophalt.extension.RequestReader;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.PathReader;
import io.loophalt.runtime.policy.ValuePath;
import io.loophalt.runtime.policy.WeavingPolicy.ModelPattern;
import org.jspecify.annotations.Nullable;

/**
 * Calls of a method that the configuration says calls a model: what came of it is read by the
 * configured paths. Equal to another one for the same lines of the configuration.
 */
public final class ModelMethodHandler extends ModelCallHandler {

  private final ModelPattern pattern;
  private final boolean returnsNothing;
  private final ConfiguredAnswer configured;

  /**
   * For one woven method.
   *
   * @param returnsNothing whether it is {@code void}, so that the answer is in the receiver or an
   *     argument
   */
  public ModelMethodHandler(ModelPattern pattern, boolean returnsNothing, RunCorrelator runs) {
    this(pattern, returnsNothing, new ConfiguredAnswer(pattern, runs), runs);
  }

  private ModelMethodHandler(
      ModelPattern pattern,
      boolean returnsNothing,
      ConfiguredAnswer configured,
      RunCorrelator runs) {
    super(configured, runs);
    this.pattern = pattern;
    this.returnsNothing = returnsNothing;
    this.configured = configured;
  }

  @Override
  protected boolean asksBelow() {
    return pattern.inputTokens() == null && pattern.outputTokens() == null;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ModelMethodHandler that
        && runs == that.runs
        && returnsNothing == that.returnsNothing
        && pattern.equals(that.pattern);
  }

  @Override
  public int hashCode() {
    return pattern.method().hashCode();
  }

  @Override
  protected @Nullable ModelResponse answer(Invocation call, @Nullable Object returned) {
    return returned == null && !returnsNothing ? null : configured.read(call, returned);
  }

  /** What the paths of the configuration lead to. */
  private static final class ConfiguredAnswer implements ModelCalls {
    private final @Nullable PathReader model;
    private final @Nullable PathReader inputTokens;
    private final @Nullable PathReader cachedInputTokens;
    private final @Nullable PathReader outputTokens;
    private final @Nullable PathReader toolCalls;
    private final @Nullable PathReader text;
    private final @Nullable RequestReader requests;

    ConfiguredAnswer(ModelPattern pattern, RunCorrelator runs) {
      model = reader("model", pattern.model(), runs);
      inputTokens = reader("input-tokens", pattern.inputTokens(), runs);
      cachedInputTokens = reader("cached-input-tokens", pattern.cachedInputTokens(), runs);
      outputTokens = reader("output-tokens", pattern.outputTokens(), runs);
      toolCalls = reader("tool-calls", pattern.toolCalls(), runs);
      text = reader("text", pattern.text(), runs);
      PathReader messages = reader("messages", pattern.messages(), runs);
      requests =
          messages == null ? null : new WrittenMessages(messages, toolCalls, runs.warnings());
    }

    private static @Nullable PathReader reader(
        String key, @Nullable ValuePath path, RunCorrelator runs) {
      return path == null ? null : new PathReader(key, path, runs.warnings());
    }

    @Override
    public @Nullable RequestReader requests() {
      return requests;
    }

    /** Of a result that came when the call was over: its arguments are gone. */
    @Override
    public ModelResponse answer(Object returned) {
      return read(null, returned);
    }

    ModelResponse read(@Nullable Invocation call, @Nullable Object returned) {
      return new ModelResponse(
          model == null ? "" : model.text(call, returned),
          text == null ? "" : text.text(call, returned),
          toolCalls == null
              ? Turn.CALLS_UNKNOWN
              : toolCalls.count(call, returned, Turn.CALLS_UNKNOWN),
          inputTokens == null ? 0 : inputTokens.number(call, returned),
          cachedInputTokens == null ? 0 : cachedInputTokens.number(call, returned),
          outputTokens == null ? 0 : outputTokens.number(call, returned));
    }
  }
}
