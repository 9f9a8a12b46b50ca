import { onlineExamRegistration } from '@portal/contract/exams/exams';
import { examThat, isOfThreeCredits } from '../../e2e/exams/registrations.ts';
import { aStudent } from '../../e2e/people/students.ts';
import { mailsTo } from '../../portal/mails.ts';
import { until } from '../../portal/until.ts';
import { aBugInRegistration } from '../bug-in-registration.ts';
import { expectText } from '../expect.ts';
import type { Walk } from '../walk.ts';

const STUDENTS = 24;

/** Many events fail for one cause; it is repaired before they become dead letters. */
export const eventsRetrying: Walk = {
  alerts: ['PortalEventsRetrying'],
  cause: 'no email about a registration can be written while many register',
  async provoke({ log, endOfLog, ops }, scene) {
    const students = await Promise.all(
      Array.from({ length: STUDENTS }, () => aStudent({ credits: 6 })),
    );
    const [{ person }] = students as [(typeof students)[number]];
    const { id: examId } = await examThat(person, isOfThreeCredits);
    const from = endOfLog('registration');
    const mend = await aBugInRegistration(scene, {
      table: 'mail',
      when: "NEW.subject LIKE 'You are registered%'",
    });
    await Promise.all(students.map((one) => one.person.do(onlineExamRegistration, { examId })));
    const withLetter = async () =>
      (await Promise.all(students.map(({ email }) => mailsTo(email)))).filter(
        ({ length }) => length === 1,
      ).length;
    return {
      async follow() {
        expectText(log('registration', from), /event will be tried again/);
        await mend();
      },
      async healed() {
        await until(withLetter, (count) => count === STUDENTS, 60, 500);
        expectText(await ops('letters', 'registration'), /^0 dead letters/m);
      },
    };
  },
};
