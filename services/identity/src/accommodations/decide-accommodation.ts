import { dayInNewYork } from '@portal/kit/clock';
import { type Call, command, inTransaction, type Tx } from '@portal/kit/commands/command';
import { languageOf } from '@portal/kit/email/language';
import { DomainError, invalid } from '@portal/kit/errors';
import {
  AccommodationChanged,
  StudentChanged,
  StudentFileChanged,
} from '@portal/proto/identity/v1/events';
import { domainError } from '../errors.ts';
import { lockFile } from '../files/lock-file.ts';
import { findStudent } from '../students/records/find-students.ts';
import { touchStudent } from '../students/records/touch-student.ts';
import { accommodationEmail } from './accommodation-email.ts';
import { type AccommodationForm, changeAccommodation, sentenceOf } from './accommodation-rules.ts';
import {
  type AccommodationRow,
  clearFormText,
  type Document,
  findOwner,
  listAccommodations,
  readDocument,
  updateAccommodation,
} from './accommodation-store.ts';

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
  const { before } = await decide(call, { ...input, studentId });
  const accommodations = await listAccommodations(call.db, studentId);
  return { studentId, accommodations, before, after: approvedOf(accommodations) };
}

type Owned = DecideAccommodation & { studentId: number };

const decide = command('decideAccommodation', async (tx: Tx, wish: Owned) => {
  const { studentId, accommodationId: id, decision, reason } = wish;
  await lockFile(tx, studentId);
  const rows = await listAccommodations(tx, studentId);
  const one = rows.find((known) => known.id === id) as AccommodationRow;
  const next = nextOf(one, wish, tx.now);
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
    await tellStudent(tx, studentId, { id, version: next.version, from: next.validFrom });
  }
  return { before: approvedOf(rows) };
});

/** A mail of what is in force from the first day on, or that nothing is. */
async function tellStudent(
  tx: Tx,
  studentId: number,
  { id, version, from }: { id: number; version: number; from: string },
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
    }),
  );
}

function nextOf(
  one: AccommodationRow,
  { version, decision, reason }: DecideAccommodation,
  now: Date,
) {
  if (one.version !== version) throw domainError('changed');
  const event = decision === 'end' ? { type: decision, reason } : { type: decision };
  const next = changeAccommodation(one, event, dayInNewYork(now));
  if (next instanceof DomainError) throw next;
  return next;
}

async function workOut(call: Call, wish: DecideAccommodation, studentId: number): Promise<Decided> {
  const rows = await listAccommodations(call.db, studentId);
  const accommodations = rows.map((one) =>
    one.id === wish.accommodationId ? { ...one, ...nextOf(one, wish, call.now) } : one,
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
