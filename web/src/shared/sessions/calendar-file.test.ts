import { expect, test } from '@jest/globals';
import type { Session } from '@portal/contract/sessions/sessions';
import { calendarFile, placeText } from './calendar-file.ts';

const session = {
  date: '2026-12-01',
  testSessionTime: '22:00',
  branchName: 'Lakewood',
  locationName: 'Lakewood',
  schoolName: null,
  address: '415 Forest Avenue; 2nd floor',
  city: 'Lakewood',
  endsAt: null,
} as Session & { endsAt: string | null };
const file = (subject: string) =>
  calendarFile({ subject, registration_id: 9001 }, session, new Date('2026-11-20T19:14:00Z'));

test('the booked session is one entry in New York time, which goes on past midnight', () => {
  const lines = file('Biology').split('\r\n');
  for (const line of [
    'UID:registration-9001@jse.portal',
    'DTSTAMP:20261120T191400Z',
    'DTSTART;TZID=America/New_York:20261201T220000',
    'DTEND;TZID=America/New_York:20261202T013000',
    'SUMMARY:Exam: Biology',
    'LOCATION:Lakewood\\, 415 Forest Avenue\\; 2nd floor\\, Lakewood',
  ])
    expect(lines).toContain(line);
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
});

test.each([
  ['2026-12-02T08:20:00Z', '20261202T032000'],
  ['2026-12-02T05:00:00.000Z', '20261202T000000'],
])('the entry ends when it is over for the student: at %s', (endsAt, local) => {
  const text = calendarFile(
    { subject: 'Biology', registration_id: 9001 },
    { ...session, endsAt },
    new Date('2026-11-20T19:14:00Z'),
  );
  expect(text.split('\r\n')).toContain(`DTEND;TZID=America/New_York:${local}`);
});

test('no line is longer than 75 octets, and none is cut within a sign', () => {
  const subject = 'Principles of Jewish thought, מבוא למחשבת ישראל'.repeat(4);
  const text = file(subject);
  const octets = text.split('\r\n').map((line) => new TextEncoder().encode(line).length);
  expect(Math.max(...octets)).toBeLessThanOrEqual(75);
  expect(text.replaceAll('\r\n ', '')).toContain(subject.replaceAll(',', '\\,'));
});

test('a place says what is known of it', () => {
  expect(placeText({ ...session, branchName: null, locationName: null, address: null })).toBe(
    'Lakewood',
  );
});
