import { expect, test } from '@jest/globals';
import { TEST_NOW } from '@portal/access/testing/test-clock';
import { plusSeconds } from '@portal/kit/clock';
import { reorderedWords } from '@portal/kit/testing/reordered-words';
import * as online from '../booking/online/events/emails.ts';
import { returnedOnCancelText } from '../records/fees/returned-on-cancel.ts';
import { calledOffEmail } from './called-off-emails.ts';
import { movedEmail, notMovedEmail } from './moved-emails.ts';
import * as registration from './registration-emails.ts';
import * as session from './session-emails.ts';
import * as waiting from './waiting-emails.ts';

const now = new Date(TEST_NOW);
const startsAt = plusSeconds(now, 50 * 3600);
const message = '2 Rooms are closed.';
const reader = { firstName: '3rd Dana', language: 'he' } as const;
const exam = {
  id: 7,
  subject: '6 Credits of Ethics',
  vendorName: '4 TAL',
  secularNumber: '101 A',
  studyMaterials: [{ id: 1, displayTitle: '1 Guide' }],
};
const online9 = { ...reader, subject: exam.subject };
const sitting = {
  ...reader,
  exams: [
    { registrationId: 1, sequence: 0, subject: '6 Credits of Ethics' },
    { registrationId: 2, sequence: 0, subject: '20th Century' },
  ],
  sessionType: '21' as const,
  startsAt,
  endsAt: plusSeconds(startsAt, 3 * 3600),
  placeName: '5 Towns Branch',
  placeAddress: '12 Main Street',
};
const back = returnedOnCancelText(
  {
    creditsReturned: 6,
    freeRetakeCredits: true,
    schoolPaid: true,
    additionalFeeRefundedCents: 5000,
    proctorFeeRefundedCents: 1500,
  },
  'he',
);
const clashes = ['branch', 'session'].map(
  (clash) => [clash, notMovedEmail(sitting, { movedTo: startsAt, clash, message }, now)] as const,
);

test.each([
  ['registered', registration.registrationEmail(reader, exam)],
  ['study materials', registration.studyMaterialsEmail(reader, exam)],
  ['exam cancelled', registration.examCancelledEmail(reader, exam, back)],
  ['result', registration.resultEmail(reader, exam)],
  ['booked', session.bookedEmail(sitting, false, now)],
  ['changed', session.bookedEmail(sitting, true, now)],
  ['reminder', session.reminderEmail(sitting)],
  ['session open', session.sessionsOpenEmail(reader, '5 Towns Branch')],
  ['session cancelled', session.sessionCancelledEmail(sitting, now)],
  ['changed to online', session.changedToOnlineEmail(sitting, now)],
  ['called off', calledOffEmail(sitting, { refundedCents: 1500, isKept: true }, message, now)],
  ['moved', movedEmail(sitting, message, now)],
  ...clashes,
  ['offer', waiting.offerEmail(sitting, startsAt)],
  ['offer expired', waiting.offerExpiredEmail(sitting, startsAt)],
  ['list closed', waiting.listClosedEmail(sitting)],
  ['removed from list', waiting.removedFromListEmail(sitting)],
  ['proctor booked', online.proctorBookedEmail(online9)],
  ['program completed', online.programCompletedEmail(online9)],
  ['disconnected', online.disconnectedEmail(online9)],
  ['time over', online.timeOverEmail(online9)],
  ['disqualified', online.disqualifiedEmail(online9)],
  ['reopened', online.reopenedEmail(online9)],
])('data that starts with a number keeps its order in the Hebrew mail "%s"', (_name, mail) => {
  expect(mail.text).toMatch(/[א-ת]/);
  expect(reorderedWords(mail)).toEqual([]);
});

test('two exams in a Hebrew subject are isolated from each other, not in the calendar', () => {
  const { subject, attachments } = session.bookedEmail(sitting, false, now);
  expect(subject).toContain('\u20686 Credits of Ethics\u2069');
  expect(subject).toContain('\u206820th Century\u2069');
  expect(String(attachments[0]?.content)).not.toMatch(/[\u2066-\u2069]/);
});
