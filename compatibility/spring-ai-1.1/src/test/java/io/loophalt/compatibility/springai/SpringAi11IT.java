package io.loophalt.compatibility.springai;

/** Spring AI 1.1 does what every framework must do under the agent. */
class SpringAi11IT extends SpringAiContract {

  @Override
  protected Class<?> application() {
    return SpringAi11Agent.class;
  }
}
