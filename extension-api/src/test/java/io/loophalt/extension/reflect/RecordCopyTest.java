package io.loophalt.extension.reflect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecordCopyTest {

  /** As results of tools are, with a component that nobody here has heard of. */
  public record Result(
      List<String> content,
      @Nullable Boolean isError,
      @Nullable Map<String, @Nullable Object> meta,
      int later) {

    /** Refuses what is wrong, as records of SDKs do. */
    public Result {
      if (content.isEmpty()) {
        throw new IllegalArgumentException("no content");
      }
    }

    /** Not the canonical one. */
    public Result(List<String> content) {
      this(content, false, Map.of(), 0);
    }
  }

  @Test
  void allButTheChangedComponentStayWhatTheyAre() throws ReflectiveOperationException {
    Map<String, @Nullable Object> meta = new HashMap<>();
    meta.put("next", null);

    assertThat(RecordCopy.with(new Result(List.of("a"), null, meta, 7), "content", List.of("b")))
        .isEqualTo(new Result(List.of("b"), null, meta, 7));
    assertThat(RecordCopy.with(new Result(List.of("a"), null, null, 7), "content", List.of("b")))
        .isEqualTo(new Result(List.of("b"), null, null, 7));
    assertThat(RecordCopy.with(new Result(List.of("a"), true, meta, 7), "content", List.of("b")))
        .isEqualTo(new Result(List.of("b"), true, meta, 7));
  }

  @Test
  void whatIsNoRecordWithTheComponentIsTold() {
    assertThatThrownBy(() -> RecordCopy.with("no record", "content", "b"))
        .isInstanceOf(NoSuchMethodException.class)
        .hasMessageContaining("java.lang.String");
    assertThatThrownBy(() -> RecordCopy.with(new Result(List.of("a")), "text", "b"))
        .isInstanceOf(NoSuchMethodException.class)
        .hasMessageContaining("text");
  }

  @Test
  void whatTheRecordRefusesIsThrownAsItIs() {
    assertThatThrownBy(() -> RecordCopy.with(new Result(List.of("a")), "content", List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no content");
  }
}
