import { expect, test } from '@jest/globals';
import { eventName } from '@portal/kit/commands/command';
import * as catalog from '@portal/proto/catalog/v1/events';
import * as identity from '@portal/proto/identity/v1/events';
import * as payments from '@portal/proto/payments/v1/events';
import * as registration from '@portal/proto/registration/v1/events';
import * as seminary from '@portal/proto/seminary/v1/events';
import { calendarTopicsOf, changesCatalogue, daysOf, followed, noticeOf } from './topics.ts';

/** A nested message belongs to its event. */
const isEvent = (found: object): found is { $type: string } =>
  '$type' in found && String(found.$type).split('.').length === 3;

const events = [catalog, identity, payments, registration, seminary].flatMap((all) =>
  Object.values(all).flatMap((found) =>
    typeof found === 'object' && isEvent(found) ? [eventName(found)] : [],
  ),
);

/** Events that change nothing which a student's page shows, and why. */
const ofNobody: Readonly<Record<string, string>> = {
  'registration.study_materials_sent': 'a mail',
  'registration.session_reminder_due': 'a mail',
  'registration.proctor_booking_given_up': 'between the portal and the proctor',
  'payments.charge_captured': 'what was paid for has an event of its own',
  'payments.charge_declined': 'nothing changed',
  'payments.reconciliation_difference': 'seen by staff alone, whose page asks by itself',
  'identity.student_added': 'had no page open',
  'identity.student_removed': 'never had an account',
  'identity.student_signed_in': 'nothing changed',
  'identity.staff_signed_in': 'nothing changed',
  'identity.signup_requested': 'had no page open',
  'identity.password_changed': 'ends the sessions',
  'identity.staff_access_changed': 'ends the sessions',
  'identity.accommodation_changed': 'the change of the student tells',
  'identity.sign_in_barred': 'ends the sessions',
  'identity.invite_sent': 'had no page open',
  'identity.webhook_changed': 'the page of tech support asks again',
  'identity.settings_changed': 'seen when a session is chosen',
  'seminary.student_added': 'had no page open',
  'seminary.discarded': 'was on no page',
};

test('every event reaches the pages that it concerns, or is known to concern none', () => {
  const known = [...Object.values(followed).flat(), ...Object.keys(ofNobody)];
  expect(events.length).toBeGreaterThan(30);
  expect(events.filter((name) => !known.includes(name))).toEqual([]);
  expect(known.filter((name) => !events.includes(name))).toEqual([]);
});

test.each([
  [
    'registration.session_cancelled',
    { registrationId: 7, studentId: 12, sessionId: 3 },
    12,
    ['exams', 'sessions'],
  ],
  [
    'registration.access_granted',
    { registrationId: 7, studentId: 12, examId: 3 },
    12,
    ['exams', 'sessions'],
  ],
  ['payments.card_saved', { studentId: 12 }, 12, ['cards']],
  ['payments.card_removed', { studentId: 12 }, 12, ['cards']],
  ['payments.default_card_chosen', { studentId: 12 }, 12, ['cards']],
  ['payments.package_taken_back', { lotId: 1, studentId: 12 }, 12, ['credits', 'exams']],
  ['payments.package_assigned', { lotId: 1, studentId: 12 }, 12, ['credits', 'exams']],
  ['identity.student_changed', { studentId: 12, version: 2 }, 12, ['profile', 'exams', 'credits']],
  ['identity.student_file_changed', { studentId: 12 }, 12, ['file']],
  ['catalog.exam_changed', { examId: 5, version: 2 }, 'everybody', ['exams']],
])(
  '%s changes what the student sees, and says no more than that',
  (name, data, student, topics) => {
    expect(noticeOf(name, data)).toEqual({ student, topics });
  },
);

test.each([
  ['registration.session_cancelled', undefined],
  ['registration.session_cancelled', null],
  ['registration.session_cancelled', {}],
  ['registration.session_cancelled', { studentId: '12' }],
  ['registration.session_cancelled', { studentId: 0 }],
  ['registration.session_cancelled', 'studentId'],
  ['registration.study_materials_sent', { studentId: 12 }],
  ['registration.nothing_known', { studentId: 12 }],
])('%s with %j has no recipient', (name, data) => expect(noticeOf(name, data)).toBeNull());

test.each([
  ['registration.attendance_changed', { sessionId: 3, studentIds: [12] }, [3]],
  ['registration.session_booked', { sessionId: 3, previousSessionId: 4, studentId: 12 }, [3, 4]],
  ['registration.session_booked', { sessionId: 3, studentId: 12 }, [3]],
  ['registration.session_closed', { sessionId: 3 }, [3]],
  ['registration.session_student_changed', { sessionId: 3, studentId: 12 }, [3]],
  ['registration.waiting_moved', { sessionId: 3, waitingId: 8, studentId: 12 }, [3]],
  ['registration.cancelled', { studentId: 12 }, []],
  ['registration.exam_graded', { sessionId: 3, studentId: 12 }, []],
  ['registration.attendance_changed', null, []],
  ['registration.attendance_changed', { sessionId: '3' }, []],
])('%s with %j changes the day of sessions %j', (name, data, sessions) =>
  expect(daysOf(name, data)).toEqual(sessions),
);

test.each([
  ['registration.session_added', ['calendar']],
  ['registration.session_changed', ['calendar']],
  ['registration.session_moved', ['calendar']],
  ['registration.session_called_off', ['calendar']],
  ['registration.session_opened', ['calendar']],
  ['registration.session_closed', ['calendar']],
  ['registration.session_deleted', ['calendar']],
  ['registration.waiting_joined', ['waiting']],
  ['registration.waiting_moved', ['waiting']],
  ['registration.waiting_ended', ['waiting']],
  ['registration.session_booked', []],
  ['registration.attendance_changed', []],
  ['registration.session_student_changed', []],
  ['registration.seat_freed', []],
  ['catalog.exam_changed', []],
])('%s changes %j of the pages of all sessions', (name, topics) =>
  expect(calendarTopicsOf(name)).toEqual(topics),
);

test.each(events.map((name) => [name, name.startsWith('catalog.')] as const))(
  'of %s it is %s that it changes the catalogue of the office',
  (name, changes) => expect(changesCatalogue(name)).toBe(changes),
);
