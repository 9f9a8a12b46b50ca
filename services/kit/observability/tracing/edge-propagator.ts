import { type Context, type TextMapPropagator, trace } from '@opentelemetry/api';
import type { TraceParent } from '../request-id.ts';

/**
 * Propagation for requests from outside: of their headers only a new trace id and the caller's span
 * id are accepted. Their flags, tracestate and baggage are dropped. `inner` writes the headers of
 * calls to our own services.
 */
export function edgePropagator(
  inner: TextMapPropagator,
  take: (header: unknown) => TraceParent | null,
): TextMapPropagator {
  return {
    inject: (context, carrier, setter) => inner.inject(context, carrier, setter),
    fields: () => inner.fields(),
    extract(context: Context, carrier, getter) {
      const found = take(getter.get(carrier, 'traceparent'));
      if (found === null) return context;
      const { traceId, spanId } = found;
      return trace.setSpanContext(context, { traceId, spanId, traceFlags: 0, isRemote: true });
    },
  };
}
