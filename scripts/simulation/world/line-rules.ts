import { lineEndsAt } from '../../../services/registration/src/capacity/waiting-list/join-rules.ts';
import { closingMoment } from '../../../services/registration/src/records/sessions/session-times.ts';
import type { Row } from '../postgres/values.ts';
import { hasPlace, isOpen, KINDS, type Kind, kindOf, type Line, type LineEntry } from './line.ts';

/** What one commit made of a session's line. */
export interface LineChange {
  before: Line;
  after: Line;
  /** Milliseconds of the epoch. */
  now: number;
  /** The office offered a place out of turn. */
  isByOffice: boolean;
  /** Entries whose student had a place there since they joined. */
  hadPlace: ReadonlySet<number>;
  statusOf: (registrationId: number) => string;
  /** What a student would be offered there, by what registration knows to be granted. */
  kindFor: (studentId: number) => Kind;
  /** '1' or '2'; as registration knows it. */
  genderOf: (studentId: number) => string | undefined;
  /** A student clicked, and nobody else. */
  isByStudent: boolean;
}

/** What a rule is broken by. */
export type Wrong = Record<string, unknown>;
type Rule = (change: LineChange) => Wrong[];

const waitingIn = ({ entries }: Line): LineEntry[] =>
  [...entries.values()].filter(({ state }) => state === 'waiting');

const LEFT: Readonly<Record<Kind, string>> = { seat: 'seats_left', special: 'special_left' };
const PASSED: Readonly<Record<Kind, string>> = { seat: 'passed_seats', special: 'passed_special' };
const ALL: Readonly<Record<Kind, string>> = { seat: 'seats', special: 'special_places' };

const countOf = ({ session }: Line, column: string): number => Number(session?.[column] ?? 0);

/** Those who wait before and after, and whom nothing was found to keep from sitting there. */
const leftWaiting = ({ before, after }: LineChange): LineEntry[] =>
  waitingIn(after).filter(
    ({ id, skipped, student_id }) =>
      before.entries.get(id)?.state === 'waiting' &&
      skipped === null &&
      !hasPlace(after, student_id),
  );

const newOffers = ({ before, after }: LineChange): LineEntry[] =>
  [...after.entries.values()].filter(
    ({ id, state }) => state === 'offered' && before.entries.get(id)?.state !== 'offered',
  );

/** what comes free while somebody waits for it is passed to the line. */
const isPassedOn: Rule = (change) => {
  const { before, after, kindFor } = change;
  if (before.session === null || after.session === null) return [];
  return KINDS.flatMap((kind) => {
    const more = countOf(after, LEFT[kind]) - countOf(before, LEFT[kind]);
    const passedBy = leftWaiting(change).filter(({ student_id }) => kindFor(student_id) === kind);
    return more > 0 && passedBy.length > 0 ? [{ kind, more, passedBy }] : [];
  });
};

const studentsIn = ({ seated, held }: Line): Set<number> =>
  new Set([...seated.keys(), ...held.keys()]);

/**
 * whoever was offered nothing takes a place that is free for all; before the line only
 * those who sit there already without the place apart that they need.
 */
const isInTurn: Rule = ({ before, after }) => {
  if (before.session === null || before.session['seats'] === null) return [];
  const isOffered = (student: number) => {
    const offer = after.held.get(student)?.offer ?? null;
    return offer !== null && after.entries.get(offer)?.state === 'offered';
  };
  return KINDS.flatMap((kind) => {
    const had = (student: number) => kindOf(before, student) === kind;
    const has = (student: number) => kindOf(after, student) === kind;
    const newcomers = [...studentsIn(after)].filter(
      (student) => has(student) && !had(student) && !isOffered(student),
    );
    const given = newcomers.filter((student) => kind === 'special' && before.seated.has(student));
    const leavers = [...studentsIn(before)].filter((student) => had(student) && !has(student));
    const forAll =
      countOf(before, LEFT[kind]) + (waitingIn(before).length === 0 ? leavers.length : 0);
    const more = Math.max(0, countOf(after, ALL[kind]) - countOf(before, ALL[kind]));
    const forThem = countOf(before, LEFT[kind]) + countOf(before, PASSED[kind]) + leavers.length;
    const isWrong = newcomers.length - given.length > forAll || newcomers.length > forThem + more;
    return isWrong ? [{ kind, newcomers, given, forAll, forThem }] : [];
  });
};

/** whether a session is for a student who was not put there by the office. */
const isFor = ({ after, genderOf }: LineChange, student: number): boolean => {
  const gender = genderOf(student);
  const session = after.session?.['gender'];
  return gender !== '1' && (session === '3' || session === gender);
};

/** offered is the kind of place that she takes, in a session that is for her. */
const fitsHer: Rule = (change) =>
  newOffers(change)
    .filter(
      ({ student_id, by_staff }) =>
        change.after.held.get(student_id)?.kind !== change.kindFor(student_id) ||
        !(by_staff || isFor(change, student_id)),
    )
    .map((entry) => ({ entry, session: change.after.session }));

/** what students book themselves is for them. */
const isForHer: Rule = (change) => {
  const { before, after, isByStudent } = change;
  if (!isByStudent) return [];
  const byOffice = new Set(
    [...before.entries.values()]
      .filter((entry) => entry.by_staff && isOpen(entry))
      .map(({ student_id }) => student_id),
  );
  return [...after.seated.keys()]
    .filter((one) => !before.seated.has(one) && !byOffice.has(one) && !isFor(change, one))
    .map((student) => ({ student, session: after.session }));
};

/**
 * of those who take its kind the first who may sit there is offered the place, unless
 * the office says otherwise.
 */
const isInOrder: Rule = (change) => {
  if (change.isByOffice) return [];
  const { kindFor } = change;
  const offered = newOffers(change);
  const isAhead = (a: LineEntry, b: LineEntry) =>
    a.place < b.place || (a.place === b.place && a.id < b.id);
  return offered.flatMap((entry) =>
    leftWaiting(change)
      .filter(
        (other) =>
          isAhead(other, entry) &&
          kindFor(other.student_id) === kindFor(entry.student_id) &&
          !hasPlace(change.before, other.student_id),
      )
      .map((ahead) => ({ offered: entry, ahead })),
  );
};

/** only the office gives other numbers, and nobody has another's. */
const isNumbered: Rule = ({ before, after }) => {
  const numbers = new Map<number, number>();
  return waitingIn(after).flatMap((entry) => {
    const other = numbers.get(entry.place);
    numbers.set(entry.place, entry.id);
    const isNew = !before.entries.has(entry.id);
    const isLast = [...before.entries.values()].every(({ place }) => place < entry.place);
    return other !== undefined || (isNew && !isLast) ? [{ entry, other, isLast }] : [];
  });
};

const NEXT: Readonly<Record<string, readonly string[]>> = {
  waiting: ['waiting', 'offered', 'left', 'removed', 'ended'],
  offered: ['offered', 'waiting', 'accepted', 'declined', 'expired', 'left', 'removed', 'ended'],
};

/** Section 5.2 of the office's spec: what is over stays as it is. */
const followsStates: Rule = ({ before, after }) =>
  [...after.entries.values()].flatMap((entry) => {
    const was = before.entries.get(entry.id);
    if (was === undefined) return entry.state === 'waiting' ? [] : [{ entry }];
    const isNext = (NEXT[was.state] ?? [was.state]).includes(entry.state);
    return isNext ? [] : [{ was, entry }];
  });

const changed = ({ before, after }: LineChange): [LineEntry, LineEntry][] =>
  [...after.entries.values()].flatMap((entry) => {
    const was = before.entries.get(entry.id);
    return was && was.state !== entry.state ? [[was, entry] as [LineEntry, LineEntry]] : [];
  });

/** the seat of an offer is held as long as it is open. */
const holdsSeat: Rule = ({ after }) =>
  [...after.entries.values()]
    .filter(
      ({ state, student_id, id }) =>
        state === 'offered' && after.held.get(student_id)?.offer !== id,
    )
    .map((entry) => ({ entry }));

/** whoever accepts has the seat that was held. */
const givesSeat: Rule = (change) =>
  changed(change).flatMap(([was, entry]) => {
    const { student_id: student, id, state } = entry;
    const { before, after } = change;
    const held = before.held.get(student);
    const takes = after.seated.get(student);
    const isTheirs =
      held?.offer === id && takes !== undefined && (held.kind === 'seat' || takes === held.kind);
    return state !== 'accepted' || (isTheirs && !after.held.has(student)) ? [] : [{ was, entry }];
  });

const GONE = ['dropped', 'cancelled', 'online_started', 'disconnected', 'taken', 'graded'];

const endOfLine = (row: Row): Date =>
  lineEndsAt({
    startsAt: row['starts_at'] as Date,
    closesAt: closingMoment({
      closingDate: row['closing_date'] as string | null,
      closingTime: row['closing_time'] as string | null,
    }),
  });

const HOUR_MS = 3_600_000;
/** A charge that was begun in time keeps the seat so much longer. */
const CHARGE_MS = HOUR_MS / 6;

/** When an offer may expire: R-536, but never later than two hours before the session. */
function mayExpireAt({ offer_until, charge_begun_at }: LineEntry, session: Row): number {
  if (offer_until === null) return Number.POSITIVE_INFINITY;
  if (charge_begun_at === null) return offer_until.getTime();
  const last = (session['starts_at'] as Date).getTime() - 2 * HOUR_MS;
  return Math.min(last, offer_until.getTime() + CHARGE_MS);
}

/** nothing ends by itself before it is time, or without a cause. */
const endsWithCause: Rule = (change) =>
  changed(change).flatMap(([was, entry]) => {
    const { now, hadPlace, statusOf } = change;
    const session = change.after.session as Row;
    const causes: Readonly<Record<string, () => boolean>> = {
      booked: () => hadPlace.has(entry.id),
      exam_gone: () => GONE.includes(statusOf(entry.registration_id)),
      called_off: () => session['called_off_at'] !== null,
      list_closed: () => endOfLine(session).getTime() <= now,
    };
    const isDue =
      entry.state === 'expired'
        ? mayExpireAt(was, session) <= now
        : entry.state !== 'ended' || causes[entry.ended_why ?? '']?.() === true;
    return isDue ? [] : [{ was, entry }];
  });

/** taken, held and offered are never more than there are places of a kind. */
const fits: Rule = ({ before, after }) =>
  KINDS.flatMap((kind) => {
    const all = (after.session?.[ALL[kind]] ?? null) as number | null;
    const offered = [...after.entries.values()].filter(
      ({ state, student_id, needs_special }) =>
        state === 'offered' &&
        !hasPlace(after, student_id) &&
        needs_special === (kind === 'special'),
    );
    const had = [...studentsIn(after)].filter((student) => kindOf(after, student) === kind);
    const used = had.length + offered.length;
    return all !== null && used > all ? [{ kind, all, used, before, after }] : [];
  });

/** */
const hasOneOffer: Rule = ({ after }) => {
  const offers = new Map<number, number>();
  for (const { state, student_id } of after.entries.values())
    if (state === 'offered') offers.set(student_id, (offers.get(student_id) ?? 0) + 1);
  return [...offers]
    .filter(([, count]) => count > 1)
    .map(([student, count]) => ({ student, count }));
};

/** */
const waitsOnce: Rule = ({ after }) => {
  const open = [...after.entries.values()].filter(isOpen).map((entry) => entry.registration_id);
  return open.length === new Set(open).size ? [] : [{ open }];
};

/** What must hold of every commit that touches a session, its places or its line. */
export const LINE_RULES: Readonly<Record<string, Rule>> = {
  'a place that comes free while somebody waits for it goes to the line': isPassedOn,
  'nobody takes a place out of turn': isInTurn,
  'a place is offered to who may sit there, and of the kind that she takes': fitsHer,
  'students book sessions that are for them': isForHer,
  'a place is offered in the order of the line': isInOrder,
  'whoever joins is the last in line': isNumbered,
  'an entry goes from state to state as it may': followsStates,
  'the place of an offer is held as long as it is open': holdsSeat,
  'whoever accepts has the place that was held': givesSeat,
  'an entry ends when it is time, and for a cause': endsWithCause,
  'taken, held and offered are no more than the places': fits,
  'a student has one open offer a session': hasOneOffer,
  'a registration waits once for a session': waitsOnce,
};
