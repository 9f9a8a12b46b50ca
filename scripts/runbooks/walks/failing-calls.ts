import { randomUUID } from 'node:crypto';
import { onlineExamRegistration } from '@portal/contract/exams/exams';
import { getPaymentMethods } from '@portal/contract/purchases/payments';
import { getCreditsInfo } from '@portal/contract/students/student';
import { examThat, isOfThreeCredits } from '../../e2e/exams/registrations.ts';
import { aNetwork } from '../../e2e/faults/harness/network/network.ts';
import { aStudent, type SignedIn } from '../../e2e/people/students.ts';
import { sql } from '../../portal/databases.ts';
import { again } from '../again.ts';
import { expectText } from '../expect.ts';
import type { Walk } from '../walk.ts';

/** A table has another name than in the service's code, as after half a release. */
export const bugs: Walk = {
  alerts: ['PortalBugs'],
  cause: 'the table of saved cards is renamed, and a student opens their cards',
  async provoke({ log, endOfLog }, scene) {
    const student = await aStudent();
    const from = endOfLog('payments');
    const rollBack = () => sql('payments', 'ALTER TABLE IF EXISTS card_of_later RENAME TO card');
    scene.defer(async () => void (await rollBack()));
    await sql('payments', 'ALTER TABLE card RENAME TO card_of_later');
    let shown = '';
    again(scene, async () => {
      const { status, body } = await student.person.ask(getPaymentMethods, {});
      if (status === 500) shown = body.requestId ?? '';
    });
    return {
      async follow() {
        const errors = log('payments', from)
          .split('\n')
          .filter((line) => line.includes('"level":50'));
        expectText(errors.join('\n'), new RegExp(`"requestId":"${shown}".*call failed`));
        await rollBack();
      },
      healed: async () => void (await student.person.do(getPaymentMethods, {})),
    };
  },
};

/** The network between two healthy services delivers nothing. */
export const unavailable: Walk = {
  alerts: ['PortalUnavailable'],
  cause: 'registration does not reach payments, though both are ready',
  async provoke({ portal, status }, scene) {
    const students = await Promise.all(
      Array.from({ length: 12 }, () => aStudent({ credits: [{ credits: 6, proctorFeeCents: 0 }] })),
    );
    const [first] = students as [SignedIn, ...SignedIn[]];
    const exam = await examThat(first.person, isOfThreeCredits);
    const before = portal.environmentOf('registration')['PAYMENTS_ADDR'] ?? '';
    const network = await aNetwork(before);
    scene.defer(async () => {
      portal.change('registration', { env: { PAYMENTS_ADDR: before } });
      await portal.restart('registration');
      await network.close();
    });
    portal.change('registration', { env: { PAYMENTS_ADDR: network.address } });
    await portal.restart('registration');
    network.refuse();
    const keys = students.map(() => randomUUID());
    for (const [at, { person }] of students.entries())
      again(scene, () => person.ask(onlineExamRegistration, { examId: exam.id }, keys[at]));
    return {
      async follow() {
        const { code, out } = await status();
        if (code !== 0) throw new Error(`a service is not ready: ${out}`);
        network.mend();
      },
      async healed() {
        for (const [at, { person }] of students.entries())
          await person.do(onlineExamRegistration, { examId: exam.id }, keys[at]);
      },
    };
  },
};

/** A service is down while students use it: their pages get 5xx. */
export const bffErrors: Walk = {
  alerts: [
    'PortalBffErrors',
    'PortalBudgetGoneInTwoDays',
    'PortalBudgetGoneInFiveDays',
    'PortalBudgetGoneInTenDays',
    'PortalBudgetGoneInAMonth',
  ],
  cause: 'payments has no process while students look at their credits',
  factor: {
    PortalBudgetGoneInFiveDays: 720,
    PortalBudgetGoneInTenDays: 720,
    PortalBudgetGoneInAMonth: 720,
  },
  async provoke({ portal, status }, scene) {
    const { person } = await aStudent();
    scene.defer(() => portal.up('payments'));
    await portal.down('payments');
    // each call waits seconds for payments before it fails
    for (let n = 0; n < 20; n++) again(scene, () => person.ask(getCreditsInfo, {}));
    return {
      async follow() {
        expectText((await status()).out, /^payments +NO /m);
        await portal.up('payments');
      },
    };
  },
};
