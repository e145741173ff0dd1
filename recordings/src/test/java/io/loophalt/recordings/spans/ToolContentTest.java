package io.loophalt.recordings.spans;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToolContentTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "content='sunny' name='f' tool_call_id='call_1'|sunny|call_1",
        "content='sunny' name='f' id='0b1f' tool_call_id='call_2'|sunny|call_2",
        "content=\"it's sunny\" tool_call_id='call_2'|it's sunny|call_2",
        "content='' id='r1' tool_call_id='1'|``|1",
        "content='a name=\\'x\\' b' name='f' tool_call_id='1'|a name=\\'x\\' b|1",
        "{\"output\":\"sunny\"}|sunny|``",
        "{\"output\":{\"content\":\"sunny\",\"type\":\"tool\",\"id\":\"0b1f\",\"tool_call_id\":\"c1\"}}|sunny|c1",
        "{\"output\":\"content='sunny' tool_call_id='c1'\",\"kwargs\":{\"color\":\"green\"}}|sunny|c1",
        "{\"lc\":1,\"type\":\"constructor\",\"kwargs\":{\"content\":\"sunny\",\"tool_call_id\":\"c1\"}}|sunny|c1",
        "[{\"text\":\"sunny\"},{\"text\":\"and warm\"}]|`sunny\nand warm`|``",
        "\"sunny\"|sunny|``"
      })
  void whatIsPutAroundAResultIsLeftOutButForTheCallThatItNames(
      String written, String said, String callId) {
    assertThat(ToolContent.ofResult(written)).isEqualTo(new ToolContent(said, false, callId));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "sunny",
        "content=sunny",
        "\"sunny\" is what they say",
        "{\"output\":\"sunny\",\"degrees\":21}",
        "{\"output\":",
        "{\"forecast\":{\"output\":\"sunny\"}}",
        "[{\"text\":\"cut o",
        "{\"tool_call_id\":\"c1\"}",
        "[{\"text\":\"open\",\"id\":1}]"
      })
  void whatAToolSaysItselfStays(String written) {
    assertThat(ToolContent.ofResult(written)).isEqualTo(new ToolContent(written, false, ""));
  }

  @Test
  void aMessageSaysThatItsToolFailed() {
    assertThat(
            ToolContent.ofResult(
                "{\"content\":\"no such place\",\"tool_call_id\":\"c1\",\"status\":\"error\"}"))
        .isEqualTo(new ToolContent("no such place", true, "c1"));
    assertThat(ToolContent.ofResult("content='no' tool_call_id='c1' status='error'"))
        .isEqualTo(new ToolContent("no", true, "c1"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"args\":[],\"kwargs\":{\"q\":1}}|{\"q\":1}",
        "{\"args\":[\"{\\\"q\\\":1}\"]}|{\"q\":1}",
        "{\"args\":[\"a\"],\"kwargs\":{}}|a",
        "{\"args\":[\"a\"],\"kwargs\":{\"q\":1}}|{\"args\":[\"a\"],\"kwargs\":{\"q\":1}}",
        "{\"args\":[\"a\",\"b\"]}|{\"args\":[\"a\",\"b\"]}",
        "{\"command\":\"git\",\"args\":[\"status\"]}|{\"command\":\"git\",\"args\":[\"status\"]}",
        "{\"args\":[\"-l\"],\"cwd\":\"/\",\"env\":{}}|{\"args\":[\"-l\"],\"cwd\":\"/\",\"env\":{}}",
        "{\"input_str\":\"x\",\"inputs\":{\"q\":1},\"kwargs\":{\"tool_call_id\":\"c1\"}}|{\"q\":1}",
        "{\"input_str\":\"x\",\"inputs\":null,\"kwargs\":{\"tool_call_id\":\"c1\"}}|x",
        "{\"q\":1}|{\"q\":1}",
        "x|x"
      })
  void whatIsPutAroundArgumentsIsLeftOut(String written, String given) {
    assertThat(ToolContent.ofArguments(written)).isEqualTo(given);
  }
}
