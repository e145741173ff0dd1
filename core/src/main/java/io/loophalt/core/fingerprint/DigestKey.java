package io.loophalt.core.fingerprint;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The secret under which digests leave this process: in the event log, in messages, in saved runs.
 * Without it nobody can try out which arguments a digest may be of.
 *
 * <p>A process has one: the one that it is {@linkplain #use given}, else a random one that ends
 * with it. Digests of processes with the same key agree, because the seed of the fast hash inside
 * is made of it, too. What is made of a secret is made by HMAC-SHA-256; a digest leaves as its
 * SipHash-2-4.
 *
 * <p>Thread-safe.
 */
public final class DigestKey {

  /** A shorter secret is refused. Bytes. */
  public static final int SHORTEST = 16;

  private static final String ALGORITHM = "siphash-2-4/1";
  private static final String MAC = "HmacSHA256";
  private static final String CIPHER = "AES/GCM/NoPadding";
  private static final int NONCE = 12;
  private static final int TAG_BITS = 128;
  private static final int ID = 4;

  /** Of a random one. */
  private static final int SECRET = 32;

  private static @Nullable DigestKey inUse;

  private final byte[] secret;
  private final long key0;
  private final long key1;
  private final long seed;

  private final byte[] id = new byte[ID];

  private volatile @Nullable SecretKeySpec sealing;

  private DigestKey(byte[] secret, ByteBuffer id, ByteBuffer keys) {
    this.secret = secret;
    id.get(this.id);
    this.key0 = keys.getLong();
    this.key1 = keys.getLong();
    this.seed = keys.getLong();
  }

  /**
   * The key of a secret, such as the bytes of a file.
   *
   * @throws IllegalArgumentException if it has fewer than {@value #SHORTEST} bytes
   */
  public static DigestKey of(byte[] secret) {
    if (secret.length < SHORTEST) {
      throw new IllegalArgumentException(
          "a digest key has " + SHORTEST + " bytes at least, and this one " + secret.length);
    }
    byte[] own = secret.clone();
    ByteBuffer id = ByteBuffer.wrap(derived(own, "id"));
    return new DigestKey(own, id, ByteBuffer.wrap(derived(own, "digests")));
  }

  /**
   * Makes it the key of this process. The same one may be given again.
   *
   * @throws IllegalStateException if digests were made under another key; a program gives its key
   *     before it does anything else with Loophalt
   */
  public static synchronized void use(DigestKey key) {
    DigestKey current = inUse;
    if (current != null && !MessageDigest.isEqual(current.secret, key.secret)) {
      throw new IllegalStateException(
          "this process makes its digests under the key "
              + current.id()
              + ", and cannot change to the key "
              + key.id()
              + ": give the key before the first guard, step or digest");
    }
    inUse = key;
  }

  /** The key of this process, from now on the only one. */
  public static synchronized DigestKey current() {
    DigestKey current = inUse;
    if (current == null) {
      // Nothing to derive: a halt that is the first to name the key must not wait for it.
      ByteBuffer random = ByteBuffer.wrap(random());
      byte[] secret = new byte[SECRET];
      random.get(secret);
      current = new DigestKey(secret, random, random);
      inUse = current;
    }
    return current;
  }

  /** What no other process has. The file costs a start less than what the JDK puts before it. */
  private static byte[] random() {
    byte[] bytes = new byte[SECRET + ID + 3 * Long.BYTES];
    try (FileInputStream device = new FileInputStream("/dev/urandom")) {
      if (device.readNBytes(bytes, 0, bytes.length) == bytes.length) {
        return bytes;
      }
    } catch (IOException notUnix) {
      // As below.
    }
    new SecureRandom().nextBytes(bytes);
    return bytes;
  }

  /** The seed of the hash inside this process. */
  static long seed() {
    return current().seed;
  }

  /** Names the key, and says nothing of it: eight hexadecimal digits. */
  public String id() {
    return HexFormat.of().formatHex(id);
  }

  /** How digests are keyed: algorithm, its version, and the key's id. */
  public String name() {
    return ALGORITHM + ":" + id();
  }

  /** A digest in the form in which it leaves the process; never 0. */
  public long keyed(long digest) {
    return TextDigest.present(SipHash.of(key0, key1, digest));
  }

  /** What a text is called where it is not to be read: 32 hexadecimal digits. */
  public String nameOf(String text) {
    byte[] hash = derived(derived(secret, "names"), text);
    return HexFormat.of().formatHex(hash, 0, 16);
  }

  /**
   * A set of small numbers in the form in which it leaves the process: what two sets have in common
   * stays, and nobody knows which numbers they are.
   *
   * @param size how many bits, from the lowest, are numbers; the others tell equal sets apart and
   *     do so afterwards
   */
  public long keyedSet(long set, int size) {
    if (set == 0) {
      return 0;
    }
    int[] places = new int[size];
    for (int i = 0; i < size; i++) {
      // Fisher and Yates: each of the places is drawn by the key.
      int drawn = (int) Long.remainderUnsigned(keyed(i), i + 1L);
      places[i] = places[drawn];
      places[drawn] = i;
    }
    long keyed = keyed(set) << size;
    for (int i = 0; i < size; i++) {
      keyed |= ((set >>> i) & 1) << places[i];
    }
    return keyed;
  }

  /** Bytes that only this key opens, behind the key's id. */
  public byte[] seal(byte[] plain) {
    try {
      byte[] nonce = new byte[NONCE];
      new SecureRandom().nextBytes(nonce);
      byte[] sealed = cipher(Cipher.ENCRYPT_MODE, nonce).doFinal(plain);
      return ByteBuffer.allocate(ID + NONCE + sealed.length).put(id).put(nonce).put(sealed).array();
    } catch (GeneralSecurityException everyJdkHasIt) {
      throw new IllegalStateException(everyJdkHasIt);
    }
  }

  /**
   * What was {@linkplain #seal sealed}.
   *
   * @param what what to call it in messages
   * @throws IOException if it was sealed under another key, or is damaged; the message says which
   */
  public byte[] open(String what, byte[] sealed) throws IOException {
    if (sealed.length < ID + NONCE + TAG_BITS / Byte.SIZE) {
      throw new IOException(what + " is damaged: " + sealed.length + " bytes are too few");
    }
    byte[] ofKey = Arrays.copyOf(sealed, ID);
    if (!Arrays.equals(ofKey, id)) {
      throw new IOException(
          what
              + " was written under the digest key "
              + HexFormat.of().formatHex(ofKey)
              + ", and this process has the key "
              + id()
              + ": give both the same key, or begin anew");
    }
    try {
      byte[] nonce = Arrays.copyOfRange(sealed, ID, ID + NONCE);
      int from = ID + NONCE;
      return cipher(Cipher.DECRYPT_MODE, nonce).doFinal(sealed, from, sealed.length - from);
    } catch (GeneralSecurityException damaged) {
      throw new IOException(what + " is damaged: it is not as it was written", damaged);
    }
  }

  private Cipher cipher(int mode, byte[] nonce) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(CIPHER);
    cipher.init(mode, sealing(), new GCMParameterSpec(TAG_BITS, nonce));
    return cipher;
  }

  /** Made when first needed: most processes seal nothing. */
  private SecretKeySpec sealing() {
    SecretKeySpec known = sealing;
    if (known == null) {
      known = new SecretKeySpec(derived(secret, "sealed"), "AES");
      sealing = known;
    }
    return known;
  }

  private static byte[] derived(byte[] secret, String use) {
    try {
      Mac mac = Mac.getInstance(MAC);
      mac.init(new SecretKeySpec(secret, MAC));
      return mac.doFinal(("loophalt 1 " + use).getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException everyJdkHasIt) {
      throw new IllegalStateException(everyJdkHasIt);
    }
  }
}
