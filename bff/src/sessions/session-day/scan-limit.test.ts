import { expect, test } from '@jest/globals';
import { createScanLimit } from './scan-limit.ts';

test('an account makes 120 scans a minute, and another one its own', async () => {
  const limit = createScanLimit(null);
  const scan = (id: number) => limit.count({ kind: 'staff', id });
  for (let made = 0; made < 120; made++) await scan(1);
  await expect(scan(1)).rejects.toMatchObject({ status: 429, code: 'too_many_tries' });
  await scan(2);
});
