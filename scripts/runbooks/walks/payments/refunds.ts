import { cancelExamRegistration } from '@portal/contract/exams/exams';
import { aPayer, refundsOf, refusingRefunds } from '../../../e2e/payments/refunds.ts';
import { sql } from '../../../portal/databases.ts';
import { mailTo } from '../../../portal/mails.ts';
import { settle } from '../../../portal/processor.ts';
import { until } from '../../../portal/until.ts';
import type { Walk } from '../../walk.ts';

/** The longest pause between two attempts is a quarter of an hour: here it ends at once. */
const nextTry = () =>
  sql(
    'payments',
    "UPDATE refund SET next_try_at = clock_timestamp() WHERE state IN ('open', 'asked')",
  );

/** A charge can be refunded in part only once the processor has settled it, which it does not. */
export const refundsOverdue: Walk = {
  alerts: ['PortalRefundsOverdue'],
  cause: 'a charge does not settle, and for four days its refund cannot be made',
  factor: 2880,
  async provoke() {
    const payer = await aPayer({ settled: false });
    await payer.person.do(cancelExamRegistration, { registrationId: payer.registrationId });
    await until(
      () =>
        sql(
          'payments',
          `UPDATE refund SET created_at = created_at - interval '4 days' FROM charge
          WHERE charge.id = charge_id AND registration_id = $1 RETURNING refund.id`,
          [payer.registrationId],
        ),
      (moved) => moved.length === 1,
    );
    return {
      async follow() {
        await settle(); // the processor looks up its transaction
        await nextTry();
      },
      healed: async () =>
        void (await until(
          () => refundsOf(payer),
          ({ length }) => length === 1,
        )),
    };
  },
};

/** The processor refuses a refund that is owed. */
export const refundsRefused: Walk = {
  alerts: ['PortalRefundsRefused'],
  cause: 'the card processor refuses a refund, also when it is retried',
  factor: 2880,
  async provoke(_site, scene) {
    const payer = await aPayer();
    const settleWithProcessor = await refusingRefunds(payer);
    scene.defer(settleWithProcessor);
    await payer.person.do(cancelExamRegistration, { registrationId: payer.registrationId });
    return {
      async follow() {
        await mailTo(process.env['SUPPORT_MAIL'] ?? '', /refund/i);
        await settleWithProcessor();
        await nextTry();
      },
      healed: async () =>
        void (await until(
          () => refundsOf(payer),
          ({ length }) => length === 1,
        )),
    };
  },
};
