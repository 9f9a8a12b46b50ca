import { sql } from '../../portal/databases.ts';
import { thePortal } from '../../portal/place.ts';

interface Paid {
  readonly payment_id: string;
  readonly amount_cents: string;
  readonly account: string;
  readonly refunded_cents: string;
}
interface Row {
  readonly payment_id: string | null;
  readonly refunded_payment: string | null;
  readonly amount_cents: string;
  readonly gateway: string;
  readonly tti_student_id: string;
  readonly announced: boolean;
  readonly made: boolean;
}

const add = (sums: Map<string, number>, name: string, cents: number) =>
  sums.set(name, (sums.get(name) ?? 0) + cents);

/** Describes differences between charges of seminary study, our list of payments and TTI's. */
export async function studyThatDiffers(): Promise<string[]> {
  const [charges, rows, students] = await Promise.all([
    sql<Paid>(
      'payments',
      `SELECT p.id AS payment_id, p.amount_cents, p.account, c.refunded_cents
       FROM payment p JOIN charge c ON c.payment_id = p.id
       WHERE c.type_id = '6' AND p.state IN ('captured', 'voided')
         AND NOT EXISTS (SELECT FROM refund
           WHERE refund.payment_id = p.id AND refund.cause = 'not_recorded')`,
    ),
    sql<Row>(
      'seminary',
      `SELECT one.payment_id, paid.payment_id AS refunded_payment, one.amount_cents,
         one.gateway, program.tti_student_id, one.told_partner_at IS NOT NULL AS announced,
         one.made_at IS NOT NULL AS made
       FROM study_payment one
       JOIN student_program program ON program.id = one.student_program_id
       LEFT JOIN study_payment paid ON paid.id = one.refund_of`,
    ),
    fetch(`${thePortal.sandboxUrl}/tti/students`).then(
      async (answer) =>
        (await answer.json()) as { studentId: string; payments: { amount: number }[] }[],
    ),
  ]);
  const paid = new Map(
    rows.flatMap((row) => (row.payment_id === null ? [] : [[row.payment_id, row] as const])),
  );
  const back = new Map<string, number>();
  const ours = new Map<string, number>();
  for (const row of rows) {
    if (row.refunded_payment !== null && row.made)
      add(back, row.refunded_payment, -Number(row.amount_cents));
    if (row.announced) add(ours, row.tti_student_id, Number(row.amount_cents));
  }
  const theirs = new Map<string, number>();
  for (const { studentId, payments } of students) {
    for (const { amount } of payments) add(theirs, studentId, Math.round(amount * 100));
  }
  const known = new Set(charges.map((one) => one.payment_id));
  return [
    ...charges
      .filter(
        (one) =>
          paid.get(one.payment_id)?.amount_cents !== one.amount_cents ||
          paid.get(one.payment_id)?.gateway !== one.account,
      )
      .map(
        (one) =>
          `seminary study: charge ${one.payment_id} is not in the list of payments as it was made`,
      ),
    ...[...paid.keys()]
      .filter((id) => !known.has(id))
      .map((id) => `seminary study: payment ${id} was never captured`),
    ...charges
      .filter((one) => (back.get(one.payment_id) ?? 0) !== Number(one.refunded_cents))
      .map(
        (one) =>
          `seminary study: of payment ${one.payment_id} ${one.refunded_cents} were refunded, ` +
          `${back.get(one.payment_id) ?? 0} in the list`,
      ),
    ...rows
      .filter((row) => row.made && !row.announced)
      .map((row) => `seminary study: TTI was not notified of a payment of ${row.tti_student_id}`),
    ...[...new Set([...ours.keys(), ...theirs.keys()])]
      .filter((id) => (ours.get(id) ?? 0) !== (theirs.get(id) ?? 0))
      .map(
        (id) =>
          `seminary study: ${id} paid ${ours.get(id) ?? 0} in our list, ` +
          `${theirs.get(id) ?? 0} at TTI`,
      ),
  ];
}
