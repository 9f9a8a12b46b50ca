import { afterAll, beforeAll, test } from '@jest/globals';
import { asService, freshDatabase, type TestDatabase } from '@portal/kit/testing';
import { lastSent, verifyEvents } from '@portal/kit/testing/events/message-pacts';
import { SchoolChanged } from '@portal/proto/schools/v1/events';
import { saveSchool } from './schools/save-school.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('schools');
});
afterAll(() => db.drop());

test('schools emits the events that their consumers rely on', async () => {
  await verifyEvents('schools', {
    'schools.school_changed': async () => {
      await saveSchool(asService(db, 'schools'), {
        id: 151,
        name: 'Bais Rivka',
        address: null,
        city: null,
        gender: '2',
        latestCohort: null,
        multipleActiveCohorts: false,
        chargeSchool: true,
        studentsAreMembers: false,
        chargeProctorFee: true,
        memberPriceCents: null,
        nonmemberPriceCents: null,
        sessionClosingTime: '14:00',
        active: true,
        onlineSessions: true,
      });
      return lastSent(db, SchoolChanged);
    },
  });
});
