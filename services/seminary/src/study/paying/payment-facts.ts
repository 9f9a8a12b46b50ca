import { connect, NO_TIMEOUT } from '@portal/kit/database/database';
import { readEnv } from '@portal/kit/env';
import { z } from 'zod';

// Which payments seminary study has since a moment, as JSON, for
// `npm run ops -- reconcile`: node services/seminary/src/study/paying/payment-facts.ts <moment>
const { DATABASE_URL } = readEnv(z.object({ DATABASE_URL: z.string().min(1) }));
const since = new Date(process.argv[2] ?? '');
if (Number.isNaN(since.getTime())) {
  process.stderr.write('Since when? Give a moment such as 2026-11-23T04:00:00Z.\n');
  process.exit(1);
}
const db = connect(DATABASE_URL, { name: 'seminary payment facts', ...NO_TIMEOUT });
try {
  const rows = await db.many<{ paymentId: number }>`
    SELECT payment_id FROM study_payment
    WHERE payment_id IS NOT NULL AND paid_at >= ${since}::timestamptz - interval '3 days'
    -- never null: payment_id`;
  const facts = { studyPayments: rows.map(({ paymentId }) => paymentId) };
  process.stdout.write(`${JSON.stringify(facts)}\n`);
} finally {
  await db.close();
}
