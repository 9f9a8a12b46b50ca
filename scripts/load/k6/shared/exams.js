// What a student does on the way to a seat.
import { check } from 'k6';
import { ask } from './portal.js';
import { numberOf } from './settings.js';

/** The location of the searched sessions; 13 is the page's default for a new student. */
const locationId = numberOf('LOCATION', 13);

/** The exam list, as its page opens it. */
export function listExams(cookie) {
  const { ok, body } = ask({ name: 'getAllExamsAccordingStudent', method: 'GET', cookie });
  if (!ok) return [];
  check(body, { 'the exam list holds exams': ({ exams }) => exams.length > 0 });
  return body.exams;
}

/** The student's credits; null when they could not be had. */
export function creditsOf(cookie) {
  const { ok, body } = ask({ name: 'getCreditsInfo', cookie });
  return ok ? body : null;
}

/**
 * As the page decides: on offer for self-service, not registered, sat in person, and paid by the
 * credits for its vendor or for every vendor.
 */
export function isForTaking(exam, { creditsDetails }) {
  const ofVendor = exam.vendor_id === 3 ? creditsDetails['3'] : creditsDetails['1,4'];
  return (
    exam.status === 'none' &&
    exam.phonesystem_active &&
    exam.fitRequirements &&
    !exam.online_only &&
    exam.program_content_code === null &&
    exam.alternate_course_version === null &&
    exam.additionalCharge === 0 &&
    exam.credits > 0 &&
    exam.credits <= ofVendor + creditsDetails.generic
  );
}

/** Any of the exams that can be taken. */
export function chooseExam(exams, credits) {
  const some = exams.filter((exam) => isForTaking(exam, credits));
  return some[Math.floor(Math.random() * some.length)];
}

/**
 * Registers an exam with credits, and looks that they are spent. The registration's id, or null.
 */
export function registerExam(cookie, exam, credits) {
  const { ok, body } = ask({
    name: 'onlineExamRegistration',
    body: { examId: exam.id },
    cookie,
    keyed: true,
  });
  if (!ok) return null;
  check(body, {
    'its credits are spent': ({ totCreditsAvailable }) =>
      totCreditsAvailable === credits.totalCredits - exam.credits,
  });
  return body.registrationId;
}

/** Cancels a registration, and looks that all credits are there again. */
export function cancelExam(cookie, registrationId, credits) {
  const { ok, body } = ask({
    name: 'cancelExamRegistration',
    body: { registrationId },
    cookie,
    keyed: true,
  });
  if (ok)
    check(body, {
      'the credits are back': ({ availableCredits }) => availableCredits === credits.totalCredits,
    });
  return ok;
}

/** Sessions that still have room for this exam, those first in which the student does not sit. */
export function openSessions(cookie, exam) {
  const { ok, body } = ask({
    name: 'getOpenedSessions',
    method: 'GET',
    path: `getOpenedSessions?locationId=${locationId}`,
    cookie,
  });
  if (!ok) return [];
  return body.filter(
    (session) =>
      !session.closed &&
      !session.hasASeat &&
      !session.by_appointment &&
      session.gender !== '1' &&
      (session.remainingSeats === null || session.remainingSeats > 0) &&
      session.durationLeft >= exam.examDuration,
  );
}

/** Rules by which a session may be lost between looking and booking. */
const lost = ['session_full', 'session_closed', 'session_called_off', 'time_overlap'];

/** Books one of the sessions; a second and a third one where the first is lost. Whether it did. */
export function bookSeat(cookie, registrationId, sessions) {
  const first = Math.floor(Math.random() * sessions.length);
  for (let tries = 0; tries < Math.min(3, sessions.length); tries++) {
    const { testSessionId: sessionId } = sessions[(first + tries) % sessions.length];
    const answer = ask({
      name: 'scheduleSessionForRegistration',
      body: { registrationId, sessionId },
      cookie,
      keyed: true,
      refusals: lost,
    });
    if (answer.ok) {
      check(answer.body, { 'the seat is in that session': (got) => got.sessionId === sessionId });
      return true;
    }
    if (!lost.includes(answer.code)) return false;
  }
  return false;
}
