/**
 * Servers on this machine that speak the wire formats of providers of models, with scenes behind
 * them. Who uses one brings Jackson 2, as the providers' SDKs do.
 */
@NullMarked
package io.loophalt.compatibility.provider;

import org.jspecify.annotations.NullMarked;
