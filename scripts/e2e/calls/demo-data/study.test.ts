import { expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { thePortal } from '../../../portal/place.ts';
import { transactions } from '../../../portal/processor.ts';
import { seedStudy } from '../../../seed/students/study.ts';

/** The charges of the students of TTI whose study the demo data has paid. */
const charged = async () =>
  (await transactions()).filter(
    ({ type, customer }) => type === 'authCapture' && /^TTI-70010[123]$/.test(customer ?? ''),
  ).length;

test('a seed that was cut off goes on, and pays no seminary study twice', async () => {
  const before = await charged();
  expect(before).toBe(3);
  await seedStudy(steadyNow(), thePortal.sandboxUrl);
  expect(await charged()).toBe(before);
});
