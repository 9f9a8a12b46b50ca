/** A mistake that the product does not make: its source with some text replaced. */
export interface Mutant {
  readonly name: string;
  /** Path from `services/`. */
  readonly file: string;
  /** Each text occurs once in the file and is replaced by the second one. */
  readonly edits: readonly (readonly [from: string, to: string])[];
  /** Matches the name of a rule that has to be found broken. */
  readonly breaks: RegExp;
}

/**
 * The mistakes that the simulation has to find (mutate.ts applies them, prove.ts looks for them).
 */
export const MUTANTS: readonly Mutant[] = [
  {
    name: 'seats are counted from the snapshot of the statement, not from the locked row',
    file: 'registration/src/capacity/seats/places/store.ts',
    edits: [
      [
        `seats_left = seats_left - \${takes.seats}::integer`,
        `seats_left = (SELECT s.seats_left FROM session s WHERE s.id = \${to})
          - \${takes.seats}::integer`,
      ],
    ],
    breaks: /seats left are capacity less seated and held/,
  },
  {
    name: 'booking a held seat takes a second one',
    file: 'registration/src/capacity/seats/seats.ts',
    edits: [['takes: placesWithout(needed, onePlace(held))', 'takes: needed']],
    breaks: /seats left are capacity less seated and held/,
  },
  {
    name: 'holds are not released',
    file: 'registration/src/capacity/seats/release-holds.ts',
    edits: [
      ['await sessionsToRelease(db, now),', '(await sessionsToRelease(db, now)).slice(0, 0),'],
    ],
    breaks: /no seat stays held/,
  },
  {
    name: 'events are written beside the transaction',
    file: 'kit/commands/command.ts',
    edits: [
      ['await Promise.all(flush(sql));', 'await Promise.all(flush(db));'],
      ['() => void flush(sql.atCommit)', '() => flush(db).forEach((sent) => sent.catch(() => {}))'],
      [
        "{ actor, now, requestId, origin }: Pick<Call, 'actor' | 'now' | 'requestId' | 'origin'>",
        '{ db, actor, now, requestId, origin }: Call',
      ],
    ],
    // the audit is written with the events, and a retry writes it twice
    breaks: /announced once|a click is carried out once/,
  },
  {
    name: 'the response to a key is not stored',
    file: 'kit/commands/command.ts',
    edits: [
      ['isReplay = kept !== undefined;', 'kept = undefined;'],
      [
        `INSERT INTO idempotency (command, scope, key, body_hash, answer)
            VALUES (\${name}, \${scope}, \${key}, \${hash},
              \${JSON.stringify(serialize(answer) ?? null)})`,
        'SELECT 1',
      ],
    ],
    breaks: /a click is carried out once/,
  },
  {
    name: 'a retried charge has another invoice number',
    file: 'payments/src/charges/paying/pay-card.ts',
    edits: [
      [
        'const order = { source, amountCents, invoiceNumber, description, items };',
        `const tried = attempt === 0 ? invoiceNumber : newInvoiceNumber(now);
    const order = { source, amountCents, invoiceNumber: tried, description, items };`,
      ],
    ],
    breaks: /charges match the processor/,
  },
  {
    name: 'a retried refund has another invoice number',
    file: 'payments/src/refunds/make-refunds.ts',
    edits: [
      [
        'const { id, amountCents, invoiceNumber } = refund;',
        `const { id, amountCents } = refund;
  const invoiceNumber = \`\${refund.invoiceNumber.slice(0, 18)}\${refund.attempts % 90}\`;`,
      ],
    ],
    breaks: /charges match the processor/,
  },
  {
    name: 'credits are spent without a check of the balance',
    file: 'payments/src/lots/spend-plan.ts',
    edits: [
      ['if (used.reduce((sum, { credits }) => sum + credits, 0) < exam.credits) return null;', ''],
    ],
    // the database rejects such a spending, and the process can never end
    breaks: /a spending is the sum of its lots|every process ends/,
  },
  {
    name: 'a charge without an answer counts as declined',
    file: 'payments/src/charges/paying/pay-card.ts',
    edits: [
      [
        "move = found ? nextMove({ ...situation, attempt: 1, found: stateOf(found) }) : 'wait';",
        "move = found ? nextMove({ ...situation, attempt: 1, found: stateOf(found) }) : 'decline';",
      ],
    ],
    breaks: /charges match the processor/,
  },
  {
    name: 'places are offered without a lock on the session',
    file: 'registration/src/capacity/seats/waiting-line/line-store.ts',
    edits: [[`deleted_at IS NULL FOR NO KEY UPDATE SKIP LOCKED`, `deleted_at IS NULL`]],
    breaks: /no session is oversold|taken, held and offered places fit the capacity/,
  },
  {
    name: 'an offer expires while it is being answered, or twice',
    file: 'registration/src/capacity/waiting-list/entry-store.ts',
    edits: [[`WHERE id = \${id} FOR UPDATE SKIP LOCKED`, `WHERE id = \${id}`]],
    breaks: /an entry follows the allowed transitions|announced once/,
  },
  {
    name: 'the seat of an offer is given back before the offer has ended',
    file: 'registration/src/capacity/seats/places/hold-store.ts',
    edits: [
      [`<= \${now} AND w.id IS NULL`, `<= \${now}`],
      [
        `AND NOT EXISTS (
        SELECT FROM waiting_entry w WHERE w.id = h.waiting_id AND w.state = 'offered')`,
        '',
      ],
    ],
    breaks: /an open offer holds its place/,
  },
  {
    name: 'a released seat is free for all although students wait for it',
    file: 'registration/src/capacity/seats/places/store.ts',
    edits: [
      [
        `seats_left = seats_left + CASE WHEN has_line THEN 0 ELSE \${frees.seats}::integer END,
        passed_seats = passed_seats + CASE WHEN has_line THEN \${frees.seats}::integer ELSE 0 END,`,
        `seats_left = seats_left + \${frees.seats}::integer,`,
      ],
    ],
    breaks: /a place that a student waits for is passed to the waiting list/,
  },
  {
    name: 'places are offered in the order of joining, not of the office',
    file: 'registration/src/capacity/waiting-list/entry-store.ts',
    edits: [['ORDER BY place, id', 'ORDER BY id']],
    breaks: /places are offered in the order of the waiting list/,
  },
  {
    name: 'seats passed to a waiting list are never offered',
    file: 'registration/src/sessions/waiting-list-commands/offer-seats.ts',
    edits: [['await sessionsToPass(db),', '(await sessionsToPass(db)).slice(0, 0),']],
    breaks: /no place stays free while an eligible student waits/,
  },
  {
    name: 'a released special place is free for all although students wait for it',
    file: 'registration/src/capacity/seats/places/store.ts',
    edits: [
      [
        `special_left = special_left + CASE WHEN has_line THEN 0 ELSE \${places.special}::integer END,
      passed_special = passed_special
        + CASE WHEN has_line THEN \${places.special}::integer ELSE 0 END
    WHERE id = \${sessionId}
    RETURNING`,
        `special_left = special_left + \${places.special}::integer
    WHERE id = \${sessionId}
    RETURNING`,
      ],
    ],
    breaks: /a place that a student waits for is passed to the waiting list/,
  },
  {
    name: 'special places passed to a waiting list are not counted',
    file: 'registration/src/capacity/seats/places/store.ts',
    edits: [
      [
        `+ CASE WHEN has_line THEN \${places.special}::integer ELSE 0 END
    WHERE id = \${sessionId}
    RETURNING`,
        `+ 0 * \${places.special}::integer
    WHERE id = \${sessionId}
    RETURNING`,
      ],
    ],
    breaks: /special places left are those of the rooms less taken and held/,
  },
  {
    name: 'a place is offered to the first entry without regard to its kind',
    file: 'registration/src/capacity/waiting-list/next-offers.ts',
    edits: [
      [
        `const kind = entry.needsSpecial ? 'special' : 'seats';`,
        `const kind = left.special > 0 ? 'special' : 'seats';`,
      ],
      [
        'passing.offers.push(entry);',
        `passing.offers.push({ ...entry, needsSpecial: kind === 'special' });`,
      ],
    ],
    breaks: /an offered place has the right kind and gender for the student/,
  },
  {
    name: 'an entry is offered a place although the session now has another gender',
    file: 'registration/src/sessions/waiting-list-commands/may-sit.ts',
    edits: [
      [
        'refusal: sittingRefusal(booking, now),',
        `refusal: sittingRefusal(
      { ...booking, session: { ...booking.session, gender: '3' } },
      now,
    ),`,
      ],
    ],
    breaks: /an offered place has the right kind and gender for the student/,
  },
  {
    name: 'granted accommodations do not change coming sessions',
    file: 'registration/src/capacity/seats/special-places/refresh-student.ts',
    edits: [['await fitPlaces(tx, studentId, await readGranted(tx, studentId), null);', '']],
    breaks: /students who need a special place have one or wait for one/,
  },
  {
    name: 'a special place held for a payment is released as a seat',
    file: 'registration/src/capacity/seats/places/hold-store.ts',
    edits: [
      [
        'return { seats: dropped.length - special, special };',
        'return { seats: dropped.length + 0 * special, special: 0 };',
      ],
    ],
    // whichever of the two is checked first
    breaks: /(seats|special places) left are /,
  },
  {
    name: 'booking a held special place takes a seat',
    file: 'registration/src/capacity/seats/places/hold-store.ts',
    edits: [
      ["return used.special ? 'special' : 'seat';", "return used.special ? 'seat' : 'seat';"],
    ],
    breaks: /(seats|special places) left are /,
  },
];
