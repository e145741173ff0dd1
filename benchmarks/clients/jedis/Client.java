import java.util.Arrays;
import java.util.List;
import redis.clients.jedis.Jedis;

/** Asks a server on this machine: when did the first answer come, and how long does EVALSHA take. */
final class Client {

  public static void main(String[] arguments) {
    int port = Integer.parseInt(arguments[0]);
    int calls = Integer.parseInt(arguments[1]);
    long before = System.nanoTime();
    try (Jedis jedis = new Jedis("127.0.0.1", port)) {
      jedis.ping();
      long first = System.nanoTime() - before;
      String script =
          jedis.scriptLoad(
              "redis.call('HSET',KEYS[1],'l',ARGV[1]) return redis.call('HGET',KEYS[1],'l')");
      long[] nanos = new long[calls];
      for (int i = 0; i < calls; i++) {
        long began = System.nanoTime();
        jedis.evalsha(script, List.of("run"), List.of("token"));
        nanos[i] = System.nanoTime() - began;
      }
      Arrays.sort(nanos);
      System.out.printf("%d %d%n", first / 1_000_000, nanos[calls / 2] / 1_000);
    }
  }
}
