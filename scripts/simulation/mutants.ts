/** A mistake that the product does not make: its source with some of its text replaced. */
export interface Mutant {
  readonly name: string;
  /** Path from `services/`. */
  readonly file: string;
  /** What is there, once in the file, and what stands there instead. */
  readonly edits: readonly (readonly [from: string, to: string])[];
  /** What has to be found broken. */
  readonly breaks: RegExp;
}

/** Mistakes that the simulation has to find (mutate.ts applies them, prove.ts looks for them). */
export const MUTANTS: readonly Mutant[] = [
  {
    name: 'seats are counted from what the statement saw, not from the locked row',
    file: 'registration/src/capacity/seats/store.ts',
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
    name: 'a held seat is taken once more when it is booked',
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
    breaks: /no seat is held for ever/,
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
    // the audit is written with the events, and says twice what was tried again
    breaks: /told of once|a click is done once/,
  },
  {
    name: 'the answer to a key is not kept',
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
    breaks: /a click is done once/,
  },
  {
    name: 'a charge is tried again under another invoice number',
    file: 'payments/src/charges/paying/pay-card.ts',
    edits: [
      [
        'const order = { source, amountCents, invoiceNumber, description, items };',
        `const tried = attempt === 0 ? invoiceNumber : newInvoiceNumber(now);
    const order = { source, amountCents, invoiceNumber: tried, description, items };`,
      ],
    ],
    breaks: /charges are those of the processor/,
  },
  {
    name: 'a refund is asked for again under another invoice number',
    file: 'payments/src/refunds/make-refunds.ts',
    edits: [
      [
        'const { id, amountCents, invoiceNumber } = refund;',
        `const { id, amountCents } = refund;
  const invoiceNumber = \`\${refund.invoiceNumber.slice(0, 18)}\${refund.attempts % 90}\`;`,
      ],
    ],
    breaks: /charges are those of the processor/,
  },
  {
    name: 'credits are spent without a look at how many there are',
    file: 'payments/src/lots/spend-plan.ts',
    edits: [
      ['if (used.reduce((sum, { credits }) => sum + credits, 0) < exam.credits) return null;', ''],
    ],
    // the database lets no such spending in, and the process can never end
    breaks: /a spending is the sum of its lots|every process ends/,
  },
  {
    name: 'a charge without an answer is taken for declined',
    file: 'payments/src/charges/paying/pay-card.ts',
    edits: [
      [
        "move = found ? nextMove({ ...situation, attempt: 1, found: stateOf(found) }) : 'wait';",
        "move = found ? nextMove({ ...situation, attempt: 1, found: stateOf(found) }) : 'decline';",
      ],
    ],
    breaks: /charges are those of the processor/,
  },
  {
    name: 'places are offered without a look at who else is at the session',
    file: 'registration/src/capacity/seats/line-store.ts',
    edits: [[`deleted_at IS NULL FOR NO KEY UPDATE SKIP LOCKED`, `deleted_at IS NULL`]],
    breaks: /no session is oversold|taken, held and offered are no more than the places/,
  },
  {
    name: 'an offer expires while it is being answered, or twice',
    file: 'registration/src/capacity/waiting-list/entry-store.ts',
    edits: [[`WHERE id = \${id} FOR UPDATE SKIP LOCKED`, `WHERE id = \${id}`]],
    breaks: /an entry goes from state to state as it may|told of once/,
  },
  {
    name: 'the seat of an offer is given back before the offer has ended',
    file: 'registration/src/capacity/seats/hold-store.ts',
    edits: [
      [`<= \${now} AND w.id IS NULL`, `<= \${now}`],
      [
        `AND NOT EXISTS (
        SELECT FROM waiting_entry w WHERE w.id = h.waiting_id AND w.state = 'offered')`,
        '',
      ],
    ],
    breaks: /the place of an offer is held as long as it is open/,
  },
  {
    name: 'the seat of whoever goes elsewhere is free for all, whoever waits for it',
    file: 'registration/src/capacity/seats/store.ts',
    edits: [
      [
        `seats_left = seats_left + CASE WHEN has_line THEN 0 ELSE \${frees.seats}::integer END,
        passed_seats = passed_seats + CASE WHEN has_line THEN \${frees.seats}::integer ELSE 0 END,`,
        `seats_left = seats_left + \${frees.seats}::integer,`,
      ],
    ],
    breaks: /a place that comes free while somebody waits for it goes to the line/,
  },
  {
    name: 'places are offered in the order of joining, whatever the office said',
    file: 'registration/src/capacity/waiting-list/entry-store.ts',
    edits: [['ORDER BY place, id', 'ORDER BY id']],
    breaks: /a place is offered in the order of the line/,
  },
  {
    name: 'seats that were passed to a line are offered to nobody',
    file: 'registration/src/sessions/waiting-list-commands/offer-seats.ts',
    edits: [['await sessionsToPass(db),', '(await sessionsToPass(db)).slice(0, 0),']],
    breaks: /no place idles while somebody waits who may sit there/,
  },
  {
    name: 'a place apart that comes free is free for all, whoever waits for it',
    file: 'registration/src/capacity/seats/store.ts',
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
    breaks: /a place that comes free while somebody waits for it goes to the line/,
  },
  {
    name: 'places apart that are passed to a line are not counted',
    file: 'registration/src/capacity/seats/store.ts',
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
    name: 'a place is offered to the first in line, whatever kind of place it is',
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
    breaks: /a place is offered to who may sit there, and of the kind that she takes/,
  },
  {
    name: 'who waits is offered a place though the session is for others since',
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
    breaks: /a place is offered to who may sit there, and of the kind that she takes/,
  },
  {
    name: 'what is granted to a student changes nothing about her coming sessions',
    file: 'registration/src/capacity/seats/refresh-student.ts',
    edits: [['await fitPlaces(tx, studentId, await readGranted(tx, studentId), null);', '']],
    breaks: /who needs a place apart has it, or waits for one that is not there/,
  },
  {
    name: 'a place apart that was held for a payment comes back as a seat',
    file: 'registration/src/capacity/seats/hold-store.ts',
    edits: [
      [
        'return { seats: dropped.length - special, special };',
        'return { seats: dropped.length + 0 * special, special: 0 };',
      ],
    ],
    // whichever of the two is looked at first
    breaks: /(seats|special places) left are /,
  },
  {
    name: 'a place apart that was held is taken for a seat when it is booked',
    file: 'registration/src/capacity/seats/hold-store.ts',
    edits: [
      ["return used.special ? 'special' : 'seat';", "return used.special ? 'seat' : 'seat';"],
    ],
    breaks: /seats left are capacity less seated and held/,
  },
];
