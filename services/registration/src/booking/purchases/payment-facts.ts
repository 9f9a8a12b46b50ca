import { connect, NO_TIMEOUT } from '@portal/kit/database/database';
import { readEnv } from '@portal/kit/env';
import { z } from 'zod';

// Prints registration's payments since a moment as JSON, for `npm run ops -- reconcile`:
// node services/registration/src/booking/purchases/payment-facts.ts <moment>
const { DATABASE_URL } = readEnv(z.object({ DATABASE_URL: z.string().min(1) }));
const since = new Date(process.argv[2] ?? '');
if (Number.isNaN(since.getTime())) {
  process.stderr.write('Since when? Give a moment such as 2026-11-23T04:00:00Z.\n');
  process.exit(1);
}
const db = connect(DATABASE_URL, { name: 'registration payment facts', ...NO_TIMEOUT });
try {
  // ids are given in order, so all that were made since have one of these or a higher one
  const { completeFrom } = await db.one<{ completeFrom: number }>`
    SELECT coalesce((SELECT min(id) FROM registration WHERE created_at >= ${since}),
      (SELECT max(id) + 1 FROM registration), 1) AS complete_from
    -- never null: complete_from`;
  const registrations = await db.many<{
    id: number;
    studentId: number;
    examId: number;
    status: string;
    creditsSpent: number;
    freeSeminaryRetake: boolean;
  }>`
    SELECT id, student_id, exam_id, status, credits_spent, free_seminary_retake FROM registration
    WHERE id >= ${completeFrom} OR cancelled_at >= ${since} OR paid_at >= ${since} ORDER BY id`;
  const ids = registrations.map(({ id }) => id);
  const fees = await db.many<{ paymentId: number }>`
    SELECT DISTINCT payment_id FROM fee_payment
    WHERE recorded_at >= ${since}::timestamptz - interval '3 days'
      OR registration_id = ANY(${ids}::bigint[])`;
  const retakes = await db.many<{ paymentId: number }>`
    SELECT retake_payment_id AS payment_id FROM registration
    WHERE id = ANY(${ids}::bigint[]) AND retake_payment_id IS NOT NULL
    -- never null: payment_id`;
  const of = (rows: readonly { paymentId: number }[]) => rows.map(({ paymentId }) => paymentId);
  const facts = { completeFrom, registrations, feePayments: of(fees), retakePayments: of(retakes) };
  process.stdout.write(`${JSON.stringify(facts)}\n`);
} finally {
  await db.close();
}
