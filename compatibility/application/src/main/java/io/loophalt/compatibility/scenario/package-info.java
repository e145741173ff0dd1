/**
 * Scripted conversations that frameworks are put into: what the model says at each call, what the
 * tools answer, and what is counted. Knows neither Loophalt nor any framework.
 */
@NullMarked
package io.loophalt.compatibility.scenario;

import org.jspecify.annotations.NullMarked;
