package io.loophalt.extension.reflect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a copy by getters and setters has of the original. */
class BeanCopyTest {

  /** Options as some SDKs have them. */
  public static final class Options {
    private @Nullable String model;
    private boolean streams;
    private @Nullable Integer limit;

    /** A property. */
    public @Nullable String getModel() {
      return model;
    }

    /** Refuses what is no model. */
    public Options setModel(@Nullable String model) {
      if (model != null && model.isEmpty()) {
        throw new IllegalArgumentException("no model");
      }
      this.model = model;
      return this;
    }

    /** A property. */
    public boolean isStreams() {
      return streams;
    }

    /** A property. */
    public void setStreams(boolean streams) {
      this.streams = streams;
    }

    /** A property. */
    public @Nullable Integer getLimit() {
      return limit;
    }

    /** A property. */
    public Options setLimit(@Nullable Integer limit) {
      this.limit = limit;
      return this;
    }
  }

  @Test
  void allThatHasAValueIsCopiedButForWhatIsLeftOut() throws Exception {
    Options original = new Options().setModel("small").setLimit(5);
    original.setStreams(true);
    Options copy = new Options();

    BeanCopy.copy(original, copy, List.of("Limit"));

    assertThat(copy.getModel()).isEqualTo("small");
    assertThat(copy.isStreams()).isTrue();
    assertThat(copy.getLimit()).isNull();
  }

  @Test
  void aSetterThatRefusesSaysWhyItself() {
    Options original = new Options();
    original.model = "";

    assertThatThrownBy(() -> BeanCopy.copy(original, new Options(), List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no model");
  }
}
