import { expect, test } from '@jest/globals';
import { type ServiceName, sql } from '../../portal/databases.ts';
import { brokenInvariants, sweep } from '../invariants/invariants.ts';
import { aBuyer, buyPayBook } from './harness/people/buyer.ts';

/** A forbidden state, made by hand and reverted. `$1` is the result of `of`. */
interface Damage {
  service: ServiceName;
  sees: string;
  of: 'registration' | 'student';
  break: string;
  mend: string;
}

const process = `INSERT INTO process
    (id, name, scope, key, body_hash, actor, input, state, lease_until)
  VALUES
    (gen_random_uuid(), 'control', $1::text, 'control', '', '{}', '{}', '{}',
      now() + interval '1 day')`;
const insertEmail = `INSERT INTO mail
    (id, key, recipient, subject, body_text, body_html, next_try_at)
  VALUES (gen_random_uuid(), 'control:' || $1::text, 'control@student.test', '', '', '',
    now() + interval '1 day')`;

const damages: readonly Damage[] = [
  {
    service: 'registration',
    sees: 'seats left = capacity',
    of: 'registration',
    break: `UPDATE session SET seats = 5, seats_left = 5
       WHERE id = (SELECT session_id FROM registration WHERE id = $1)`,
    mend: `UPDATE session SET seats = NULL, seats_left = NULL
      WHERE id = (SELECT session_id FROM registration WHERE id = $1)`,
  },
  {
    service: 'registration',
    sees: 'a seat has the exams that are booked in it',
    of: 'student',
    break: 'UPDATE student_session SET exams = exams + 1 WHERE student_id = $1',
    mend: 'UPDATE student_session SET exams = exams - 1 WHERE student_id = $1',
  },
  {
    service: 'registration',
    sees: 'every change that a person made of a registration has its audit row',
    of: 'registration',
    break: `UPDATE audit SET table_name = 'control'
       WHERE table_name = 'registration' AND row_id = $1::text`,
    mend: `UPDATE audit SET table_name = 'registration'
      WHERE table_name = 'control' AND row_id = $1::text`,
  },
  {
    service: 'registration',
    sees: 'registration.registration.created: ',
    of: 'registration',
    break: `UPDATE inbox SET consumer = 'control'
      WHERE consumer = 'registration.registration.created' AND event_id =
        (SELECT id FROM outbox WHERE type = 'registration.created'
          AND (payload #>> '{data,registrationId}')::bigint = $1)`,
    mend: `UPDATE inbox SET consumer = 'registration.registration.created'
      WHERE consumer = 'control' AND $1::bigint > 0`,
  },
  {
    service: 'registration',
    sees: 'are recorded nowhere',
    of: 'registration',
    break: 'UPDATE fee_payment SET payment_id = -payment_id WHERE registration_id = $1',
    mend: 'UPDATE fee_payment SET payment_id = -payment_id WHERE registration_id = $1',
  },
  {
    service: 'registration',
    sees: 'without its spent credits',
    of: 'registration',
    break: 'UPDATE registration SET credits_spent = credits_spent + 1 WHERE id = $1',
    mend: 'UPDATE registration SET credits_spent = credits_spent - 1 WHERE id = $1',
  },
  {
    service: 'registration',
    sees: 'no additional fee is paid twice',
    of: 'registration',
    break:
      'UPDATE registration SET additional_paid_cents = additional_charge_cents + 1 WHERE id = $1',
    mend: `UPDATE registration r SET additional_paid_cents = (
        SELECT coalesce(sum(additional_cents), 0) FROM fee_payment f WHERE f.registration_id = r.id)
      WHERE id = $1`,
  },
  {
    service: 'payments',
    sees: 'every spending and every return of credits has its audit row',
    of: 'registration',
    break:
      "UPDATE audit SET table_name = 'control' WHERE table_name = 'package' AND row_id = $1::text",
    mend: `UPDATE audit SET table_name = 'package'
      WHERE table_name = 'control' AND row_id = $1::text`,
  },
  {
    service: 'payments',
    sees: 'in our books',
    of: 'student',
    break: `UPDATE payment SET invoice_number = 'x' || substr(invoice_number, 2)
       WHERE student_id = $1 AND purpose LIKE 'exam:%'`,
    mend: `UPDATE payment SET invoice_number = '2' || substr(invoice_number, 2)
      WHERE student_id = $1 AND purpose LIKE 'exam:%'`,
  },
  {
    service: 'payments',
    sees: 'a captured payment has its purposes, and no more',
    of: 'student',
    break: 'UPDATE payment SET amount_cents = amount_cents + 1 WHERE student_id = $1',
    mend: 'UPDATE payment SET amount_cents = amount_cents - 1 WHERE student_id = $1',
  },
  {
    service: 'payments',
    sees: 'money for credits has its lot',
    of: 'student',
    break: 'UPDATE lot SET payment_id = NULL, school_id = payment_id WHERE student_id = $1',
    mend: 'UPDATE lot SET payment_id = school_id, school_id = NULL WHERE student_id = $1',
  },
  {
    service: 'payments',
    sees: 'no process is stuck',
    of: 'student',
    break: process,
    mend: "DELETE FROM process WHERE name = 'control' AND scope = $1::text",
  },
  {
    service: 'payments',
    sees: 'every mail was sent',
    of: 'student',
    break: insertEmail,
    mend: "DELETE FROM mail WHERE key = 'control:' || $1::text",
  },
];

/** Without this a green sweep would prove nothing. */
export function sweepControl(): void {
  test('control of the sweep: reports each damage made by hand by its name', async () => {
    const buyer = await aBuyer();
    const ids = { registration: await buyPayBook(buyer), student: buyer.id };
    await sweep();
    for (const damage of damages) await sql(damage.service, damage.break, [ids[damage.of]]);
    const broken = (await brokenInvariants()).join('\n');
    for (const damage of damages) await sql(damage.service, damage.mend, [ids[damage.of]]);
    const unseen = damages.map(({ sees }) => sees).filter((name) => !broken.includes(name));
    expect({ unseen, broken }).toEqual({ unseen: [], broken });
    await sweep();
  });
}
