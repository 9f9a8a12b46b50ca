import { expect, test } from '@jest/globals';
import { newYorkDay } from '../new-york.ts';
import { calendarOf } from './calendar.ts';
import type { Facts } from './facts.ts';
import { type LoadPage, planLoad } from './plan.ts';
import { readSizes, type Sizes } from './sizes.ts';

const now = new Date('2026-11-21T15:00:00Z');
const exam = (id: number, more: Partial<Facts['exams'][number]> = {}) => ({
  id,
  group: id,
  vendorId: [1, 3, 4][id % 3] as number,
  code: `E-${id}`,
  subject: `Exam ${id}`,
  credits: 1 + (id % 4),
  minutes: 60 + 30 * (id % 5),
  additionalChargeCents: 0,
  ...more,
});
const facts: Facts = {
  exams: Array.from({ length: 40 }, (_, place) => exam(100 + place)),
  courses: Array.from({ length: 10 }, (_, place) =>
    exam(300 + place, { group: 100 + place, additionalChargeCents: 5000 }),
  ),
  packages: [
    {
      id: 1,
      name: '6 credits',
      credits: 6,
      priceCents: 23_400,
      proctorFeeCents: 1500,
      noAdditionalFees: false,
      vendorsAllowed: null,
    },
    {
      id: 5,
      name: 'CIS and TAL',
      credits: 12,
      priceCents: 42_000,
      proctorFeeCents: 1500,
      noAdditionalFees: false,
      vendorsAllowed: '1,4',
    },
  ],
  prices: { memberCents: 4200, nonmemberCents: 5200 },
  branchIds: [11, 12, 13],
  schools: [
    { id: 1001, chargeSchool: true, studentsAreMembers: false },
    { id: 1002, chargeSchool: false, studentsAreMembers: true },
  ],
};
const sizes: Sizes = { ...readSizes({}), students: 1000, sessions: 60, registrations: 5000 };
const pages = [...planLoad(sizes, facts, calendarOf(now))];
const all = <T>(of: (page: LoadPage) => readonly T[]): T[] => pages.flatMap(of);
interface Registration {
  id: number;
  student_id: number;
  exam_group: number;
  status: string;
  session_id: number | null;
  session_type: string | null;
  created_at: string;
  credits_spent: number;
  paid_proctor_cents: number;
  additional_paid_cents: number;
  payment_id: number | null;
}
const registrations = all((page) => page.registration.registrations) as unknown as Registration[];
const sessions = all((page) => page.registration.sessions) as {
  id: number;
  session_type: string;
  seats: number | null;
  starts_at: string;
}[];
const lots = all((page) => page.payments.lots) as {
  id: number;
  bought: number;
  paid_cents: number;
  payment_id: number | null;
}[];
const spendings = all((page) => page.payments.spendings) as {
  registration_id: number;
  credits: number;
  returned_at: string | null;
  lines: { lot_id: number; credits: number }[];
}[];
const payments = all((page) => page.payments.payments);

test('plans the requested numbers under distinct ids', () => {
  expect(all((page) => page.identity.students)).toHaveLength(1000);
  expect(registrations).toHaveLength(5000);
  expect(
    sessions.filter((one) => one.session_type === '21' && new Date(one.starts_at) > now),
  ).toHaveLength(60);
  for (const list of [registrations, sessions, lots, payments])
    expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
});

test.each([
  ['2026-11-21T15:00:00Z', '2026-12'],
  // the last day of the month is a Sabbath
  ['2026-09-30T15:00:00Z', '2026-10'],
  // in New York it is still the month before
  ['2027-02-01T03:00:00Z', '2027-02'],
])(
  'of %s a thousand sessions are in %s, and one of them has 300 students or more',
  (today, month) => {
    const much = { ...readSizes({}), students: 6000, sessions: 1000, registrations: 30_000 };
    const booked = new Map<number | null, number>();
    let inMonth: number[] = [];
    for (const { registration } of planLoad(much, facts, calendarOf(new Date(today)))) {
      if (registration.sessions.length > 0)
        inMonth = (registration.sessions as typeof sessions)
          .filter(
            ({ session_type: type, starts_at }) =>
              type === '21' && newYorkDay(new Date(starts_at)).startsWith(month),
          )
          .map(({ id }) => id);
      for (const { session_id: id } of registration.registrations as unknown as Registration[])
        booked.set(id, (booked.get(id) ?? 0) + 1);
    }
    expect(inMonth).toHaveLength(1000);
    expect(Math.max(...inMonth.map((id) => booked.get(id) ?? 0))).toBeGreaterThanOrEqual(300);
  },
);

test('the same day and sizes give the same plan', () => {
  expect([...planLoad(sizes, facts, calendarOf(now))]).toEqual(pages);
});

test('plans every state of a registration', () => {
  const states = new Set(registrations.map(({ status }) => status));
  expect([...states].sort()).toEqual([
    'cancelled',
    'course_completed',
    'course_started',
    'graded',
    'registered',
    'scheduled',
    'taken',
  ]);
});

test('plans one open registration of an exam a student, with ids in order of time', () => {
  const open = registrations.filter(
    ({ status }) => !['cancelled', 'taken', 'graded'].includes(status),
  );
  expect(new Set(open.map((one) => `${one.student_id} ${one.exam_group}`)).size).toBe(open.length);
  for (const own of Map.groupBy(registrations, ({ student_id }) => student_id).values()) {
    const times = own.map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort());
  }
});

test('oversells no session and books a student once a day', () => {
  const seats = new Map(sessions.map((one) => [one.id, one]));
  const seated = registrations.filter(({ session_type }) => session_type === '21');
  for (const [id, own] of Map.groupBy(seated, ({ session_id }) => session_id as number)) {
    expect(own.length).toBeLessThanOrEqual(seats.get(id)?.seats as number);
  }
  const days = registrations.flatMap((one) =>
    one.session_id === null
      ? []
      : [`${one.student_id} ${seats.get(one.session_id)?.starts_at.slice(0, 10)}`],
  );
  expect(new Set(days).size).toBe(days.length);
});

test('spends credits for registrations and keeps lots between zero and their size', () => {
  const left = new Map(lots.map(({ id, bought }) => [id, bought]));
  const spent = new Map(spendings.map((one) => [one.registration_id, one]));
  for (const { lines, returned_at, credits } of spendings) {
    expect(lines.reduce((sum, line) => sum + line.credits, 0)).toBe(credits);
    if (returned_at === null)
      for (const line of lines) left.set(line.lot_id, (left.get(line.lot_id) ?? 0) - line.credits);
  }
  expect(Math.min(...left.values())).toBeGreaterThanOrEqual(0);
  for (const { id, status, credits_spent } of registrations) {
    expect(spent.get(id)?.credits ?? 0).toBe(credits_spent);
    expect(spent.has(id) && spent.get(id)?.returned_at !== null).toBe(
      spent.has(id) && status === 'cancelled',
    );
  }
});

test('every payment is of its lot or of its fees', () => {
  const sums = new Map(payments.map((one) => [one.id, one.amount_cents]));
  for (const { payment_id, paid_cents } of lots)
    if (payment_id !== null) expect(sums.get(payment_id)).toBe(paid_cents);
  for (const { payment_id, paid_proctor_cents, additional_paid_cents } of registrations) {
    if (payment_id !== null)
      expect(sums.get(payment_id)).toBe(paid_proctor_cents + additional_paid_cents);
  }
  const used = [...lots, ...registrations].flatMap(({ payment_id }) => payment_id ?? []);
  expect(used.sort((a, b) => a - b)).toEqual([...sums.keys()].sort((a, b) => a - b));
});

test('no two people share birth date and SSN digits, and logins count up', () => {
  const people = all((page) => page.identity.students);
  expect(new Set(people.map(({ dob, last4_ssn }) => `${dob} ${last4_ssn}`)).size).toBe(
    people.length,
  );
  expect(people[0]).toMatchObject({
    id: 100_001,
    email: 'load000001@student.test',
    has_account: true,
  });
});

test('every hundredth student has no school and credits to spend', () => {
  const buyers = all((page) => page.identity.students).filter(({ id }) => id % 100 === 1);
  expect(buyers).toHaveLength(10);
  for (const { id, school_id, has_account } of buyers) {
    expect({ school_id, has_account }).toEqual({ school_id: null, has_account: true });
    expect(
      (lots as unknown as { student_id: number; bought: number }[]).some(
        (lot) => lot.student_id === id && lot.bought === 100,
      ),
    ).toBe(true);
  }
});

test('refuses a size that is not a whole number', () => {
  expect(() => readSizes({ LOAD_STUDENTS: 'many' })).toThrow('LOAD_STUDENTS');
});
