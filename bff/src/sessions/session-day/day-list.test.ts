import { buffer } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import type { OfficeSession } from '@portal/contract/sessions/office-sessions';
import type { DayRow } from '@portal/contract/sessions/session-day';
import { dayListOf } from './day-list.ts';
import { dayListPdf } from './day-list-pdf.ts';

const now = new Date('2026-11-23T14:05:00Z');
const session = {
  testSessionId: 3,
  date: '2026-11-23',
  locationName: 'Brooklyn',
  schoolName: null,
  title: null,
  address: null,
  proctor: 'Ada',
  remark: 'for the office alone',
  startsAt: '2026-11-23T14:30:00Z',
  endsAt: '2026-11-23T18:45:00Z',
} as OfficeSession;
const row = (about: Partial<DayRow> = {}): DayRow => ({
  studentId: 12,
  name: 'Rivka Adler',
  last4: '4821',
  accommodations: [],
  place: null,
  registrations: [
    {
      registrationId: 1,
      examId: 2,
      subject: 'Ethics',
      minutes: 120,
      status: 'scheduled',
      feesDue: 15,
      result: null,
    },
  ],
  endsAt: '2026-11-23T18:00:00Z',
  attendance: 'expected',
  attendanceAt: null,
  attendanceBy: null,
  barred: false,
  ...about,
});

test('a line has the student, the exams, the end time and the notes', () => {
  const noted = row({
    accommodations: ['50 % extra time', 'own room'],
    place: 'Room 2',
    barred: true,
    attendance: 'arrived',
  });
  const list = dayListOf(session, [row(), noted], now);
  expect(list).toMatchObject({
    title: 'Brooklyn, Monday, November 23, 2026',
    fileName: '2026-11-23 Brooklyn.pdf',
    about: ['9:30 AM to 1:45 PM, New York', '2 students', 'Proctor: Ada', expect.any(String)],
  });
  expect(list.rows).toEqual([
    {
      student: 'Rivka Adler, 4821',
      exams: 'Ethics (120 min)',
      until: '1:00 PM',
      notes: 'Fee due',
    },
    expect.objectContaining({
      notes: 'Room 2\n50 % extra time\nown room\nFee due\nBarred\nArrived',
    }),
  ]);
});

test('fees show only that they are due; internal notes stay internal', () => {
  expect(JSON.stringify(dayListOf(session, [row()], now))).not.toMatch(/\$|15|alone/);
});

test('Hebrew data is isolated from the English words of its line', () => {
  const data = '6 אולם 7';
  const [registration] = row().registrations as [DayRow['registrations'][number]];
  const hebrew = row({
    name: data,
    place: data,
    accommodations: [data],
    registrations: [{ ...registration, subject: data }],
  });
  const place = { ...session, locationName: data, proctor: data };
  const { title, about, rows } = dayListOf(place, [hebrew], now);
  const lines = [title, ...about, ...rows.flatMap((one) => Object.values(one) as string[])];
  const composed = lines.flatMap((line) => line.split('\n')).filter((line) => line !== data);
  expect(composed.filter((line) => line.includes(data))).toHaveLength(4);
  expect(composed.join('\n').replaceAll(`\u2068${data}\u2069`, '')).not.toContain(data);
});

/** The file of so many students, as the text in which its objects are written. */
const fileOf = async (students: number): Promise<string> => {
  const list = dayListOf(session, Array<DayRow>(students).fill(row()), now);
  return (await buffer(dayListPdf(list, now))).toString('latin1');
};
const pagesOf = (file: string) => file.match(/\/Type \/Page\b(?!s)/g)?.length;

test.each([
  [0, 1],
  [20, 1],
  [90, 4],
])('%i students stand on %i Letter pages', async (students, pages) => {
  const file = await fileOf(students);
  expect(file).toContain('/MediaBox [0 0 612 792]');
  expect(pagesOf(file)).toBe(pages);
});
