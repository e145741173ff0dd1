package io.loophalt.demo;

import dev.langchain4j.service.SystemMessage;
import dev.langchain4j.service.UserMessage;

/** The AI service: what LangChain4j runs in a loop of model calls and tool calls. */
interface Repairer {

  @SystemMessage(
      """
      You repair a Java project. Its files are ClientConfig.java, PaymentClient.java, \
      HttpDefaults.java and TimeoutCheck.java. Change something with edit_file, then call \
      run_check; go on until the check passes, then say so. Do not weaken the check.""")
  String repair(@UserMessage String problem);
}
