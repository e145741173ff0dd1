package io.loophalt.compatibility.springai;

/** Spring AI 2 does what every framework must do under the agent. */
class SpringAi20IT extends SpringAiContract {

  @Override
  protected Class<?> application() {
    return SpringAi20Agent.class;
  }

  @Override
  protected String framework() {
    return "Spring AI 2";
  }
}
