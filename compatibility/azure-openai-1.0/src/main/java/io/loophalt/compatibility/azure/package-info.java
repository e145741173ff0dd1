/** Agents on Azure's SDK for OpenAI that have never heard of Loophalt. */
@NullMarked
package io.loophalt.compatibility.azure;

import org.jspecify.annotations.NullMarked;
