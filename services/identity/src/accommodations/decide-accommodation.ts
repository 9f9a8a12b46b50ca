import { isDeepStrictEqual } from 'node:util';
import { dayInNewYork } from '@portal/kit/clock';
import { type Call, commandAsked, inTransaction, type Tx } from '@portal/kit/commands/command';
import type { Sql } from '@portal/kit/database/database';
import { languageOf } from '@portal/kit/email/language';
import { DomainError, invalid } from '@portal/kit/errors';
import {
  AccommodationChanged,
  StudentChanged,
  StudentFileChanged,
} from '@portal/proto/identity/v1/events';
import { changedMeanwhile } from '../changed-meanwhile.ts';
import { accommodations as sessions } from '../clients.ts';
import { domainError } from '../errors.ts';
import { lockFile } from '../files/lock-file.ts';
import { findStudent } from '../students/records/find-students.ts';
import { touchStudent } from '../students/records/touch-student.ts';
import { accommodationEmail, type NewEnd } from './accommodation-email.ts';
import { type AccommodationForm, changeAccommodation, sentenceOf } from './accommodation-rules.ts';
import {
  type AccommodationRow,
  clearFormText,
  type Document,
  findOwner,
  lastChangeBy,
  listAccommodations,
  readDocument,
  updateAccommodation,
} from './accommodation-store.ts';
import { approvedView } from './views.ts';

export type Decision = 'approve' | 'refuse' | 'end';
export interface DecideAccommodation {
  accommodationId: number;
  version: number;
  decision: Decision;
  /** Of a refusal, and of an end, which needs one. */
  reason: string;
}
export interface Decided {
  studentId: number;
  accommodations: AccommodationRow[];
  /** What was approved of all of the student's, before and after. */
  before: AccommodationForm[];
  after: AccommodationForm[];
}

const MAX_REASON = 300;
const approvedOf = (rows: readonly AccommodationRow[]): AccommodationForm[] =>
  rows.flatMap(({ inForce }) => inForce ?? []);

/**
 * Approves, refuses or ends an accommodation (C-O42, 5.3); `dryRun` works out what would be. What
 * changes others hear of by identity.student_changed. Refuses with invalid,
 * accommodation_not_found, changed or already_decided.
 */
export async function decideAccommodation(
  call: Call,
  { dryRun, ...wish }: DecideAccommodation & { dryRun: boolean },
): Promise<Decided> {
  const input = { ...wish, reason: wish.reason.trim().normalize('NFC') };
  if (input.reason.length > MAX_REASON)
    throw invalid({ path: 'reason', message: `At most ${MAX_REASON} characters` });
  const owner = await findOwner(call.db, input.accommodationId);
  if (!owner) throw domainError('accommodation_not_found');
  const { studentId } = owner;
  if (dryRun) return workOut(call, input, studentId);
  const owned = { ...input, studentId };
  const { before } = await commandAsked(
    call,
    { name: 'decideAccommodation', input: owned, ask: () => newEndsBy(call, owned) },
    (tx, newEnds) => decide(tx, owned, newEnds),
  );
  const accommodations = await listAccommodations(call.db, studentId);
  return { studentId, accommodations, before, after: approvedOf(accommodations) };
}

type Owned = DecideAccommodation & { studentId: number };

/** Which coming sessions end at another time by it, and what was approved when that was asked. */
interface NewEnds {
  before: AccommodationForm[];
  ends: NewEnd[];
}

async function newEndsBy(call: Call, wish: Owned): Promise<NewEnds> {
  const { studentId } = wish;
  const { before, after } = await workOut(call, wish, studentId);
  if (wish.decision === 'refuse') return { before, ends: [] };
  const { actor, requestId } = call;
  const compared = await sessions.compareSessions(
    { studentId, before: approvedView(before), after: approvedView(after) },
    { actor, requestId },
  );
  const ends = compared.sessions.flatMap(({ startsAt, endsAt, endsBefore }) =>
    startsAt && endsAt && +endsAt !== +(endsBefore ?? 0) ? [{ startsAt, endsAt }] : [],
  );
  return { before, ends };
}

async function decide(tx: Tx, wish: Owned, newEnds: NewEnds) {
  const { studentId, accommodationId: id, decision, reason } = wish;
  await lockFile(tx, studentId);
  const rows = await listAccommodations(tx, studentId);
  const one = rows.find((known) => known.id === id) as AccommodationRow;
  const next = await nextOf(tx, one, wish, tx.now);
  const before = approvedOf(rows);
  // another one of the student was decided since the ends were asked: they would be told wrongly
  if (!isDeepStrictEqual(before, newEnds.before))
    throw changedMeanwhile(await lastChangeBy(tx, one));
  const by = decision === 'approve' ? tx.actor : null;
  await updateAccommodation(tx, id, next, { by, now: tx.now });
  if (decision === 'end' && one.fromForm) await clearFormText(tx, studentId);
  const change = { state: [one.state, next.state], ...(reason === '' ? {} : { why: reason }) };
  tx.audit({ op: 'update', table: 'accommodation', id, studentId, change });
  tx.emit(StudentFileChanged, { studentId });
  if (decision !== 'refuse') {
    const version = await touchStudent(tx, studentId, tx.actor.name, tx.now);
    tx.emit(StudentChanged, { studentId, version });
    tx.emit(AccommodationChanged, { studentId, accommodationId: id });
    const { version: toVersion, validFrom: from } = next;
    await tellStudent(tx, studentId, { id, version: toVersion, from, newEnds: newEnds.ends });
  }
  return { before };
}

/** A mail of what is in force from the first day on, or that nothing is, and of the new ends. */
async function tellStudent(
  tx: Tx,
  studentId: number,
  { id, version, from, newEnds }: { id: number; version: number; from: string; newEnds: NewEnd[] },
): Promise<void> {
  const student = await findStudent(tx, studentId);
  if (!student?.email) return;
  const today = dayInNewYork(tx.now);
  const day = from > today ? from : today;
  const sentence = sentenceOf(student.approvedAccommodations, day);
  const { email: to, firstName, language } = student;
  tx.mail(
    accommodationEmail({
      ...{ accommodationId: id, version, to, firstName, language: languageOf(language) },
      told: sentence === null ? { endedOn: today } : { from: day, sentence },
      newEnds,
    }),
  );
}

async function nextOf(
  sql: Sql,
  one: AccommodationRow,
  { version, decision, reason }: DecideAccommodation,
  now: Date,
) {
  if (one.version !== version) throw changedMeanwhile(await lastChangeBy(sql, one));
  const event = decision === 'end' ? { type: decision, reason } : { type: decision };
  const next = changeAccommodation(one, event, dayInNewYork(now));
  if (next instanceof DomainError) throw next;
  return next;
}

async function workOut(call: Call, wish: DecideAccommodation, studentId: number): Promise<Decided> {
  const rows = await listAccommodations(call.db, studentId);
  const accommodations = await Promise.all(
    rows.map(async (one) =>
      one.id === wish.accommodationId
        ? { ...one, ...(await nextOf(call.db, one, wish, call.now)) }
        : one,
    ),
  );
  return { studentId, accommodations, before: approvedOf(rows), after: approvedOf(accommodations) };
}

/**
 * The paper behind an accommodation, with a row in the audit that it was opened (C-O43, R-550).
 * Refuses with accommodation_not_found.
 */
export async function openDocument(call: Call, accommodationId: number): Promise<Document> {
  const [owner, document] = await Promise.all([
    findOwner(call.db, accommodationId),
    readDocument(call.db, accommodationId),
  ]);
  if (!owner || !document) throw domainError('accommodation_not_found');
  const { studentId } = owner;
  await inTransaction(call, 'openDocument', async (tx) => {
    const change = { document: 'opened' };
    tx.audit({ op: 'action', table: 'accommodation', id: accommodationId, studentId, change });
  });
  return document;
}
