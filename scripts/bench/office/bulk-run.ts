import { getAllActiveExams } from '@portal/contract/exams/exams';
import type { BulkResult } from '@portal/contract/schools';
import { findStudent } from '@portal/contract/students/lookup';
import { anExam } from '../../e2e/exams/catalogue.ts';
import { savedCard } from '../../e2e/exams/registrations.ts';
import {
  aSchool,
  aSchoolStudent,
  bulkOrder,
  bulkRun,
  type Chosen,
} from '../../e2e/people/schools.ts';
import type { Person } from '../../portal-user/person.ts';
import { percentile95 } from '../at-rate.ts';
import { forEach } from '../people.ts';

const STUDENTS = 500;
const EXAMS = 4;
/** Milliseconds between two concurrent calls. */
const OTHERS_EVERY_MS = 50;

export interface BulkFigures {
  seconds: number;
  /** Booked exams. */
  booked: number;
  /** 95th percentile of concurrent other calls, in milliseconds. */
  othersMs: number;
}

/**
 * A school registers 500 students for four exams in one of its sessions: from its balance, or with
 * a card of each student. Other staff read concurrently.
 */
export async function bulkFigures(admin: Person, pays: 'balance' | 'cards'): Promise<BulkFigures> {
  const school = await aSchool(pays === 'balance' ? { balance: 1_000_000 } : {});
  const exams = await forEach(Array.from({ length: EXAMS }), () => anExam());
  const students = await forEach(Array.from({ length: STUDENTS }), async (): Promise<Chosen> => {
    const student = await aSchoolStudent(school.id);
    if (pays === 'balance') return { student, exams };
    return { student, exams, ccId: (await savedCard(student.person)).ccId };
  });
  const others = reading(admin);
  const began = performance.now();
  const result = await bulkRun(admin, bulkOrder(school, students));
  const seconds = (performance.now() - began) / 1000;
  return { seconds, booked: bookedIn(result), othersMs: percentile95(await others.stop()) };
}

const bookedIn = ({ registrations }: BulkResult): number =>
  Object.values(registrations)
    .flatMap(({ exams }) => Object.values(exams))
    .filter((text) => text.startsWith('success')).length;

/** Reads at a steady rate until stopped; returns the duration of each call from its due time. */
function reading(admin: Person): { stop: () => Promise<number[]> } {
  const times: number[] = [];
  const pending: Promise<void>[] = [];
  let due = performance.now();
  const timer = setInterval(() => {
    for (; due <= performance.now(); due += OTHERS_EVERY_MS) pending.push(one(due));
  }, OTHERS_EVERY_MS);
  const one = async (since: number) => {
    await (times.length % 2 === 0
      ? admin.do(findStudent, { lastName: 'Levi', limit: 50 })
      : admin.do(getAllActiveExams, {}));
    times.push(performance.now() - since);
  };
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(pending);
      return times;
    },
  };
}
