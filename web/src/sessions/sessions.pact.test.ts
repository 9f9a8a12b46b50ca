import { test } from '@jest/globals';
import { api } from '../shared/api/client.ts';
import { meet } from '../shared/api/pact/testing.ts';
import { openSessionsCall } from '../shared/sessions/open-sessions.ts';
import { scheduleCall } from './api.ts';

// that booking and leaving go well is agreed where the whole way of an exam is, in
// app/portal.pact.test.ts
const input = { registrationId: 9001, sessionId: 77 };

test('the branch of the last session', () =>
  meet(api.getLastActiveLocation, {
    given: 'a student is signed in',
    input: {},
    answer: {
      id: 13,
      name: 'Monsey',
      address: '1 Main St',
      city: 'Monsey',
      phone: '845-555-0100',
      admin_only: false,
      by_appointment: false,
      seminary_study_program_ids: [],
    },
  }));

test('sessions need a signed-in account', () =>
  meet(openSessionsCall, {
    given: 'nobody is signed in',
    input: { locationId: 13 },
    refusal: { status: 401, code: 'not_signed_in', detail: 'Please log in.' },
  }));

test('booking before the fees are paid, and at the time of another exam', async () => {
  await meet(scheduleCall, {
    given: 'the fees are due',
    input,
    refusal: { status: 409, code: 'fees_due', detail: 'Please pay the fees first.', expected: 65 },
  });
  await meet(scheduleCall, {
    given: 'she sits elsewhere at that time',
    input,
    refusal: {
      status: 409,
      code: 'time_overlap',
      detail: 'You have another exam at that time in another place.',
    },
  });
});

test('leaving a session where none is booked', () =>
  meet(api.cancelSession, {
    given: 'no session is booked',
    input: { registrationId: 9001 },
    refusal: { status: 409, code: 'no_session', detail: 'No session is booked for this exam.' },
  }));
