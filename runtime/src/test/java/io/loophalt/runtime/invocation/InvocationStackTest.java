package io.loophalt.runtime.invocation;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.run.RunEvents;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.value.SmallPolicies;
import org.junit.jupiter.api.Test;

class InvocationStackTest {

  /** As where a thread of a server waits for a future, and runs a task of another one meanwhile. */
  @Test
  void aTaskOfNoRunIsNotOfTheRequestWhoseThreadItIsRunOn() {
    RunRegistry registry = new RunRegistry(SmallPolicies.of(10), Presets::create, RunEvents.NONE);
    InvocationStack thread = new InvocationStack();
    Invocation request = thread.push();
    request.becomeRequest();
    assertThat(thread.request()).isSameAs(request);

    Object scope = thread.enterHandedOver(null, null, "a task");
    assertThat(thread.request()).isNull();

    thread.leaveScope(scope, registry);
    assertThat(thread.request()).isSameAs(request);
  }
}
