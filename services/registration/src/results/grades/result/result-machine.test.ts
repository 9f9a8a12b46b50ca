import { expect, test } from '@jest/globals';
import {
  type Expected,
  missingOrTwice,
  NOW,
  outcomeOf,
  productOf,
  STATES,
} from '../../../records/registrations/state/testing.ts';
import { changeResult, type ResultEvent } from './result-machine.ts';

const pass = { grade: '88', comment: 'Pass' };
const EVENTS: Readonly<Record<ResultEvent['type'], ResultEvent>> = {
  papers_back: {
    type: 'papers_back',
    takenOn: '2026-03-01',
    arrivedBack: '2026-03-02',
    batchId: 8,
  },
  graded: { type: 'graded', grade: pass },
  assignments_completed: { type: 'assignments_completed' },
  disqualified: { type: 'disqualified', at: NOW },
};

const hidden = ['pending', 'pending in a school session', 'dropped'] as const;
const registered = ['registered', 'registered, with a course'] as const;
const inPlace = [
  'scheduled at a location',
  'scheduled after a course',
  'scheduled at a school',
  'scheduled, shipped',
] as const;
const atProctor = ['scheduled at the proctor', 'online_access'] as const;
const inCourse = ['course_started', 'course_completed'] as const;
const begun = ['online_started', 'disconnected'] as const;
const waiting = 'taken, its grade waiting';
const untaken = [
  ...hidden,
  ...registered,
  ...inPlace,
  ...atProctor,
  'online_access at a school',
  ...inCourse,
] as const;

const EXPECTED: Expected = {
  papers_back: {
    taken: [...inPlace, 'online_access at a school'],
    stays: ['taken on paper', 'graded'],
    exam_started: [...begun, 'taken online', waiting],
    no_session: [...registered, ...atProctor, ...inCourse],
    already_cancelled: ['cancelled'],
    registration_not_found: hidden,
  },
  graded: {
    graded: ['taken online', 'taken on paper'],
    exam_graded: ['graded', waiting],
    no_taken_exam: [...untaken, ...begun, 'cancelled'],
  },
  // that wait for assignments which are not all in: the cases below
  assignments_completed: {
    exam_not_completed: ['taken online', 'taken on paper', waiting],
    exam_graded: ['graded'],
    no_taken_exam: [...untaken, ...begun, 'cancelled'],
  },
  disqualified: {
    graded: [...begun, 'taken online', waiting],
    exam_not_started: [...untaken, 'taken on paper', 'graded', 'cancelled'],
  },
};

test('every event is tried in every state', () => {
  expect(Object.keys(EXPECTED)).toEqual(Object.keys(EVENTS));
  expect(missingOrTwice(EXPECTED)).toEqual([]);
});

test.each(productOf(EXPECTED))('%s, when %s: %s', (event, state, outcome) => {
  const happened = EVENTS[event as ResultEvent['type']];
  expect(outcomeOf(changeResult(STATES[state], happened, NOW))).toBe(outcome);
});

const course = { vendorId: 3, hasAssignments: true, assignmentsCompleted: false };
test('a grade waits while assignments are open, and comes in when they are not', () => {
  const open = { ...STATES['taken online'], ...course };
  const held = { heldGrade: '88', heldGradeComment: 'Pass' };
  expect(changeResult(open, EVENTS.graded, NOW)).toEqual(held);
  const closed = { ...open, ...held, assignmentsCompleted: true };
  expect(changeResult(closed, EVENTS.assignments_completed, NOW)).toEqual({
    status: 'graded',
    grade: '88',
    gradeComment: 'Pass',
    gradedOn: '2026-03-02',
    heldGrade: null,
    heldGradeComment: null,
  });
});

test('an arrived paper keeps its known day and batch', () => {
  expect(changeResult(STATES['scheduled at a location'], EVENTS.papers_back, NOW)).toEqual({
    status: 'taken',
    takenOn: '2026-03-01',
    onlineAccess: false,
    paperExamUploaded: true,
    arrivedBack: '2026-03-02',
    batchId: 8,
  });
  expect(changeResult(STATES.graded, EVENTS.papers_back, NOW)).toEqual({
    onlineAccess: false,
    paperExamUploaded: true,
    arrivedBack: '2026-02-22',
    batchId: 4,
  });
});

test('a disqualified exam has no score, and loses a grade that waits', () => {
  expect(changeResult(STATES['taken, its grade waiting'], EVENTS.disqualified, NOW)).toEqual({
    status: 'graded',
    grade: null,
    gradeComment: 'Disqualified',
    gradedOn: '2026-03-02',
    heldGrade: null,
    heldGradeComment: null,
    onlineAccess: false,
    takenOn: '2026-03-02',
  });
});

test("the proctor's reports from before a reopening no longer count", () => {
  const row = { ...STATES.online_started, reopenedAt: NOW };
  expect(outcomeOf(changeResult(row, EVENTS.disqualified, NOW))).toBe('exam_not_started');
});

test.each<[what: string, takenOn: string | null, is: string]>([
  ['keeps the day on which it was taken', '2026-02-27', '2026-02-27'],
  ['without one is taken today', null, '2026-03-02'],
])('a disqualified exam %s', (_what, takenOn, is) => {
  expect(
    changeResult({ ...STATES['taken online'], takenOn }, EVENTS.disqualified, NOW),
  ).toMatchObject({ takenOn: is });
});

test('a notice of a sitting after the exam was opened again disqualifies it', () => {
  const reopened = { ...STATES.online_started, reopenedAt: new Date(NOW.getTime() - 1) };
  expect(outcomeOf(changeResult(reopened, EVENTS.disqualified, NOW))).toBe('graded');
});

test('papers of an exam that was begun online are refused with why', () => {
  expect(changeResult(STATES.online_started, EVENTS.papers_back, NOW)).toMatchObject({
    detail: 'This exam has been started.',
  });
});

test('papers of a course that has a branch come from no session', () => {
  const inCourse = { ...STATES.course_started, sessionType: '21' } as const;
  expect(outcomeOf(changeResult(inCourse, EVENTS.papers_back, NOW))).toBe('no_session');
});

test('a grade of an exam that was sat online is not disqualified any more', () => {
  const graded = { ...STATES.graded, onlineExamStarted: NOW };
  expect(outcomeOf(changeResult(graded, EVENTS.disqualified, NOW))).toBe('exam_not_started');
});
