import { lineEndsAt } from '../../../../services/registration/src/capacity/waiting-list/join-rules.ts';
import { closingMoment } from '../../../../services/registration/src/records/sessions/session-times.ts';
import type { Row } from '../../postgres/storage/values.ts';
import { hasPlace, isOpen, KINDS, type Kind, kindOf, type Line, type LineEntry } from './line.ts';

/** A commit's change of one session's waiting list. */
export interface LineChange {
  before: Line;
  after: Line;
  /** Milliseconds of the epoch. */
  now: number;
  /** The office offered a place out of turn. */
  isByOffice: boolean;
  /** Entries whose student has had a place in the session since they joined. */
  hadPlace: ReadonlySet<number>;
  statusOf: (registrationId: number) => string;
  /**
   * Returns the kind of place that a student is offered, by the accommodations that registration
   * knows.
   */
  kindFor: (studentId: number) => Kind;
  /** Returns '1' or '2', as registration knows it. */
  genderOf: (studentId: number) => string | undefined;
  /** Only a student clicked. */
  isByStudent: boolean;
}

/** The values that break a rule. */
export type Wrong = Record<string, unknown>;
type Rule = (change: LineChange) => Wrong[];

const waitingIn = ({ entries }: Line): LineEntry[] =>
  [...entries.values()].filter(({ state }) => state === 'waiting');

const LEFT: Readonly<Record<Kind, string>> = { seat: 'seats_left', special: 'special_left' };
const PASSED: Readonly<Record<Kind, string>> = { seat: 'passed_seats', special: 'passed_special' };
const ALL: Readonly<Record<Kind, string>> = { seat: 'seats', special: 'special_places' };

const countOf = ({ session }: Line, column: string): number => Number(session?.[column] ?? 0);

/** Returns whether a place became free for all. */
export const isFreedForAll = (before: Line, after: Line): boolean =>
  before.session !== null &&
  KINDS.some((kind) => countOf(after, LEFT[kind]) > countOf(before, LEFT[kind]));

/** Returns the entries that wait before and after, and that no reason keeps from an offer. */
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

/** places that a student waits for are passed to the waiting list when released. */
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
 * students without an offer take places that are free for all. Only students who sit
 * there without the special place that they need come before the waiting list.
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

/** returns whether a student may book the session without the office. */
const isFor = ({ after, genderOf }: LineChange, student: number): boolean => {
  const gender = genderOf(student);
  const session = after.session?.['gender'];
  return gender !== '1' && (session === '3' || session === gender);
};

/**
 * the offered place has the kind that the student takes, in a session of their
 * gender.
 */
const isOfferedWell: Rule = (change) =>
  newOffers(change)
    .filter(
      ({ student_id, by_staff }) =>
        change.after.held.get(student_id)?.kind !== change.kindFor(student_id) ||
        !(by_staff || isFor(change, student_id)),
    )
    .map((entry) => ({ entry, session: change.after.session }));

/** students book only sessions of their gender. */
const isBookedWell: Rule = (change) => {
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
 * a place is offered to the first eligible entry of its kind, unless the office
 * decides otherwise.
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

/** numbers are unique, and only the office changes them. */
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

/** Section 5.2 of the office's spec: final states do not change. */
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

/** an open offer holds its seat. */
const holdsSeat: Rule = ({ after }) =>
  [...after.entries.values()]
    .filter(
      ({ state, student_id, id }) =>
        state === 'offered' && after.held.get(student_id)?.offer !== id,
    )
    .map((entry) => ({ entry }));

/** an accepted offer becomes the held seat. */
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
/** A charge that began in time keeps the seat this much longer. */
const CHARGE_MS = HOUR_MS / 6;

/** Returns when an offer may expire: R-536, but at the latest two hours before the session. */
function mayExpireAt({ offer_until, charge_begun_at }: LineEntry, session: Row): number {
  if (offer_until === null) return Number.POSITIVE_INFINITY;
  if (charge_begun_at === null) return offer_until.getTime();
  const last = (session['starts_at'] as Date).getTime() - 2 * HOUR_MS;
  return Math.min(last, offer_until.getTime() + CHARGE_MS);
}

/** an entry ends only when due, and for a valid cause. */
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

/** taken, held and offered places of a kind never exceed its capacity. */
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

/** The rules for every commit that changes a session, its places or its waiting list. */
export const LINE_RULES: Readonly<Record<string, Rule>> = {
  'a place that a student waits for is passed to the waiting list': isPassedOn,
  'no place is taken out of turn': isInTurn,
  'an offered place has the right kind and gender for the student': isOfferedWell,
  'students book sessions of their gender': isBookedWell,
  'places are offered in the order of the waiting list': isInOrder,
  'a new entry is the last one': isNumbered,
  'an entry follows the allowed transitions': followsStates,
  'an open offer holds its place': holdsSeat,
  'an accepted offer becomes the held place': givesSeat,
  'an entry ends when due and for a valid cause': endsWithCause,
  'taken, held and offered places fit the capacity': fits,
  'a student has one open offer per session': hasOneOffer,
  'a registration has one open entry per session': waitsOnce,
};
