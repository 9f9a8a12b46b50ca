import { expect, test } from '@jest/globals';
import { Exam as ExamRow } from '@portal/contract/exams/exam';
import { Action } from '@portal/proto/registration/v1/registrations';
import fc from 'fast-check';
import { anExam, aRegistration } from '../testing/records.ts';
import { examCatalogue } from './exam-catalogue.ts';
import { earlierTries, type OwnExamState } from './exam-rows.ts';

const rowsIn = (inside: Buffer): ExamRow[] => JSON.parse(`[${inside.toString()}]`);
const offer = { examId: 101, proctorFeeCents: 0, noAdditionalFees: true, freeSeminaryRetake: true };

test('every row is one of the contract', () => {
  const catalogue = examCatalogue(1, [anExam(), anExam({ id: 102, studyMaterials: [] })], 1500);
  const own = new Map<number, OwnExamState>([
    [
      102,
      {
        registration: aRegistration({
          examId: 102,
          status: 'taken',
          onlineExamStarted: new Date(0),
        }),
      },
    ],
  ]);
  for (const row of rowsIn(catalogue.rows(own))) expect(ExamRow.parse(row)).toEqual(row);
});

test('an exam names those of which one has to be passed before', () => {
  const first = anExam({ id: 102, subject: 'Hebrew Language I' });
  const then = anExam({ id: 103, subject: 'Hebrew Language II', requiredExamIds: [102, 999] });
  const rows = rowsIn(examCatalogue(1, [first, then], 1500).rows(new Map()));
  expect(rows.map(({ requirements }) => requirements)).toEqual([
    [],
    [{ id: 102, subject: 'Hebrew Language I' }],
  ]);
});

test('rows come by subject without case, then vendor', () => {
  const exams = [
    anExam({ id: 1, subject: 'biology', vendorId: 4 }),
    anExam({ id: 2, subject: 'Anatomy' }),
    anExam({ id: 3, subject: 'Biology', vendorId: 1 }),
  ];
  expect(rowsIn(examCatalogue(1, exams, 1500).rows(new Map())).map(({ id }) => id)).toEqual([
    2, 3, 1,
  ]);
});

test('an exam that is not offered is listed only for students who registered it', () => {
  const catalogue = examCatalogue(1, [anExam(), anExam({ id: 102, active: false })], 1500);
  const idsWith = (own: OwnExamState) =>
    rowsIn(catalogue.rows(new Map([[102, own]]))).map(({ id }) => id);
  expect(idsWith({ registration: aRegistration({ examId: 102 }) })).toEqual([101, 102]);
  expect(idsWith({ notEligible: true })).toEqual([101]);
  expect(rowsIn(examCatalogue(1, [anExam({ active: false })], 1500).rows(new Map()))).toEqual([]);
});

test.each([
  {
    student: 'without a registration',
    own: {},
    row: { proctor_fee_price: 15, chargeAdditionalCharge: true, fitRequirements: true },
  },
  {
    student: 'who does not fit',
    own: { notEligible: true },
    row: { fitRequirements: false, status: 'none', registration_id: null },
  },
  {
    student: 'whose package waives the fees',
    own: { offer },
    row: {
      proctor_fee_price: 0,
      isFreeAdditionnalFees: true,
      chargeAdditionalCharge: false,
      freeSeminaryRetake: true,
    },
  },
  {
    student: 'who has registered it for a fee of her own',
    own: {
      registration: aRegistration({
        proctorFeeCents: 750,
        additionalChargeCents: 10_500,
        additionalFeeOwed: false,
      }),
    },
    row: {
      proctor_fee_price: 7.5,
      additionalCharge: 105,
      chargeAdditionalCharge: false,
      registration_id: 9001,
      status: 'registered',
    },
  },
  {
    student: 'who is near her session',
    own: {
      registration: aRegistration({
        status: 'scheduled',
        sessionId: 77,
        sessionType: '21',
        branchId: 13,
        proctorFeeIfMovedCents: 1500,
      }),
    },
    row: { proctor_fee_if_moved: 15, testSessionId: 77, sessionType: '21', branchId: 13 },
  },
  {
    student: 'who has paid the proctor fee',
    own: { registration: aRegistration({ proctorFeeCents: 0, proctorFeePaid: true }) },
    row: { proctor_fee_price: 0, proctor_fee_paid: true },
  },
  {
    student: 'whose proctor fee is prepaid',
    own: { registration: aRegistration({ proctorFeeCents: 0, proctorFeePaid: false }) },
    row: { proctor_fee_price: 0, proctor_fee_paid: false },
  },
])('a student $student sees it in their row', ({ own, row }) => {
  expect(examCatalogue(1, [anExam()], 1500).row(101, own)).toMatchObject(row);
});

test('the exam-only version says that there is a course version of it', () => {
  const course = anExam({ id: 102, alternateCourseVersion: 101, courseCollegeId: 269 });
  const catalogue = examCatalogue(1, [anExam(), course], 1500);
  expect([
    catalogue.row(101, {}).hasAlternateCourseVersion,
    catalogue.row(102, {}).hasAlternateCourseVersion,
  ]).toEqual([true, false]);
  expect(catalogue.row(102, {}).alternate_course_version).toBe(101);
  expect(catalogue.row(101, {}).courseCollegeId).toBe(269);
});

test('an exam that is on no list is not found', () => {
  expect(() => examCatalogue(1, [], 1500).row(5, {})).toThrow('exam_not_found');
});

const refusedFor = (code: string) =>
  Action.fromPartial({ name: 'register', allowed: false, code, reason: `No: ${code}.` });
const registers = [undefined, null, refusedFor('registration_denied'), refusedFor('other')];
/** Leaves undefined fields out, as JSON does. */
const withoutUndefined = ({
  register,
  ...own
}: Omit<OwnExamState, 'register'> & { register: Action | null | undefined }): OwnExamState =>
  register === undefined ? own : { ...own, register };

test('a row names the possible actions, money in dollars', () => {
  const registration = aRegistration({
    actions: [
      Action.fromPartial({
        name: 'schedule',
        allowed: true,
        proctorFeeCents: 1500,
        until: new Date('2026-09-02T14:00:00Z'),
      }),
      Action.fromPartial({ ...refusedFor('office_only'), name: 'cancel' }),
    ],
  });
  expect(examCatalogue(1, [anExam()], 1500).row(101, { registration }).actions).toEqual([
    {
      action: 'schedule',
      allowed: true,
      until: '2026-09-02T14:00:00.000Z',
      fees: { proctorFee: 15, additionalFee: 0 },
    },
    { action: 'cancel', allowed: false, code: 'office_only', reason: 'No: office_only.' },
  ]);
});

test('an exam that is not registered can be, unless something else is said', () => {
  const { row } = examCatalogue(1, [anExam()], 1500);
  expect(row(101, {}).actions).toEqual([{ action: 'register', allowed: true }]);
  expect(row(101, { register: refusedFor('admin_only_exam') }).actions).toMatchObject([
    { action: 'register', allowed: false, code: 'admin_only_exam' },
  ]);
  expect(row(101, { register: null }).actions).toEqual([]);
});

test('an exam that can be registered again says what its new sitting asks', () => {
  const registration = aRegistration({
    status: 'graded',
    actions: [Action.fromPartial({ name: 'register', allowed: true })],
  });
  const again = (own: OwnExamState) =>
    examCatalogue(1, [anExam()], 1500).row(101, own).actions[0]?.fees;
  expect(again({ registration })).toEqual({ proctorFee: 15, additionalFee: 50 });
  expect(again({ registration, offer })).toEqual({ proctorFee: 0, additionalFee: 0 });
});

test('the rows read together are the rows read one by one, for any student', () => {
  const exams = Array.from({ length: 12 }, (_, n) =>
    anExam({ id: n + 1, subject: `Subject "${n % 5}", ä`, active: n % 4 !== 0 }),
  );
  const catalogue = examCatalogue(1, exams, 1500);
  const anOwn = fc.record({
    registration: fc.option(
      fc.constantFrom(aRegistration(), aRegistration({ status: 'graded', grade: 'A' })),
      { nil: undefined },
    ),
    offer: fc.option(fc.constantFrom(offer, { ...offer, proctorFeeCents: 1000 }), {
      nil: undefined,
    }),
    notEligible: fc.boolean(),
    register: fc.constantFrom(...registers),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 14 }), anOwn), { selector: ([id]) => id }),
      fc.constantFrom(...registers),
      (pairs, register) => {
        const own = new Map<number, OwnExamState>(
          pairs.map(([id, one]) => [id, withoutUndefined(one)]),
        );
        const listed = exams.filter(({ id, active }) => active || own.get(id)?.registration);
        const usual = register === undefined ? {} : { register };
        const expected = new Map(
          listed.map(({ id }) => [id, catalogue.row(id, { ...usual, ...own.get(id) })]),
        );
        const rows = rowsIn(catalogue.rows(own, register));
        expect(rows).toHaveLength(expected.size);
        for (const row of rows) expect(row).toEqual(expected.get(row.id));
      },
    ),
  );
});

test('earlier tries are joined, and the joining text is cut from their comments', () => {
  expect(earlierTries([])).toBeNull();
  expect(
    earlierTries([
      { takenDate: '2025-01-02', grade: 'F', comment: 'Fail, by *2* points' },
      { takenDate: undefined, grade: undefined, comment: undefined },
    ]),
  ).toBe('2025-01-02*F*Fail  by  2  points,**');
});

test('the tag changes with anything that a row shows', () => {
  const tags = [anExam(), anExam({ credits: 4 }), anExam({ alt1: 'x' })].map(
    (exam) => examCatalogue(1, [exam], 1500).tag,
  );
  expect(new Set(tags).size).toBe(3);
});
