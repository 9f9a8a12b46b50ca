import type { Sampler, SamplingResult } from '@opentelemetry/sdk-trace-node';

/** The settings of OpenTelemetry that say which traces are kept. */
interface SamplerEnv {
  OTEL_TRACES_SAMPLER?: string | undefined;
  OTEL_TRACES_SAMPLER_ARG?: string | undefined;
}

/**
 * The share of requests whose traces are kept, from 0 to 1, by OTEL_TRACES_SAMPLER and its ARG; all
 * of them unless said otherwise.
 */
export function sampledShare({
  OTEL_TRACES_SAMPLER: name = 'parentbased_always_on',
  OTEL_TRACES_SAMPLER_ARG: arg = '1',
}: SamplerEnv): number {
  if (name.endsWith('always_off')) return 0;
  if (!name.endsWith('traceidratio')) return 1;
  const share = Number(arg);
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 1;
}

/**
 * Samples a share of the traces that no service of ours has requested. It draws at random, not by
 * the trace id: a page that chooses the id could also choose whether its trace is kept.
 */
export function lot(share: number, draw: () => number = Math.random): Sampler {
  return {
    shouldSample: (): SamplingResult => ({ decision: draw() < share ? 2 : 0 }),
    toString: () => `Lot{${share}}`,
  };
}
