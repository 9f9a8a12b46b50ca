// Schools that prepay register their students for exams, an order each. The office makes a session
// and students for each of them first, and pays their balance up.
//   SCHOOLS   how many schools take part, at most      8
//   STUDENTS  of an order                              20
import { check, sleep } from 'k6';
import { Counter } from 'k6/metrics';
import { thresholds } from './shared/limits.js';
import { nextOf, roundOf, signInStaff } from './shared/people.js';
import { ask, askAll } from './shared/portal.js';
import { numberOf, pace, steady } from './shared/settings.js';
import { newStudent } from './shared/students.js';

export { handleSummary } from './shared/summary.js';

const booked = new Counter('exams_of_schools');
const exhausted = new Counter('students_exhausted');
const { rate, seconds } = pace({ rate: 0.5, duration: '1m' });
const students = numberOf('STUDENTS', 20);
const EXAMS = 2;
const DAY_MS = 86_400_000;
const BALANCE = 500_000;

export const options = {
  setupTimeout: '10m',
  scenarios: { ordering: steady('order', { rate, seconds, iterationSeconds: 20 }) },
  thresholds: thresholds(['quoteRegisterAndSchedule', 'payRegisterAndSchedule'], {
    iterations: rate * seconds,
    more: { exams_of_schools: ['count>0'], students_exhausted: ['count==0'] },
  }),
};

const demand = (answer, what) => {
  if (!answer.ok) throw new Error(`${what}: ${answer.code}.`);
  return answer.body;
};
const day = (away) => new Date(Date.now() + away * DAY_MS).toISOString().slice(0, 10);

export function setup() {
  booked.add(0);
  const office = signInStaff();
  const all = demand(ask({ name: 'getSchools', method: 'GET', cookie: office }), 'No schools');
  const some = all
    .filter(({ chargeSchool, latest_cohort }) => chargeSchool && latest_cohort)
    .slice(0, numberOf('SCHOOLS', 8));
  if (some.length === 0) throw new Error('No school prepays.');
  return { office, schools: some.map((school) => prepared(office, school)) };
}

function prepared(office, school) {
  const { id: schoolId, gender, latest_cohort: cohort, students_are_members: members } = school;
  demand(
    ask({
      name: 'recordSchoolPayment',
      path: 'admin/recordSchoolPayment',
      cookie: office,
      keyed: true,
      body: { schoolId, amount: BALANCE, date: day(-1) },
    }),
    'The balance could not be paid up',
  );
  const added = askAll(
    Array.from({ length: students }, () => ({
      name: 'addStudent',
      path: 'student/add',
      cookie: office,
      keyed: true,
      refusals: ['duplicate_student'],
      body: newStudent({
        schoolId,
        cohort,
        isForSchool: true,
        membershipTypeId: members ? 1 : 2,
        gender: gender === '1' ? '1' : '2',
      }),
    })),
  );
  const { exams } = demand(
    ask({
      name: 'getSchoolDetails',
      method: 'GET',
      path: `getSchoolDetails?schoolId=${schoolId}`,
      cookie: office,
    }),
    'The school could not be read',
  );
  return {
    schoolId,
    testSessionId: sessionOf(office, schoolId, gender),
    students: added.filter(({ ok }) => ok).map(({ body }) => body.student.id),
    exams: exams.filter(isPlain).map(({ id }) => id),
  };
}

const isPlain = (exam) => exam.credits > 0 && !exam.online_only && !exam.program_content_code;

/** A session five weeks away, on the first day that is neither a Sabbath nor a holiday. */
function sessionOf(office, schoolId, gender) {
  for (let away = 35; away < 60; away++) {
    const answer = ask({
      name: 'createSchoolSession',
      path: 'admin/createSchoolSession',
      cookie: office,
      keyed: true,
      refusals: ['session_date_closed'],
      body: { schoolId, gender, testDate: day(away), startTime: '0930' },
    });
    if (answer.ok) return answer.body.testSessionId;
  }
  throw new Error('No day is open for a session of a school.');
}

export function order({ office, schools }) {
  const school = nextOf(schools);
  const first = roundOf(schools) * EXAMS;
  const exams = school.exams.slice(first, first + EXAMS);
  if (exams.length < EXAMS) return exhausted.add(1);
  const body = {
    session: { testSessionId: school.testSessionId },
    schoolId: school.schoolId,
    sendStudyMaterials: false,
    studentInfos: school.students.map((studentId) => ({
      studentId,
      exams: exams.map((examId) => ({ examId })),
    })),
  };
  const quote = ask({ name: 'quoteRegisterAndSchedule', cookie: office, body });
  if (!quote.ok) return;
  check(quote.body, { 'the school can pay': ({ canPay }) => canPay });
  const result = ordered(office, body);
  if (result === null) return;
  const texts = Object.values(result.registrations).flatMap((one) => Object.values(one.exams));
  const good = texts.filter((text) => text.startsWith('success')).length;
  booked.add(good);
  check(good, {
    'every exam of every student is registered': (count) =>
      count === school.students.length * EXAMS,
  });
}

/** Orders, and polls until the order is done; null while another order of the school runs. */
function ordered(office, body) {
  let answer = ask({
    name: 'payRegisterAndSchedule',
    cookie: office,
    keyed: true,
    body,
    refusals: ['run_in_progress'],
  });
  while (answer.ok && answer.body.state === 'processing') {
    sleep(2);
    answer = ask({
      name: 'bulkRegistrationRun',
      method: 'GET',
      path: `bulkRegistrationRun?runId=${answer.body.runId}`,
      cookie: office,
    });
  }
  return answer.ok ? answer.body : null;
}
