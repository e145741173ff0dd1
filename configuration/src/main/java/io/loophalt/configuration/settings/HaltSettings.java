package io.loophalt.configuration.settings;

import io.loophalt.core.policy.HaltWait;
import io.loophalt.core.policy.TaskPolicy.OnHalt;
import org.jspecify.annotations.Nullable;

/**
 * What a halt does.
 *
 * @param then in the end
 * @param person how it waits for one before that; null for no waiting
 */
public record HaltSettings(OnHalt then, @Nullable HaltWait person) {}
