import { expect, test } from '@jest/globals';
import type { Operation } from '../clients/history.ts';
import { check } from './check.ts';
import type { Outside, StudentOutside } from './outside.ts';
import type { Inflicted, Recorded } from './recorded.ts';

// A correct run, and the same with one fault in it at a time, which its own check has to find.

const [DANA, MIRI] = [1, 2];
const HOT = 70;
const SCHOOL = 9;

let clock = 0;
const operation = (name: string, about: Partial<Operation> = {}): Operation => {
  clock += 100;
  return {
    id: clock,
    client: 'student',
    studentId: DANA,
    name,
    key: `key ${clock}`,
    usesCard: false,
    intent: {},
    invokedAt: clock,
    answeredAt: clock + 50,
    outcome: 'done',
    status: 200,
    code: null,
    effect: {},
    attempts: [{ at: clock, ms: 50, status: 200, code: null, hasRetryAfter: false }],
    repeats: [],
    ...about,
  };
};
const seat = (registrationId: number, sessionId: number | null) => ({
  effect: { seat: { registrationId, sessionId } },
  ...(sessionId === null ? {} : { intent: { seat: { registrationId, sessionId } } }),
});

/** Dana buys and books, Miri finds the session full, Dana leaves, and Miri gets the seat. */
function goodRun() {
  clock = 0;
  const buys = operation('submitPaymentAndGetExam', {
    effect: {
      charged: 10_400,
      credits: 0,
      creditsAfter: 1,
      registered: { registrationId: 11, examId: 401 },
    },
  });
  const savesCard = operation('saveCreditCard', { effect: { cardSaved: '1111' } });
  const books = operation('book', seat(11, HOT));
  const isRefused = operation('book', {
    studentId: MIRI,
    intent: { seat: { registrationId: 12, sessionId: HOT } },
    outcome: 'refused',
    status: 409,
    code: 'session_full',
  });
  const leaves = operation('cancelSession', seat(11, null));
  const registers = operation('onlineExamRegistration', {
    studentId: MIRI,
    effect: {
      credits: -2,
      creditsAfter: 1,
      registered: { registrationId: 12, examId: 402 },
    },
  });
  const getsIt = operation('book', { studentId: MIRI, ...seat(12, HOT) });
  const notesPayment = operation('admin/recordSchoolPayment', {
    studentId: null,
    effect: { school: { id: SCHOOL, cents: 1000, after: 6000 } },
  });
  const joins = operation('tti/chargeAndJoin', {
    studentId: null,
    intent: { customer: 'TTI-T5' },
    effect: { charged: 120_000, partner: 'tti T5 120000' },
  });
  const named = {
    buys,
    savesCard,
    books,
    isRefused,
    leaves,
    registers,
    getsIt,
    notesPayment,
    joins,
  };
  const dana: StudentOutside = {
    credits: 1,
    cards: ['1111'],
    exams: [{ examId: 401, registrationId: 11, sessionId: null, status: 'registered' }],
    openRegistrations: [11],
    payments: [{ kind: 'payment', cents: 10_400 }],
  };
  const miri: StudentOutside = {
    credits: 1,
    cards: [],
    exams: [{ examId: 402, registrationId: 12, sessionId: HOT, status: 'scheduled' }],
    openRegistrations: [12],
    payments: [],
  };
  const outside: Outside = {
    processor: [
      { customer: String(DANA), kind: 'authCapture', status: 'captured', cents: 10_400 },
      { customer: 'TTI-T5', kind: 'authCapture', status: 'captured', cents: 120_000 },
    ],
    students: new Map([
      [DANA, dana],
      [MIRI, miri],
    ]),
    seatsLeft: new Map([[HOT, 0]]),
    schools: new Map([[SCHOOL, 6000]]),
    partners: ['tti T5 120000'],
    mails: [{ to: 'dana@student.test', subject: 'Your payment receipt' }],
    broken: [],
    notReady: [],
  };
  const before = {
    credits: new Map([
      [DANA, 1],
      [MIRI, 3],
    ]),
    cards: new Map(),
    schools: new Map([[SCHOOL, 5000]]),
    seats: new Map([[HOT, 1]]),
    emails: new Map([[DANA, 'dana@student.test']]),
    shared: new Set<number>(),
  };
  return { named, outside, before, dana, miri };
}

type Good = ReturnType<typeof goodRun>;
/** Damages a correct run and returns the findings. */
function findingsOf(
  damage: (good: Good) => Partial<Outside> | undefined,
  inflicted: readonly Inflicted[] = [],
) {
  const good = goodRun();
  const outside = { ...good.outside, ...damage(good) };
  const recorded: Recorded = {
    operations: Object.values(good.named),
    inflicted,
    before: good.before,
    outside,
  };
  return check(recorded);
}
const withStudent = ({ outside }: Good, id: number, changes: Partial<StudentOutside>) => ({
  students: new Map(outside.students).set(id, {
    ...(outside.students.get(id) as StudentOutside),
    ...changes,
  }),
});

test('finds nothing in a correct run', () => {
  expect(findingsOf(() => undefined)).toEqual([]);
});

const damages: Record<string, (good: Good) => Partial<Outside> | undefined> = {
  'a registration is listed': (good) => withStudent(good, DANA, { exams: [] }),
  'each listed registration was answered': (good) =>
    withStudent(good, DANA, { openRegistrations: [11, 13] }),
  'an exam is registered once': (good) =>
    withStudent(good, DANA, { exams: [...good.dana.exams, ...good.dana.exams] }),
  'a booked session is listed': (good) =>
    withStudent(good, MIRI, {
      exams: [{ ...(good.miri.exams[0] as (typeof good.miri.exams)[0]), sessionId: null }],
    }),
  'a payment is taken once': ({ outside }) => ({
    processor: [outside.processor[0], ...outside.processor] as Outside['processor'],
  }),
  'the student sees each charge': (good) => withStudent(good, DANA, { payments: [] }),
  'an announced refund is made': ({ named }) => {
    named.buys.effect = { ...named.buys.effect, refunded: 2000 };
    return undefined;
  },
  'the student sees each refund': (good) =>
    withStudent(good, DANA, {
      payments: [...good.dana.payments, { kind: 'refund', cents: 500 }],
    }),
  'credits are the sum of their changes': (good) => withStudent(good, MIRI, { credits: 3 }),
  'an answer states the right credits': ({ named }) => {
    named.registers.effect = { ...named.registers.effect, creditsAfter: 3 };
    return undefined;
  },
  'a balance is the sum of its changes': () => ({ schools: new Map([[SCHOOL, 7000]]) }),
  'an answer states the right balance': ({ named }) => {
    named.notesPayment.effect = { school: { id: SCHOOL, cents: 1000, after: 7000 } };
    return undefined;
  },
  'a saved card is listed': (good) => withStudent(good, DANA, { cards: [] }),
  'a card is saved once': (good) => withStudent(good, DANA, { cards: ['1111', '1111'] }),
  'no removed card is listed': (good) => withStudent(good, DANA, { cards: ['1111', '2222'] }),
  'no seat is sold twice': ({ named }) => {
    Object.assign(named.isRefused, {
      outcome: 'done',
      status: 200,
      code: null,
      ...seat(12, HOT),
    });
    return undefined;
  },
  'no seat is withheld': ({ named }) => {
    Object.assign(named.books, { intent: {}, effect: {} });
    return undefined;
  },
  'seats left match the bookings': () => ({ seatsLeft: new Map([[HOT, 1]]) }),
  'a partner has each change once': ({ outside }) => ({
    partners: [...outside.partners, ...outside.partners],
  }),
  'each payment has one receipt': () => ({ mails: [] }),
  'the ledgers agree': () => ({ broken: ['payments: no process is stuck: 1'] }),
  'every process is ready': () => ({ notReady: ['payments'] }),
  'every operation is answered': ({ named }) => {
    Object.assign(named.savesCard, { outcome: null, answeredAt: null, effect: {} });
    return undefined;
  },
  'the same key gives the same answer': ({ named }) => {
    named.books.repeats.push({ first: '[200]', again: '[409]' });
    return undefined;
  },
  'no allowed operation is refused': ({ named }) => {
    Object.assign(named.isRefused, { status: 404, code: 'not_found' });
    return undefined;
  },
};
const attempts = {
  'no connection is lost': { status: 0 },
  'answers come in time': { ms: 45_000 },
  '503 says when to ask again': { status: 503, code: 'unavailable' },
  'no answer is a bug': { status: 500, code: 'internal' },
  'no answer comes from another account': { otherAccount: 'student:2' },
} as const;
for (const [rule, attempt] of Object.entries(attempts))
  damages[rule] = ({ named }) => {
    const [first] = named.leaves.attempts;
    Object.assign(named.leaves.attempts, [{ ...first, ...attempt }]);
    return undefined;
  };

test.each(Object.keys(damages))('control: finds a violation of: %s', (rule) => {
  const damage = damages[rule] as (typeof damages)[string];
  expect(findingsOf(damage).map((found) => found.rule)).toContain(rule);
});

test.each([
  [45_000, false],
  [70_000, true],
])('an answer of a call that uses a card after %i ms is late: %p', (ms, isLate) => {
  const found = findingsOf(({ named }) => {
    Object.assign(named.buys, { usesCard: true });
    Object.assign(named.buys.attempts[0] as object, { ms });
    return undefined;
  });
  expect(found.some(({ rule }) => rule === 'answers come in time')).toBe(isLate);
});

test('names a lost registration, a doubled charge, an oversold seat and a stuck process', () => {
  const details = [
    'a registration is listed',
    'a payment is taken once',
    'no seat is sold twice',
    'the ledgers agree',
  ].map(
    (rule) =>
      findingsOf(damages[rule] as (typeof damages)[string]).find((one) => one.rule === rule)
        ?.detail,
  );
  expect(details).toEqual([
    'registration 11 of exam 401, student 1 is in no list',
    'student 1: 1 confirmed payments of $104.00, the processor took 2',
    'session 70 has 1 seats; at 0.5 s students 1, 2 sat there',
    'payments: no process is stuck: 1',
  ]);
});

test('finds a paid order whose registration is answered as unknown', () => {
  const found = findingsOf(({ named }) => {
    const refusal = { outcome: 'refused', status: 404, code: 'registration_not_found' } as const;
    Object.assign(named.buys, { ...refusal, name: 'payProctorFee', effect: {} });
    return undefined;
  });
  expect(found.map(({ rule }) => rule)).toEqual(
    expect.arrayContaining(['no allowed operation is refused', 'a payment is taken once']),
  );
});

test('a balance may lack a cancelled exam only while events may be late', () => {
  const behind = ({ named }: Good) => {
    Object.assign(named.notesPayment, {
      name: 'cancelExamRegistration',
      effect: { school: { id: SCHOOL, cents: 1000, after: 5000 } },
    });
    return undefined;
  };
  const fault = { target: 'nats', kind: 'stall', at: 0, length: 1000, ms: 0 } as const;
  expect(findingsOf(behind, [{ fault, from: 0, to: 1000 }])).toEqual([]);
  expect(findingsOf(behind).map(({ rule }) => rule)).toEqual([
    'an answer states the right balance',
  ]);
});

test('finds a lost charge', () => {
  expect(
    findingsOf(({ outside }) => ({ processor: outside.processor.slice(1) })).map(
      ({ detail }) => detail,
    ),
  ).toContain('student 1: 1 confirmed payments of $104.00, the processor took 0');
});

test('an attempt during an outage of the BFF counts as no lost connection', () => {
  const fault = { target: 'bff', kind: 'kill', at: 0, length: 0, ms: 0 } as const;
  const cutOff = damages['no connection is lost'] as (typeof damages)[string];
  expect(findingsOf(cutOff, [{ fault, from: 0, to: 1000 }])).toEqual([]);
});
