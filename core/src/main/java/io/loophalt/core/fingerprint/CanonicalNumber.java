package io.loophalt.core.fingerprint;

import static io.loophalt.core.fingerprint.Characters.isDigit;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Digests numbers by value, whatever type or notation holds them: {@code 1}, {@code 1.0}, {@code
 * 1e0} and {@code BigDecimal.ONE} are one number.
 *
 * <p>Whole numbers are exact: 2<sup>53</sup> and 2<sup>53</sup>+1 differ. A fraction, or text with
 * a point or exponent, of at most 18 significant digits counts as the nearest {@code double},
 * because that is what JSON parsers make of it; more digits count as they are. Numbers of more than
 * 4096 bits equal only the same number in the same form: converting them takes more than linear
 * time.
 */
public final class CanonicalNumber {

  private static final int WHOLE = 16;
  private static final int REAL = 17;
  private static final int DECIMAL = 18;
  private static final int HUGE = 19;

  /** So many significant digits a double is printed with at most: JDK 17 prints one too many. */
  private static final int DOUBLE_DIGITS = 18;

  private static final int MAX_BITS = 4096;

  /** A number of {@link #MAX_BITS} bits has at most so many digits. */
  private static final int MAX_DIGITS = 1233;

  private static final int LONG_DIGITS = 18;

  private static final double TWO_TO_63 = 0x1p63;

  private static final long MAX_EXACT = 1L << 53;

  /** The powers of ten that a double holds exactly. */
  private static final double[] TENS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };

  private CanonicalNumber() {}

  /** A whole number. */
  public static long of(long value) {
    return CanonicalForm.tagged(WHOLE, value, 0);
  }

  /** A fraction; the same as the whole number that it may be. */
  public static long of(double value) {
    // Not by Math.rint: it may be the first to need StrictMath, and an initializer of the JDK that
    // runs in a thread which is stopped is broken for the whole JVM.
    long whole = (long) value;
    if (value == whole && value < TWO_TO_63) {
      return of(whole);
    }
    return CanonicalForm.tagged(REAL, Double.doubleToLongBits(value), 0);
  }

  /** A whole number of any size. */
  public static long of(BigInteger value) {
    if (value.bitLength() < Long.SIZE) {
      return of(value.longValue());
    }
    if (value.bitLength() > MAX_BITS) {
      return huge(value, 0);
    }
    double nearest = value.doubleValue();
    if (Double.isFinite(nearest) && new BigDecimal(nearest).toBigInteger().equals(value)) {
      return of(nearest);
    }
    return decimal(new BigDecimal(value).stripTrailingZeros());
  }

  /** A decimal number; the same as the whole number that it may be. */
  public static long of(BigDecimal value) {
    return value.scale() == 0 ? of(value.unscaledValue()) : ofFraction(value);
  }

  /**
   * The number that a JSON number between two positions stands for. Allocates only beyond 18 digits
   * or, with a point or exponent, where finding the nearest double takes more than one operation.
   */
  public static long ofJson(CharSequence text, int start, int end) {
    boolean negative = text.charAt(start) == '-';
    int position = negative ? start + 1 : start;
    long digits = 0;
    int significant = 0;
    int scale = 0;
    int pendingZeros = 0;
    boolean point = false;
    for (; position < end; position++) {
      char c = text.charAt(position);
      if (c == '.') {
        point = true;
      } else if (!isDigit(c)) {
        break;
      } else {
        scale += point ? 1 : 0;
        if (c == '0') {
          pendingZeros += significant > 0 ? 1 : 0;
        } else {
          significant += pendingZeros + 1;
          if (significant <= LONG_DIGITS) {
            digits = digits * (long) TENS[pendingZeros + 1] + (c - '0');
          }
          pendingZeros = 0;
        }
      }
    }
    if (significant == 0) {
      return of(0);
    }
    if (significant > LONG_DIGITS) {
      return slowly(text, start, end);
    }
    boolean whole = !point && position == end;
    int exponent = position == end ? 0 : exponent(text, position + 1, end);
    if (exponent == Integer.MAX_VALUE) {
      return slowly(text, start, end);
    }
    int power = exponent - scale + pendingZeros;
    long signed = negative ? -digits : digits;
    if (whole && significant + power <= LONG_DIGITS) {
      return of(signed * (long) TENS[power]);
    }
    if (!whole && digits <= MAX_EXACT && Math.abs(power) < TENS.length) {
      return of(power < 0 ? signed / TENS[-power] : signed * TENS[power]);
    }
    return slowly(text, start, end);
  }

  /** The exponent, or {@code Integer.MAX_VALUE} if it is far beyond what a double can hold. */
  private static int exponent(CharSequence text, int start, int end) {
    boolean negative = text.charAt(start) == '-';
    int position = negative || text.charAt(start) == '+' ? start + 1 : start;
    int exponent = 0;
    for (; position < end; position++) {
      exponent = exponent * 10 + (text.charAt(position) - '0');
      if (exponent > 9999) {
        return Integer.MAX_VALUE;
      }
    }
    return negative ? -exponent : exponent;
  }

  private static long slowly(CharSequence text, int start, int end) {
    if (end - start > MAX_DIGITS) {
      return CanonicalForm.tagged(HUGE, CanonicalForm.text(text.subSequence(start, end)), 0);
    }
    String number = text.subSequence(start, end).toString();
    boolean whole = number.indexOf('.') < 0 && number.indexOf('e') < 0 && number.indexOf('E') < 0;
    try {
      return whole ? of(new BigInteger(number)) : ofFraction(new BigDecimal(number));
    } catch (NumberFormatException exponentBeyondAnInt) {
      return CanonicalForm.tagged(HUGE, CanonicalForm.text(number), 0);
    }
  }

  private static long ofFraction(BigDecimal value) {
    if (value.unscaledValue().bitLength() > MAX_BITS) {
      return huge(value.unscaledValue(), value.scale());
    }
    BigDecimal stripped = value.stripTrailingZeros();
    if (stripped.signum() == 0) {
      return of(0);
    }
    if (stripped.precision() <= DOUBLE_DIGITS) {
      double nearest = stripped.doubleValue();
      if (Double.isFinite(nearest) && nearest != 0) {
        return of(nearest);
      }
    } else if (stripped.scale() <= 0
        && (long) stripped.precision() - stripped.scale() <= MAX_DIGITS) {
      return of(stripped.toBigInteger());
    }
    return decimal(stripped);
  }

  private static long decimal(BigDecimal stripped) {
    return CanonicalForm.tagged(DECIMAL, hash(stripped.unscaledValue()), stripped.scale());
  }

  private static long huge(BigInteger unscaled, int scale) {
    return CanonicalForm.tagged(HUGE, hash(unscaled), scale);
  }

  private static long hash(BigInteger value) {
    byte[] bytes = value.toByteArray();
    return CanonicalForm.ofBytes(bytes, bytes.length);
  }
}
