import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  asStaff,
  freshDatabase,
  refusalOf,
  serveInProcess,
  type TestDatabase,
} from '@portal/kit/testing';
import { standIn } from '@portal/kit/testing/calls/stand-in';
import { StudentsServiceDefinition } from '@portal/proto/identity/v1/students';
import { addSeminaryStudent } from './add-student.ts';

let db: TestDatabase;
let stop: () => void;
let taken = 0;
beforeAll(async () => {
  db = await freshDatabase('seminary');
  await db.run`INSERT INTO seminary (id, name) VALUES (1, 'Machon Rivka')`;
  stop = await serveInProcess('IDENTITY_ADDR', [
    standIn(StudentsServiceDefinition, {
      listStudentsOfPairs: async () => ({ students: [] }),
      takeJseId: async () => {
        taken += 1;
        return { jseId: `JSE${taken}` };
      },
    }),
  ]);
});
afterAll(async () => {
  stop();
  await db.drop();
});

const form = {
  firstName: 'Rivka',
  lastName: 'Stern',
  email: 'rivka.stern@student.test',
  phone: '7185550123',
  last4Ssn: '4711',
  dob: '2004-05-06',
  address: '12 Ocean Parkway',
  city: 'Brooklyn',
  state: 'NY',
  zip: '11218',
  country: 'US',
  seminaryId: 1,
  seminaryYear: 2025,
  seminaryEmail: null,
  seminaryPhone: null,
};

test('a repeat with the same key after a lost answer adds the student once', async () => {
  const call = asStaff(db, ['ROLE_ADMIN'], { now: new Date('2026-03-02T15:00:00Z') });
  const input = { form, confirmDoubleSsnDob: false };
  const first = await addSeminaryStudent(call, input);
  expect((await addSeminaryStudent(call, input)).id).toBe(first.id);
  expect(taken).toBe(1);
  const again = asStaff(db, ['ROLE_ADMIN'], { now: call.now });
  expect((await refusalOf(addSeminaryStudent(again, input))).code).toBe(
    'duplicate_seminary_student',
  );
});

test('names invalid fields, and an unknown seminary', async () => {
  const refused = (changes: Partial<typeof form>) => {
    const input = { form: { ...form, ...changes }, confirmDoubleSsnDob: false };
    return refusalOf(addSeminaryStudent(asStaff(db, ['ROLE_ADMIN']), input));
  };
  expect((await refused({ phone: '1', last4Ssn: '12' })).extra.errors).toEqual([
    { path: 'phone', message: 'Phone number invalid' },
    { path: 'ssn', message: 'SSN invalid' },
  ]);
  const nowhere = { status: 422, code: 'invalid', detail: 'Seminary invalid' };
  expect(await refused({ seminaryId: 9 })).toMatchObject(nowhere);
});
