import { dayInNewYork } from '@portal/kit/clock';
import {
  type Call,
  commandWithPrefetch,
  inTransaction,
  type Tx,
} from '@portal/kit/commands/command';
import type { Sql } from '@portal/kit/database/database';
import { DomainError, invalid } from '@portal/kit/errors';
import {
  AccommodationChanged,
  StudentChanged,
  StudentFileChanged,
} from '@portal/proto/identity/v1/events';
import { domainError } from '../../errors.ts';
import { versionConflict } from '../../version-conflict.ts';
import { lockFile } from '../files/lock-file.ts';
import { type AccommodationForm, changeAccommodation } from '../students/accommodation-rules.ts';
import { touchStudent } from '../students/touch-student.ts';
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
import { mailStudent } from './mail-student.ts';
import { approvedOf, askNewEnds, isOutdated, type NewEnds } from './new-ends.ts';

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
  /** All approved accommodations of the student, before and after. */
  before: AccommodationForm[];
  after: AccommodationForm[];
}

const MAX_REASON = 300;

/**
 * Approves, refuses or ends an accommodation (C-O42, 5.3); `dryRun` computes the outcome only.
 * Announces changes by identity.student_changed. Refuses with invalid, accommodation_not_found,
 * changed or already_decided.
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
  const { before } = await commandWithPrefetch(
    call,
    { name: 'decideAccommodation', input: owned, ask: () => newEndsBy(call, owned) },
    (tx, newEnds) => decide(tx, owned, newEnds),
  );
  const accommodations = await listAccommodations(call.db, studentId);
  return { studentId, accommodations, before, after: approvedOf(accommodations) };
}

type Owned = DecideAccommodation & { studentId: number };

async function newEndsBy(call: Call, wish: Owned): Promise<NewEnds> {
  const { studentId } = wish;
  const { before, after } = await workOut(call, wish, studentId);
  if (wish.decision === 'refuse') return { before, ends: [] };
  return askNewEnds(call, studentId, { before, after });
}

async function decide(tx: Tx, wish: Owned, newEnds: NewEnds) {
  const { studentId, accommodationId: id, decision, reason } = wish;
  await lockFile(tx, studentId);
  const rows = await listAccommodations(tx, studentId);
  const one = rows.find((known) => known.id === id) as AccommodationRow;
  const next = await nextOf(tx, one, wish, tx.now);
  if (isOutdated(newEnds, rows)) throw versionConflict(await lastChangeBy(tx, one));
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
    await mailStudent(tx, studentId, { id, version: toVersion, from, newEnds: newEnds.ends });
  }
  return { before: newEnds.before };
}

async function nextOf(
  sql: Sql,
  one: AccommodationRow,
  { version, decision, reason }: DecideAccommodation,
  now: Date,
) {
  if (one.version !== version) throw versionConflict(await lastChangeBy(sql, one));
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
