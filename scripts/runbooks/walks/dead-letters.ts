import { onlineExamRegistration } from '@portal/contract/exams/exams';
import { getCreditsInfo } from '@portal/contract/students/student';
import { examThat, isOfThreeCredits, rowOf, statusIs } from '../../e2e/exams/registrations.ts';
import { aStudent } from '../../e2e/people/students.ts';
import { sql } from '../../portal/databases.ts';
import { mailsTo } from '../../portal/mails.ts';
import { until } from '../../portal/until.ts';
import { aBugInRegistration } from '../bug-in-registration.ts';
import { type Buyer, someBuyers } from '../buyers.ts';
import { expectText } from '../expect.ts';
import type { Walk } from '../walk.ts';

/** Lets retries follow without their pauses, which take minutes. */
const minutesPass = (table: 'dead_letter' | 'process', column: string, dead: number) =>
  until(
    async () => {
      await sql(
        'registration',
        `UPDATE ${table} SET ${column} = clock_timestamp()
          WHERE dead_at IS NULL AND ${column} > clock_timestamp() AND failures > 0`,
      );
      return sql('registration', `SELECT 1 FROM ${table} WHERE dead_at IS NOT NULL`);
    },
    ({ length }) => length === dead,
    60,
    200,
  );

/** Returns the ids of the dead letters that `ops letters` lists. */
const idsIn = (listed: string, kind: string): string[] =>
  [...listed.matchAll(new RegExp(`^${kind} (\\S+) `, 'gm'))].map(([, id = '']) => id);

/** Two emails cannot be written; later one is redriven and the other is ended. */
export const deadEvents: Walk = {
  alerts: ['PortalDeadEvents'],
  cause: 'two events fail ten times, since their emails cannot be written',
  async provoke({ ops }, scene) {
    const students = await Promise.all([0, 1].map(() => aStudent({ credits: 6 })));
    const emails = students.map(({ email }) => email);
    const mend = await aBugInRegistration(scene, {
      table: 'mail',
      when: `NEW.recipient IN (${emails.map((email) => `'${email}'`).join()})`,
    });
    for (const { person } of students) {
      const exam = await examThat(person, isOfThreeCredits);
      await person.do(onlineExamRegistration, { examId: exam.id });
    }
    await minutesPass('dead_letter', 'next_try_at', 2);
    const countEmails = async () =>
      (await Promise.all(emails.map((email) => mailsTo(email))))
        .flat()
        .filter(({ subject }) => subject.startsWith('You are registered')).length;
    return {
      async follow() {
        const listed = await ops('letters', 'registration');
        expectText(listed, /^event \S+ \S+ \S*registration\.created.*\n.*P0001/m);
        const [one = '', other = ''] = idsIn(listed, 'event');
        await mend();
        await ops('redrive', 'registration', one);
        await ops('end', 'registration', other);
      },
      healed: async () => void (await until(countEmails, (count) => count === 1)),
    };
  },
};

/** A purchase stops after the charge; later one is redriven and the other is ended. */
export const deadProcesses: Walk = {
  alerts: ['PortalDeadProcesses'],
  cause: 'two purchases fail ten times after the cards were charged',
  async provoke({ ops }, scene) {
    const buyers = await someBuyers(2);
    const mend = await aBugInRegistration(scene, {
      table: 'registration',
      when: `NEW.student_id IN (${buyers.map(({ id }) => id).join()})
        AND NEW.status = 'registered'`,
    });
    for (const { buy } of buyers) await buy();
    await minutesPass('process', 'next_run_at', 2);
    let [goesOn, ends] = buyers as [Buyer, Buyer];
    return {
      async follow() {
        const listed = await ops('letters', 'registration');
        expectText(listed, /^process \S+ \S+ buyExam, step 0\n.*P0001/m);
        const [one = '', other = ''] = idsIn(listed, 'process');
        const [{ studentId } = { studentId: '' }] = await sql<{ studentId: string }>(
          'registration',
          `SELECT actor->>'studentId' AS "studentId" FROM process WHERE id = $1`,
          [one],
        );
        if (Number(studentId) === ends.id) [goesOn, ends] = [ends, goesOn];
        await ops('end', 'registration', other);
        await mend();
        await ops('redrive', 'registration', one);
      },
      async healed() {
        await statusIs(goesOn, 'registered');
        await until(
          async () => (await ends.person.do(getCreditsInfo, {})).totalCredits,
          (credits) => credits === ends.exam.credits,
          90,
          500,
        );
        const { registration_id: left } = await rowOf(ends.person, ends.exam.id);
        if (left !== null) throw new Error('the ended process left a registration');
      },
    };
  },
};
