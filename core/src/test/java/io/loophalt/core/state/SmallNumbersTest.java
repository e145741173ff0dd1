package io.loophalt.core.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SmallNumbersTest {

  @Property
  void everyNumberIsReadBackAsItWasWritten(@ForAll long number) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(written(number)));

    assertThat(SmallNumbers.read(in)).isEqualTo(number);
    assertThat(in.read()).as("what follows").isEqualTo(-1);
  }

  @ParameterizedTest
  @CsvSource({"0,1", "63,1", "-64,1", "64,2", "3600000,4", "9223372036854775807,10"})
  void smallNumbersTakeFewBytes(long number, int bytes) throws IOException {
    assertThat(written(number)).hasSize(bytes);
  }

  private static byte[] written(long number) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    SmallNumbers.write(new DataOutputStream(bytes), number);
    return bytes.toByteArray();
  }
}
