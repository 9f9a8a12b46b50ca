import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inTransaction } from '@portal/kit/commands/command';
import { steadyNow } from '@portal/kit/steady-clock';
import { asService, freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { deliver, reliesOn } from '@portal/kit/testing/events/message-pacts';
import { Cancelled } from '@portal/proto/registration/v1/events';
import { seed } from '../seed.ts';
import { PREPAYING } from '../testing.ts';
import { onRegistrationCancelled } from './on-registration-cancelled.ts';
import { readBalance } from './read-balance.ts';
import { insertUsages } from './store.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('schools');
  await seed(db, steadyNow());
});
afterAll(() => db.drop());

test('returns the sum of a cancelled exam to a school, by ids from registration', async () => {
  const [registrationId, studentId] = [70_001, 3001];
  const before = await readBalance(db, PREPAYING);
  const usage = {
    studentId,
    schoolId: PREPAYING,
    runId: 1,
    registrationId,
    examId: 101,
    subject: 'Ethics',
    vendorName: 'TAL',
    credits: 3,
    cohort: null,
    amountCents: 13_500,
  };
  await inTransaction(asService(db, 'schools'), 'test', (tx) =>
    insertUsages(tx, [usage], 'test', steadyNow()),
  );
  expect(await readBalance(db, PREPAYING)).toBe(before - 13_500);

  await reliesOn('schools', Cancelled, { registrationId, studentId }, (message) =>
    deliver(db, onRegistrationCancelled, message),
  );
  expect(await readBalance(db, PREPAYING)).toBe(before);
});
