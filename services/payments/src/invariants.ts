import { broken, type Invariants } from '@portal/kit/commands/sweep';
import type { Sql } from '@portal/kit/database/database';

/**
 * Invariants that hold after any crash; each statement returns the ids that violate it. Checked
 * after every fault test and as a metric.
 */
export const invariants: Invariants = {
  'a money entry balances': (sql) => sql.many`
    SELECT entry.id FROM money_entry entry LEFT JOIN money_line line ON line.entry_id = entry.id
    GROUP BY entry.id HAVING sum(line.amount_cents) IS DISTINCT FROM 0`,
  'a credit entry balances': (sql) => sql.many`
    SELECT entry.id FROM credit_entry entry LEFT JOIN credit_line line ON line.entry_id = entry.id
    GROUP BY entry.id HAVING sum(line.credits) IS DISTINCT FROM 0`,
  'the balance of a lot is the sum of its lines': (sql) => sql.many`
    SELECT lot.id FROM lot LEFT JOIN credit_line line ON line.lot_id = lot.id
    GROUP BY lot.id HAVING lot.balance <> coalesce(sum(line.credits), 0)`,
  'a lot is never below zero nor above what was bought': (sql) => sql.many`
    SELECT id FROM lot WHERE balance < 0 OR balance > bought`,
  'free retake credits came with one lot of the same student': (sql) => sql.many`
    SELECT lot.id FROM lot LEFT JOIN lot AS own ON own.id = lot.comes_with_lot_id
    WHERE lot.comes_with_lot_id IS NOT NULL
      AND (own.id IS NULL OR own.student_id <> lot.student_id OR own.is_free_seminary_retake
      OR NOT lot.is_free_seminary_retake
      OR EXISTS (SELECT FROM lot twin
        WHERE twin.student_id = lot.student_id AND twin.comes_with_lot_id = lot.comes_with_lot_id
          AND twin.id <> lot.id))`,
  'a payment is the sum of its charges': (sql) => sql.many`
    SELECT payment.id FROM payment LEFT JOIN charge ON charge.payment_id = payment.id
    GROUP BY payment.id HAVING payment.amount_cents IS DISTINCT FROM sum(charge.amount_cents)`,
  'a captured payment is booked once and whole': (sql) => sql.many`
    SELECT payment.id FROM payment
    LEFT JOIN money_entry entry ON entry.payment_id = payment.id AND entry.kind = 'capture'
    LEFT JOIN money_line line ON line.entry_id = entry.id AND line.account = 'processor'
    GROUP BY payment.id HAVING (payment.state IN ('captured', 'voided')) <> (count(line.id) = 1)
      OR (payment.state IN ('captured', 'voided') AND payment.amount_cents
        IS DISTINCT FROM sum(line.amount_cents))`,
  'money for credits or a package became one lot': (sql) => sql.many`
    SELECT payment.id FROM payment LEFT JOIN lot ON lot.payment_id = payment.id
    WHERE payment.state = 'captured' AND payment.lot_order IS NOT NULL
      AND NOT EXISTS (SELECT FROM refund
        WHERE refund.payment_id = payment.id AND refund.cause = 'not_recorded') GROUP BY payment.id
        HAVING count(lot.id) <> 1`,
  'a lot that was paid for has its payment captured': (sql) => sql.many`
    SELECT lot.id FROM lot JOIN payment ON payment.id = lot.payment_id
    WHERE payment.state NOT IN ('captured', 'voided')
      OR lot.paid_cents <> (SELECT sum(amount_cents) FROM charge
        WHERE charge.payment_id = payment.id AND charge.type_id = '2')`,
  'no more is refunded than was charged': (sql) => sql.many`
    SELECT id FROM charge
    WHERE held_cents < 0 OR refunded_cents < 0 OR held_cents + refunded_cents > amount_cents`,
  'refunds of a charge are what the charge says': (sql) => sql.many`
    SELECT charge.id FROM charge LEFT JOIN refund ON refund.charge_id = charge.id
    GROUP BY charge.id
    HAVING charge.refunded_cents <> coalesce(sum(refund.amount_cents)
      FILTER (WHERE refund.state IN ('done', 'voided')), 0)
      OR charge.held_cents <> coalesce(sum(refund.amount_cents)
        FILTER (WHERE refund.state IN ('open', 'asked')), 0)`,
  'a refund that was made is booked': (sql) => sql.many`
    SELECT refund.id FROM refund LEFT JOIN money_entry entry ON entry.refund_id = refund.id
    WHERE (refund.state IN ('done', 'voided')) <> (entry.id IS NOT NULL)`,
  'a refund that is looked up was given up after it was asked for': (sql) => sql.many`
    SELECT id FROM refund WHERE look_at IS NOT NULL AND (state <> 'refused' OR asked_at IS NULL)`,
  'a package that is being refunded is held by an open refund, and one that was refunded is closed':
    (sql) => sql.many`
    SELECT lot.id FROM lot LEFT JOIN refund ON refund.id = lot.refund_id
    WHERE lot.refund_id IS NOT NULL
      AND (refund.cause IS DISTINCT FROM 'package'
        OR lot.active <> (refund.state IN ('open', 'asked'))
        OR NOT lot.active AND refund.state NOT IN ('done', 'voided'))
      OR lot.active = (lot.refunded_at IS NOT NULL)`,
  'a refund of a package is of one package': (sql) => sql.many`
    SELECT refund.id FROM refund LEFT JOIN lot ON lot.refund_id = refund.id
    WHERE refund.cause = 'package' AND (refund.state <> 'refused') <> (lot.id IS NOT NULL)`,
  'a spending is the sum of its lots': (sql) => sql.many`
    SELECT spending.registration_id
    FROM spending LEFT JOIN spending_line line USING (registration_id)
    GROUP BY spending.registration_id HAVING spending.credits <> coalesce(sum(line.credits), 0)`,
  'spent credits in the ledger belong to registrations that hold them': (sql) => sql.many`
    SELECT registration_id FROM spending
    WHERE (CASE WHEN returned_at IS NULL THEN credits
      ELSE 0 END) <> coalesce((SELECT sum(line.credits) FROM credit_entry entry
      JOIN credit_line line ON line.entry_id = entry.id
      WHERE entry.registration_id = spending.registration_id AND line.account = 'spent'), 0)`,
  'an adjusted difference is booked once, by what it differs in': (sql) => sql.many`
    SELECT difference.id FROM payment_difference difference
    LEFT JOIN money_entry entry ON entry.difference_id = difference.id
    LEFT JOIN money_line line ON line.entry_id = entry.id AND line.account = 'processor'
    GROUP BY difference.id
    HAVING CASE WHEN difference.state = 'mended' AND difference.action = 'adjust'
      THEN count(line.id) <> 1 OR sum(line.amount_cents)
        <> coalesce(difference.there_cents, 0) - coalesce(difference.here_cents, 0)
      ELSE count(line.id) <> 0 END`,
  'a signed day has nothing open, and a clean one nothing to do': (sql) => sql.many`
    SELECT day.day || ' ' || day.account AS id FROM settled_day day
    JOIN payment_difference difference USING (day, account)
    WHERE (day.state = 'signed' AND difference.state = 'open')
      OR (day.state = 'clean' AND difference.state IN ('open', 'explained'))`,
  'a partial approval is voided within a minute': (sql) => sql.many`
    SELECT transaction_id AS id FROM partial_approval
    WHERE voided_at IS NULL AND noted_at < clock_timestamp() - interval '60 seconds'`,
  'no payment is unsure for a minute while nobody works on it': (sql) => sql.many`
    SELECT payment.id FROM payment WHERE state IN ('pending', 'unknown')
    AND attempted_at < clock_timestamp() - interval '60 seconds'
    AND NOT EXISTS (SELECT FROM process
      WHERE process.id = payment.process_id AND process.status IN ('running', 'dead'))`,
};

/** Names of the invariants that do not hold, with the ids that break them. */
export const brokenInvariants = (sql: Sql): Promise<Record<string, unknown[]>> =>
  broken(sql, invariants);
