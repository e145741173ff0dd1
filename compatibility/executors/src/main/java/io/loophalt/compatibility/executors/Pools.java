package io.loophalt.compatibility.executors;

import com.github.benmanes.caffeine.cache.AsyncLoadingCache;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Scheduler;
import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import com.google.common.cache.RemovalListener;
import com.google.common.cache.RemovalListeners;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.apache.commons.pool2.BasePooledObjectFactory;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import org.h2.jdbcx.JdbcDataSource;
import redis.clients.jedis.Connection;
import redis.clients.jedis.ConnectionPool;

/** Pools of connections, caches, and queues that one task empties for all. */
final class Pools {

  private static final Duration SOON = Duration.ofMillis(20);

  private Pools() {}

  static void addTo(Map<String, Library> libraries) {
    libraries.put("HikariCP", Pools::hikari);
    libraries.put("Jedis", Pools::jedis);
    libraries.put("Caffeine", Pools::caffeine);
    libraries.put("Caffeine that reloads", Pools::caffeineThatReloads);
    libraries.put("Caffeine that is told to reload", Pools::caffeineToldToReload);
    libraries.put("Caffeine that is told to load asynchronously", Pools::asyncCaffeineToldToReload);
    libraries.put("Guava's cache", Pools::guava);
    libraries.put("Guava's cache that reloads", Pools::guavaThatReloads);
    libraries.put("Guava's cache whose loader reloads", Pools::guavaWhoseLoaderReloads);
    libraries.put(
        "Guava's sequential executor",
        callback ->
            behindAnother(
                MoreExecutors.newSequentialExecutor(Executors.newFixedThreadPool(1)), callback));
    libraries.put("Vert.x", Pools::vertx);
  }

  /** Closes connections that are not wanted any more and opens others, on threads of its own. */
  private static Library.Housekeeping hikari(Library.Callback callback) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(database("jdbc:h2:mem:pool", callback));
    config.setMinimumIdle(1);
    config.setMaximumPoolSize(2);
    HikariDataSource pool = new HikariDataSource(config);
    return () -> {
      pool.getConnection().close();
      pool.getHikariPoolMXBean().softEvictConnections();
    };
  }

  /** Calls back whenever a pool opens a connection. */
  static DataSource database(String url, Library.Callback callback) {
    JdbcDataSource database = new JdbcDataSource();
    database.setUrl(url);
    return (DataSource)
        Proxy.newProxyInstance(
            DataSource.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("getConnection")) {
                callback.called();
              }
              return method.invoke(database, arguments);
            });
  }

  /** Its pool of connections is that of Commons, whose evictor comes by now and then. */
  private static Library.Housekeeping jedis(Library.Callback callback) {
    GenericObjectPoolConfig<Connection> config = new GenericObjectPoolConfig<>();
    config.setMinEvictableIdleDuration(Duration.ofMillis(1));
    config.setTimeBetweenEvictionRuns(SOON);
    ConnectionPool pool =
        new ConnectionPool(
            new BasePooledObjectFactory<Connection>() {
              @Override
              public Connection create() {
                return new Connection();
              }

              @Override
              public PooledObject<Connection> wrap(Connection made) {
                return new DefaultPooledObject<>(made);
              }

              @Override
              public void destroyObject(PooledObject<Connection> idle) {
                callback.called();
              }
            },
            config);
    return pool::addObject;
  }

  /** Takes out what is too old, by the clock and not by who asks next. */
  private static Library.Housekeeping caffeine(Library.Callback callback) {
    AtomicInteger keys = new AtomicInteger();
    Cache<Integer, String> cache =
        Caffeine.newBuilder()
            .expireAfterWrite(SOON)
            .scheduler(Scheduler.systemScheduler())
            .removalListener((key, value, why) -> callback.called())
            .build();
    return () -> cache.put(keys.incrementAndGet(), "value");
  }

  private static Library.Housekeeping guava(Library.Callback callback) {
    AtomicInteger keys = new AtomicInteger();
    RemovalListener<Integer, String> listener = removed -> callback.called();
    com.google.common.cache.Cache<Integer, String> cache =
        CacheBuilder.newBuilder()
            .maximumSize(1)
            .removalListener(
                RemovalListeners.asynchronous(listener, Executors.newFixedThreadPool(1)))
            .build();
    cache.put(keys.incrementAndGet(), "value");
    return () -> cache.put(keys.incrementAndGet(), "value");
  }

  /** Loads anew what somebody reads, on a thread of a pool. */
  private static Library.Housekeeping guavaThatReloads(Library.Callback callback) {
    Loader loader = new Loader(callback);
    LoadingCache<String, Integer> cache =
        CacheBuilder.newBuilder()
            .build(CacheLoader.asyncReloading(CacheLoader.from(loader::now), loader.pool));
    cache.getUnchecked("key");
    return loader.asItBegins(() -> cache.refresh("key"));
  }

  /** Loads anew what somebody reads, with a loader of the application's that has a pool. */
  private static Library.Housekeeping guavaWhoseLoaderReloads(Library.Callback callback) {
    Loader loader = new Loader(callback);
    LoadingCache<String, Integer> cache =
        CacheBuilder.newBuilder()
            .refreshAfterWrite(Duration.ofNanos(1))
            .build(
                new CacheLoader<>() {
                  @Override
                  public Integer load(String key) {
                    return loader.now(key);
                  }

                  @Override
                  public ListenableFuture<Integer> reload(String key, Integer old) {
                    return Futures.submit(() -> loader.now(key), loader.pool);
                  }
                });
    cache.getUnchecked("key");
    return loader.asItBegins(() -> cache.getUnchecked("key"));
  }

  private static Library.Housekeeping caffeineThatReloads(Library.Callback callback) {
    Loader loader = new Loader(callback);
    AsyncLoadingCache<String, Integer> cache =
        Caffeine.newBuilder()
            .refreshAfterWrite(Duration.ofNanos(1))
            .buildAsync((key, executor) -> loader.load(key));
    cache.get("key").join();
    return loader.asItBegins(() -> cache.get("key").join());
  }

  private static Library.Housekeeping asyncCaffeineToldToReload(Library.Callback callback) {
    Loader loader = new Loader(callback);
    AsyncLoadingCache<String, Integer> cache =
        Caffeine.newBuilder().buildAsync((key, executor) -> loader.load(key));
    cache.get("key").join();
    return loader.asItBegins(() -> cache.synchronous().refresh("key"));
  }

  private static Library.Housekeeping caffeineToldToReload(Library.Callback callback) {
    Loader loader = new Loader(callback);
    com.github.benmanes.caffeine.cache.LoadingCache<String, Integer> cache =
        Caffeine.newBuilder()
            .build(
                new com.github.benmanes.caffeine.cache.CacheLoader<>() {
                  @Override
                  public Integer load(String key) {
                    return loader.now(key);
                  }

                  @Override
                  public CompletableFuture<Integer> asyncReload(
                      String key, Integer old, Executor executor) {
                    return loader.load(key);
                  }
                });
    cache.put("key", 0);
    return loader.asItBegins(() -> cache.refresh("key"));
  }

  /** Loads, on a pool of the application's if need be. */
  private static final class Loader {
    private final ExecutorService pool = Executors.newCachedThreadPool();
    private final AtomicInteger loads = new AtomicInteger();
    private final Library.Callback callback;

    Loader(Library.Callback callback) {
      this.callback = callback;
    }

    CompletableFuture<Integer> load(String key) {
      return CompletableFuture.supplyAsync(() -> now(key), pool);
    }

    int now(String key) {
      loads.incrementAndGet();
      callback.called();
      return key.length();
    }

    /** Again until it does: a cache that still loads does not load anew. */
    Library.Housekeeping asItBegins(Runnable reloading) {
      return () -> {
        int before = loads.get();
        while (loads.get() == before) {
          reloading.run();
          Thread.onSpinWait();
        }
      };
    }
  }

  private static Library.Housekeeping vertx(Library.Callback callback) {
    Context context = Vertx.vertx().getOrCreateContext();
    return behindAnother(
        task ->
            context.executeBlocking(
                () -> {
                  task.run();
                  return "done";
                }),
        callback);
  }

  /** What somebody else has put into a queue while the task of a run was under way. */
  private static Library.Housekeeping behindAnother(Executor queue, Library.Callback callback) {
    return () -> {
      CountDownLatch isQueued = new CountDownLatch(1);
      queue.execute(() -> Bystanders.await(isQueued));
      Thread other = new Thread(() -> queue.execute(callback::called));
      other.start();
      other.join();
      isQueued.countDown();
    };
  }
}
