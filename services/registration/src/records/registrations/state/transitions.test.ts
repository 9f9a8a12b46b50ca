import { expect, test } from '@jest/globals';
import { DomainError } from '@portal/kit/errors';
import {
  changeSitting,
  type SittingEvent,
} from '../../../booking/online/sitting/sitting-machine.ts';
import { changeResult, type ResultEvent } from '../../../results/grades/result/result-machine.ts';
import type { Change } from './registration-change.ts';
import { changeRegistration, type RegistrationEvent } from './registration-machine.ts';
import type { RegistrationRow } from './registration-row.ts';
import { at, NOW, STATE_NAMES, STATES } from './testing.ts';

const proctor = { sessionId: 9, proctorUuid: 'uuid-2' };
const place = { sessionId: 9, sessionType: '21', branchId: 14, minutes: 90 } as const;
const paper = { takenOn: '2026-03-01', arrivedBack: '2026-03-02', batchId: 8 };
const registrationEvents: RegistrationEvent[] = [
  { type: 'activated' },
  { type: 'dropped' },
  { type: 'session_booked', ...place },
  { type: 'session_left', byStaff: { date: '2026-03-02', code: 'ER' } },
  { type: 'session_moved', branchId: 14 },
  { type: 'changed_to_online', date: '2026-03-02' },
  { type: 'changed_to_course', examId: 301, additionalChargeCents: 5000 },
  { type: 'program_started' },
  { type: 'program_completed' },
  { type: 'cancelled', reason: 2 },
];
const sittingEvents: SittingEvent[] = [
  { type: 'proctor_booked', ...proctor },
  { type: 'booking_renewed', proctorUuid: 'uuid-2' },
  { type: 'time_reserved' },
  { type: 'opened_in_room' },
  { type: 'let_in', at: NOW },
  { type: 'started' },
  { type: 'disconnected', at: NOW },
  { type: 'completed', at: NOW },
  { type: 'time_over' },
  { type: 'access_cleared', byTechSupport: true },
  { type: 'reopened', hasOtherOpen: false },
  { type: 'completed_cleared', hasOtherOpen: false },
];
const resultEvents: ResultEvent[] = [
  { type: 'papers_back', ...paper },
  { type: 'graded', grade: { grade: '88', comment: 'Pass' } },
  { type: 'assignments_completed' },
  { type: 'disqualified', at: NOW },
];

/** Every row before and after every event that is allowed in it, now and when its time is over. */
const changes: [RegistrationRow, Change][] = STATE_NAMES.flatMap((name) => {
  const row: RegistrationRow = STATES[name];
  return [row, { ...row, resumeUntil: row.resumeUntil && at(-1) }].flatMap((before) =>
    [
      ...registrationEvents.map((event) => changeRegistration(before, event, NOW)),
      ...sittingEvents.map((event) => changeSitting(before, event, NOW)),
      ...resultEvents.map((event) => changeResult(before, event, NOW)),
    ].flatMap((change): [RegistrationRow, Change][] =>
      change instanceof DomainError ? [] : [[before, change]],
    ),
  );
});

test('registrations change state as the specification draws it, and in no other way', () => {
  const arrows = changes.map(([{ status }, change]) => `${status} -> ${change.status ?? status}`);
  const drawn = `
    pending -> registered
    pending -> scheduled
    pending -> dropped
    registered -> registered
    registered -> scheduled
    scheduled -> scheduled
    scheduled -> registered
    scheduled -> course_completed
    scheduled -> online_access
    online_access -> scheduled
    online_access -> online_started
    registered -> course_started
    course_started -> course_completed
    course_completed -> scheduled
    online_started -> disconnected
    disconnected -> online_started
    online_started -> taken
    disconnected -> taken
    online_started -> graded
    disconnected -> graded
    scheduled -> taken
    online_access -> taken
    taken -> graded
    taken -> online_access
    online_started -> online_access
    disconnected -> online_access
    taken -> disconnected
    registered -> cancelled
    scheduled -> cancelled
    online_access -> cancelled`;
  // events without a new state: a repeated drop, a resume, records of booking and paper
  const stays = `
    dropped -> dropped
    online_access -> online_access
    online_started -> online_started
    disconnected -> disconnected
    taken -> taken
    graded -> graded`;
  const expected = `${drawn}${stays}`.trim().split(/\n +/);
  expect([...new Set(arrows)].toSorted()).toEqual(expected.toSorted());
});

test('the database accepts each state that an event leads to', () => {
  expect(changes.length).toBeGreaterThan(80);
  for (const [before, change] of changes) {
    const cancelledAt = before.status === 'cancelled' ? NOW : null;
    const after = { cancelledAt, ...before, ...change };
    const { status } = after;
    expect({ status, isCancelled: after.cancelledAt !== null }).toEqual({
      status,
      isCancelled: status === 'cancelled',
    });
    if (status === 'scheduled' || status === 'online_access')
      expect(after.sessionId).not.toBeNull();
    if (status === 'dropped' || status === 'cancelled') expect(after.sessionId).toBeNull();
    if (status === 'graded') expect(after.gradeComment).not.toBeNull();
    if (after.heldGradeComment !== null) expect(status).toBe('taken');
  }
});
