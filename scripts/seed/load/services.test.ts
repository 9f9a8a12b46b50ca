import { expect, test } from '@jest/globals';
import { startLoader } from './services.ts';

test('a loader that cannot store rejects with the reason, also for waiting pages', async () => {
  const loader = startLoader('identity');
  const page = { students: [{ note: 'without a name'.repeat(100_000) }] };
  const handOver = async () => {
    for (;;) await loader.send(page);
  };
  await expect(handOver()).rejects.toThrow(
    /the load data of identity could not be stored \(1\): .*TypeError/s,
  );
  await expect(loader.end()).rejects.toThrow('could not be stored');
});
