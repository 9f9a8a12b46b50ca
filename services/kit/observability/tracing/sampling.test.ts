import { expect, test } from '@jest/globals';
import { ROOT_CONTEXT, SpanKind } from '@opentelemetry/api';
import { lot, sampledShare } from './sampling.ts';

test.each([
  { name: undefined, arg: undefined, share: 1 },
  { name: 'always_on', arg: '0', share: 1 },
  { name: 'parentbased_always_off', arg: '1', share: 0 },
  { name: 'parentbased_traceidratio', arg: '0.05', share: 0.05 },
  { name: 'traceidratio', arg: '7', share: 1 },
  { name: 'traceidratio', arg: 'often', share: 1 },
])(
  'of requests $share are kept with OTEL_TRACES_SAMPLER $name and $arg',
  ({ name, arg, share }) => {
    expect(sampledShare({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: arg })).toBe(share);
  },
);

test('samples at random, for any trace id', () => {
  const draws = [0.04, 0.5, 0.049, 0.05];
  const sampler = lot(0.05, () => draws.shift() as number);
  const decide = () =>
    sampler.shouldSample(ROOT_CONTEXT, '0'.repeat(31), 'GET', SpanKind.SERVER, {}, []).decision;
  expect([decide(), decide(), decide(), decide()]).toEqual([2, 0, 2, 0]);
});
