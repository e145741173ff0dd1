package io.loophalt.compatibility.embabel;

import com.embabel.agent.api.annotation.support.AgentMetadataReader;
import com.embabel.agent.api.channel.DevNullOutputChannel;
import com.embabel.agent.api.common.Ai;
import com.embabel.agent.api.common.Asyncer;
import com.embabel.agent.api.event.AgenticEventListener;
import com.embabel.agent.api.event.observation.NoOpAgentInstrumentation;
import com.embabel.agent.api.tool.config.ToolLoopConfiguration;
import com.embabel.agent.api.tool.config.ToolLoopConfiguration.ToolLoopType;
import com.embabel.agent.core.Agent;
import com.embabel.agent.core.AgentPlatform;
import com.embabel.agent.core.expression.LogicalExpressionParser;
import com.embabel.agent.core.internal.LlmOperations;
import com.embabel.agent.core.support.DefaultAgentPlatform;
import com.embabel.agent.core.support.InMemoryBlackboardProvider;
import com.embabel.agent.spi.AgentProcessIdGenerator;
import com.embabel.agent.spi.AutoLlmSelectionCriteriaResolver;
import com.embabel.agent.spi.OperationScheduler;
import com.embabel.agent.spi.ToolGroupResolver;
import com.embabel.agent.spi.config.spring.AgentPlatformProperties.ProcessType;
import com.embabel.agent.spi.config.spring.InfrastructureInjectionConfiguration;
import com.embabel.agent.spi.loop.AutoCorrectionPolicy;
import com.embabel.agent.spi.loop.ExitOnEmptyPolicy;
import com.embabel.agent.spi.loop.ToolLoopFactory;
import com.embabel.agent.spi.support.DefaultToolDecorator;
import com.embabel.agent.spi.support.ExecutorAsyncer;
import com.embabel.agent.spi.support.InMemoryAgentProcessRepository;
import com.embabel.agent.spi.support.InMemoryContextRepository;
import com.embabel.agent.spi.support.LlmDataBindingProperties;
import com.embabel.agent.spi.support.LlmOperationsPromptsProperties;
import com.embabel.agent.spi.support.RegistryToolGroupResolver;
import com.embabel.agent.spi.support.springai.ChatClientLlmOperations;
import com.embabel.agent.spi.validation.DefaultValidationPromptGenerator;
import com.embabel.common.ai.model.ConfigurableModelProvider;
import com.embabel.common.ai.model.ConfigurableModelProviderProperties;
import com.embabel.common.textio.template.JinjavaTemplateRenderer;
import com.embabel.common.textio.template.TemplateRenderer;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Script;
import io.micrometer.observation.ObservationRegistry;
import jakarta.validation.Validation;
import java.util.List;
import java.util.concurrent.Executors;

/** Embabel's platform with its own defaults, put together without Spring's context. */
final class Platform {

  private final AgentPlatform platform;

  private Platform(ProcessType processes, ToolLoopType loops) {
    Asyncer threads = new ExecutorAsyncer(Executors.newCachedThreadPool());
    ToolGroupResolver toolGroups = new RegistryToolGroupResolver("none", List.of());
    TemplateRenderer templates = new JinjavaTemplateRenderer();
    ObjectMapper json = new ObjectMapper();
    this.platform =
        new DefaultAgentPlatform(
            "platform",
            "a platform",
            processes,
            models(threads, toolGroups, templates, json, loops),
            toolGroups,
            AgenticEventListener.DevNull,
            AgentProcessIdGenerator.Companion.getRANDOM(),
            new InMemoryContextRepository(),
            new InMemoryAgentProcessRepository(),
            OperationScheduler.Companion.getPRONTO(),
            InMemoryBlackboardProvider.INSTANCE,
            threads,
            json,
            DevNullOutputChannel.INSTANCE,
            templates,
            LogicalExpressionParser.getEMPTY(),
            null);
  }

  /** Actions and tools one after the other. */
  static Platform sequential() {
    return new Platform(ProcessType.SIMPLE, ToolLoopType.DEFAULT);
  }

  /** Actions at the same time, and the tools of one answer, too. */
  static Platform parallel() {
    return new Platform(ProcessType.CONCURRENT, ToolLoopType.PARALLEL);
  }

  private static LlmOperations models(
      Asyncer threads,
      ToolGroupResolver toolGroups,
      TemplateRenderer templates,
      ObjectMapper json,
      ToolLoopType loops) {
    ConfigurableModelProviderProperties names = new ConfigurableModelProviderProperties();
    names.setDefaultLlm("scripted");
    ToolLoopConfiguration defaults = new ToolLoopConfiguration();
    return new ChatClientLlmOperations(
        new ConfigurableModelProvider(
            List.of(SceneModel.of(new Scene(Script.NARRATION))), List.of(), names),
        new DefaultToolDecorator(),
        Validation.buildDefaultValidatorFactory().getValidator(),
        new DefaultValidationPromptGenerator(),
        templates,
        new LlmDataBindingProperties(),
        new LlmOperationsPromptsProperties(),
        null,
        AutoLlmSelectionCriteriaResolver.Companion.getDEFAULT(),
        json,
        ObservationRegistry.NOOP,
        NoOpAgentInstrumentation.INSTANCE,
        List.of(),
        threads,
        ToolLoopFactory.Companion.create(
            new ToolLoopConfiguration(
                loops,
                defaults.getMaxIterations(),
                defaults.getParallel(),
                defaults.getToolNotFound(),
                defaults.getEmptyResponse()),
            threads,
            new AutoCorrectionPolicy(),
            ExitOnEmptyPolicy.INSTANCE),
        false);
  }

  AgentPlatform get() {
    return platform;
  }

  /** What Embabel injects: one object for all calls, on all threads. */
  Ai ai() {
    return new InfrastructureInjectionConfiguration().aiFactory(platform);
  }

  /** Makes an agent of an annotated object. */
  Agent deploy(Object annotated) {
    Agent agent = (Agent) new AgentMetadataReader().createAgentMetadata(annotated);
    platform.deploy(agent);
    return agent;
  }
}
