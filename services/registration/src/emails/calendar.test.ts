import { expect, test } from '@jest/globals';
import { calendarFile, calendarText } from './calendar.ts';
import { bookedEmail, type Sitting, sessionCancelledEmail } from './session-emails.ts';

const now = new Date('2026-11-21T12:00:00Z');
const sitting: Sitting = {
  language: 'en',
  exams: [{ registrationId: 12, sequence: 3, subject: 'Biology' }],
  firstName: 'Dana',
  sessionType: '21',
  startsAt: new Date('2026-12-01T15:00:00Z'),
  endsAt: new Date('2026-12-01T19:45:00Z'),
  placeName: 'Brooklyn',
  placeAddress: '1 Main Street, Brooklyn',
};
const entry = {
  exams: sitting.exams,
  startsAt: sitting.startsAt as Date,
  endsAt: sitting.endsAt as Date,
  place: 'Brooklyn',
  isCancelled: false,
};

test('a booking is one calendar entry in New York time, with rules for its clocks', () => {
  const { content, contentType } = calendarFile(entry, now);
  expect(content).toContain('UID:registration-12@jse.portal');
  expect(content).toContain('SEQUENCE:3');
  expect(content).toContain('DTSTART;TZID=America/New_York:20261201T100000');
  expect(content).toContain('DTEND;TZID=America/New_York:20261201T144500');
  expect(content).toContain('DTSTAMP:20261121T120000Z');
  expect(content).toContain('BEGIN:VTIMEZONE');
  expect(contentType).toContain('method=PUBLISH');
});

test.each([{}, { name: 'My exams', refreshSeconds: 3600 }])(
  'all properties of a calendar precede its components: %j',
  (about) => {
    const text = calendarText([{ ...entry, uid: 'a', sequence: 1, summary: 'END:VCALENDAR' }], {
      now,
      ...about,
    });
    const [properties = '', ...components] = text.split(/^(?=BEGIN:(?!VCALENDAR))/m);
    expect(properties).toMatch(/^METHOD:PUBLISH\r$/m);
    expect(components.join('').replace(/^BEGIN:(\w+)[\s\S]*?^END:\1\r\n/gm, '')).toBe(
      'END:VCALENDAR',
    );
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  },
);

test('a summer session is written in daylight time', () => {
  expect(
    calendarFile({ ...entry, startsAt: new Date('2026-07-01T14:00:00Z') }, now).content,
  ).toContain('DTSTART;TZID=America/New_York:20260701T100000');
});

test('cancelling a booking removes the same entry', () => {
  const { content } = calendarFile(
    {
      ...entry,
      exams: [{ registrationId: 12, sequence: 4, subject: 'Biology' }],
      isCancelled: true,
    },
    now,
  );
  expect(content).toContain('ORGANIZER;CN="JSE":mailto:portal@jse.test');
  expect(content).toMatch(/METHOD:CANCEL[\s\S]*UID:registration-12@jse\.portal[\s\S]*SEQUENCE:4/);
});

test('the mail of a booking says place, day, time and when to sign in', () => {
  const { subject, text, attachments } = bookedEmail(sitting, false, now);
  expect(subject).toBe('Your session for Biology is booked: Tuesday, December 1, 2026, 10:00 AM');
  expect(text).toContain('You can sign in from 9:45 AM on.');
  expect(text).toContain('Place: Brooklyn, 1 Main Street, Brooklyn');
  expect(attachments).toHaveLength(1);
  expect(attachments[0]?.content).toContain('DTEND;TZID=America/New_York:20261201T144500');
});

test('exams that are booked together have one mail that names them all, and an entry each', () => {
  const together = ['Biology', 'Ethics', 'Music'].map((subject, index) => ({
    registrationId: 12 + index,
    sequence: 1,
    subject,
  }));
  const { subject, text, attachments } = bookedEmail({ ...sitting, exams: together }, false, now);
  expect(subject).toBe(
    'Your session for Biology, Ethics and Music is booked: Tuesday, December 1, 2026, 10:00 AM',
  );
  expect(text).toContain('Exam: Biology\nExam: Ethics\nExam: Music\nDate: ');
  const content = attachments[0]?.content ?? '';
  expect(attachments).toHaveLength(1);
  expect([...content.matchAll(/UID:(\S+)/g)].map(([, id]) => id)).toEqual(
    [12, 13, 14].map((id) => `registration-${id}@jse.portal`),
  );
  expect([...content.matchAll(/SUMMARY:(.+?)\r/g)].map(([, summary]) => summary)).toEqual([
    'Exam: Biology',
    'Exam: Ethics',
    'Exam: Music',
  ]);
  expect(content.match(/DTSTAMP:20261121T120000Z/g)).toHaveLength(3);
});

test('a change is named as such, and leaving a session keeps the exam', () => {
  expect(bookedEmail(sitting, true, now).subject).toContain('was changed');
  expect(sessionCancelledEmail(sitting, now).text).toContain('Your exam stays registered');
});

test('a shipped session names ID and proctor fee; one without a time has no entry', () => {
  expect(bookedEmail({ ...sitting, sessionType: '23' }, false, now).text).toContain(
    'Please bring ID and $25 to pay the proctor.',
  );
  expect(
    bookedEmail({ ...sitting, sessionType: '99', startsAt: null, endsAt: null }, false, now)
      .attachments,
  ).toEqual([]);
});
