import { dayInNewYork, dayPlus, instantInNewYork } from '@portal/kit/clock';
import { connect, type Database, NO_TIMEOUT } from '@portal/kit/database/database';
import { steadyNow } from '@portal/kit/steady-clock';

/** Days ago of the payment that the processor never settles. */
const MISSED_DAYS = 4;

/**
 * Inserts a fact of the demo data that no call creates: a payment of seminary study that was
 * captured days ago and is not settled yet. Does nothing when it is there.
 */
export async function seed(db: Database, now: Date): Promise<void> {
  const day = dayPlus(dayInNewYork(now), { days: -MISSED_DAYS });
  await db.run`
    UPDATE payment SET captured_at = ${instantInNewYork(day, '00:30')}
    WHERE id = (SELECT id FROM payment
        WHERE tti_student_id = '700102' AND state = 'captured' AND account = 'TTI'
        ORDER BY id LIMIT 1)
      AND captured_at > ${instantInNewYork(dayPlus(day, { days: 1 }), '00:00')}`;
}

if (import.meta.main) {
  const db = connect(process.env.DATABASE_URL ?? '', { name: 'payments seed', ...NO_TIMEOUT });
  await seed(db, steadyNow());
  await db.close();
}
