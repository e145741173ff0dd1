package io.loophalt.compatibility.executors;

import com.mchange.v2.c3p0.DataSources;
import com.mchange.v2.c3p0.PooledDataSource;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.AgroalDataSourceListener;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import java.lang.reflect.Constructor;
import java.sql.Connection;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.core5.util.TimeValue;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.ehcache.Cache;
import org.ehcache.config.builders.CacheConfigurationBuilder;
import org.ehcache.config.builders.CacheEventListenerConfigurationBuilder;
import org.ehcache.config.builders.CacheManagerBuilder;
import org.ehcache.config.builders.ResourcePoolsBuilder;
import org.ehcache.event.CacheEventListener;
import org.ehcache.event.EventType;
import org.h2.jdbcx.JdbcDataSource;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobDataMap;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.quartz.TriggerBuilder;
import org.quartz.impl.StdSchedulerFactory;
import org.quartz.simpl.RAMJobStore;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.scheduling.support.PeriodicTrigger;
import software.amazon.awssdk.http.apache5.internal.conn.IdleConnectionReaper;

/** Pools, actors and schedulers whose workers begin with the first use. */
@SuppressWarnings("FutureReturnValueIgnored") // nobody waits for bystanders
final class Workers {

  private static final Duration SOON = Duration.ofMillis(20);

  private Workers() {}

  static void addTo(Map<String, Library> libraries) {
    libraries.put("Agroal", Workers::agroal);
    libraries.put("the AWS SDK's reaper", Workers::reaper);
    libraries.put("c3p0", Workers::c3p0);
    libraries.put("Ehcache", Workers::ehcache);
    libraries.put("Pekko", Workers::pekko);
    libraries.put("Quartz", Workers::quartz);
    libraries.put("Spring's scheduler", Workers::springsScheduler);
  }

  private static Library.Housekeeping agroal(Library.Callback callback) throws Exception {
    AgroalDataSource pool =
        AgroalDataSource.from(
            new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(
                    pooled ->
                        pooled
                            .maxSize(2)
                            .reapTimeout(SOON)
                            .connectionFactoryConfiguration(
                                made ->
                                    made.connectionProviderClass(JdbcDataSource.class)
                                        .jdbcUrl("jdbc:h2:mem:agroal"))),
            new AgroalDataSourceListener() {
              @Override
              public void beforeConnectionReap(Connection idle) {
                callback.called();
              }
            });
    return () -> pool.getConnection().close();
  }

  /** Comes by each minute; here sooner, by the constructor that its own tests have. */
  private static Library.Housekeeping reaper(Library.Callback callback) throws Exception {
    Constructor<IdleConnectionReaper> constructor =
        IdleConnectionReaper.class.getDeclaredConstructor(Map.class, Supplier.class, long.class);
    constructor.setAccessible(true);
    Supplier<ExecutorService> threads = Executors::newSingleThreadExecutor;
    constructor
        .newInstance(new ConcurrentHashMap<>(), threads, SOON.toMillis())
        .registerConnectionManager(
            new PoolingHttpClientConnectionManager() {
              @Override
              public void closeIdle(TimeValue idleTime) {
                callback.called();
              }
            },
            SOON.toMillis());
    return () -> {};
  }

  private static Library.Housekeeping c3p0(Library.Callback callback) throws Exception {
    PooledDataSource pool =
        (PooledDataSource)
            DataSources.pooledDataSource(
                Pools.database("jdbc:h2:mem:c3p0", callback), Map.of("initialPoolSize", "1"));
    return () -> {
      try (Connection connection = pool.getConnection()) {
        connection.isValid(1);
      }
      pool.softResetAllUsers();
    };
  }

  /** Tells of what happened in order, from one queue for all. */
  private static Library.Housekeeping ehcache(Library.Callback callback) {
    AtomicInteger keys = new AtomicInteger();
    CacheEventListener<Integer, String> listener = event -> callback.called();
    Cache<Integer, String> cache =
        CacheManagerBuilder.newCacheManagerBuilder()
            .build(true)
            .createCache(
                "own",
                CacheConfigurationBuilder.newCacheConfigurationBuilder(
                        Integer.class, String.class, ResourcePoolsBuilder.heap(100))
                    .withService(
                        CacheEventListenerConfigurationBuilder.newEventListenerConfiguration(
                                listener, EventType.CREATED)
                            .ordered()
                            .asynchronous()));
    return () -> cache.put(keys.incrementAndGet(), "value");
  }

  private static Library.Housekeeping pekko(Library.Callback callback) {
    ActorRef actor =
        ActorSystem.create("own").actorOf(Props.create(Actor.class, () -> new Actor(callback)));
    return () -> actor.tell("look", ActorRef.noSender());
  }

  private static final class Actor extends AbstractActor {
    private final Library.Callback callback;

    Actor(Library.Callback callback) {
      this.callback = callback;
    }

    @Override
    public Receive createReceive() {
      return receiveBuilder().matchAny(message -> callback.called()).build();
    }
  }

  private static Library.Housekeeping quartz(Library.Callback callback) throws Exception {
    Properties settings = new Properties();
    settings.setProperty("org.quartz.jobStore.class", RAMJobStore.class.getName());
    settings.setProperty("org.quartz.threadPool.threadCount", "1");
    settings.setProperty("org.quartz.scheduler.instanceName", "own " + callback.hashCode());
    Scheduler scheduler = new StdSchedulerFactory(settings).getScheduler();
    scheduler.start();
    JobDataMap data = new JobDataMap();
    data.put("callback", callback);
    return () ->
        scheduler.scheduleJob(
            JobBuilder.newJob(CallingJob.class).usingJobData(data).build(),
            TriggerBuilder.newTrigger().startNow().build());
  }

  /** Public, because Quartz makes it. */
  public static final class CallingJob implements Job {
    @Override
    public void execute(JobExecutionContext context) {
      Object callback = context.getMergedJobDataMap().get("callback");
      ((Library.Callback) Objects.requireNonNull(callback)).called();
    }
  }

  /** Whose first time may be now. */
  private static Library.Housekeeping springsScheduler(Library.Callback callback) {
    ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();
    scheduler.initialize();
    return () -> scheduler.schedule(callback::called, new PeriodicTrigger(Duration.ofHours(1)));
  }
}
