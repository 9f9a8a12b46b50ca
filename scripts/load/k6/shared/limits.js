// The one table of limits. `p95`: milliseconds of the 95th percentile on two quiet cores that the
// portal, its databases and k6 share, at the scenario's default rate;
// docs/testing/benchmarks.md and runs of these scenarios measured them. A limit is FACTOR times as
// much, since a busy machine is slower and a run must not fail by chance. SLACK multiplies it
// further.
import { slack } from './settings.js';

const FACTOR = 4;

const p95 = {
  // reads of docs/testing/benchmarks.md: 6 ms at 100 a second, more beside bookings
  getAllExamsAccordingStudent: 25,
  getCreditsInfo: 15,
  getOpenedSessions: 25,
  getSessionsByStudentId: 15,
  getPaymentMethods: 15,
  // a password is hashed for 40 ms of CPU, so sign-ins at the same moment wait for each other
  login: 120,
  adminLogin: 120,
  onlineExamRegistration: 60,
  cancelExamRegistration: 60,
  scheduleSessionForRegistration: 60,
  // with a card: 37 ms in the benchmark, whose cards are saved; a new one is saved at the processor
  purchaseCreditsWithProfile: 40,
  purchaseCredits: 80,
  removePaymentMethod: 40,
  checkStudentId: 30,
  register: 40,
  confirmToken: 30,
  resetPassword: 120,
  addStudent: 40,
  // among 100,000 students: 97 to 118 ms in the benchmark
  findStudent: 120,
  suggestStudents: 60,
  getStudent: 60,
  // a month of registrations
  getExamRegistrations: 500,
  // 500 students in 4 exams take 2.5 s in the benchmark; an order here is 20 students in 2
  payRegisterAndSchedule: 500,
  quoteRegisterAndSchedule: 60,
  getSchoolDetails: 250,
};

/** Of a hundred iterations that were due, how many k6 may fail to begin in time. */
const DROPPED_PERCENT = 1;

/**
 * Thresholds of a scenario: answers as expected always; times of its calls and iterations that were
 * dropped unless SLACK is 'none'.
 * @param {readonly (keyof typeof p95)[]} calls
 * @param {{
 *   iterations: number,
 *   limits?: Partial<Record<keyof typeof p95, number>>,
 *   more?: object,
 * }} about `iterations`: how many are due; `limits`: figures of this scenario, not the table's
 */
export function thresholds(calls, { iterations, limits = {}, more = {} }) {
  const timed =
    slack === null
      ? {}
      : {
          ...Object.fromEntries(
            calls.map((name) => [
              `http_req_duration{name:${name}}`,
              [`p(95)<${Math.round((limits[name] ?? p95[name]) * FACTOR * slack)}`],
            ]),
          ),
          dropped_iterations: [`count<=${Math.ceil((iterations * DROPPED_PERCENT * slack) / 100)}`],
        };
  return {
    server_errors: ['count==0'],
    unexpected_answers: ['count==0'],
    checks: ['rate==1'],
    ...timed,
    ...more,
  };
}
