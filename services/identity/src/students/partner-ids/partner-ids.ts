import { studentInView } from '@portal/kit/auth/actor';
import { type Call, command, type Tx } from '@portal/kit/commands/command';
import type { Sql } from '@portal/kit/database/database';
import { isDuplicate } from '@portal/kit/database/database-errors';
import { type FieldError, invalid } from '@portal/kit/errors';
import { StudentChanged } from '@portal/proto/identity/v1/events';
import { domainError } from '../../errors.ts';
import { touchStudent } from '../../records/students/touch-student.ts';
import { type PartnerIds, partners } from './partner.ts';
import { findHolder, lockPartnerIds, readPartnerIds, writePartnerIds } from './store.ts';

const FORM = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,49}$/;

/** Returns what is wrong with new ids, by field: at most 50 letters, digits and marks. */
export const partnerIdErrors = (changes: Partial<PartnerIds>): FieldError[] =>
  partners
    .filter((name) => typeof changes[name] === 'string' && !FORM.test(changes[name]))
    .map((path) => ({ path, message: 'Id invalid' }));

const studentNotFound = () => domainError('student_not_found', 'No student found');

/** Returns the partner ids of the student in view. Throws DomainError student_not_found. */
export async function getPartnerIds({ db, actor }: Call): Promise<PartnerIds> {
  const ids = await readPartnerIds(db, studentInView(actor));
  if (!ids) throw studentNotFound();
  return ids;
}

interface IdChanges {
  studentId: number;
  changes: Partial<PartnerIds>;
}

/** Changes ids in a transaction. Throws DomainError student_not_found or id_taken. */
async function changeIds(tx: Tx, { studentId, changes }: IdChanges): Promise<PartnerIds> {
  const before = await lockPartnerIds(tx, studentId);
  if (!before) throw studentNotFound();
  const after = { ...before, ...changes };
  const changed = partners.filter((name) => after[name] !== before[name]);
  if (changed.length === 0) return before;
  await assertFree(tx, studentId, after);
  await writePartnerIds(tx, studentId, after);
  const version = await touchStudent(tx, studentId, tx.actor.name, tx.now);
  tx.emit(StudentChanged, { studentId, version });
  const change = Object.fromEntries(changed.map((name) => [name, [before[name], after[name]]]));
  tx.audit({ op: 'update', table: 'student', id: studentId, studentId, change });
  return after;
}

/** Throws DomainError id_taken, with the name, when another student has one of these ids. */
async function assertFree(sql: Sql, studentId: number, ids: PartnerIds): Promise<void> {
  const holder = await findHolder(sql, studentId, ids);
  if (holder) throw domainError('id_taken', `${holder.firstName} ${holder.lastName} has this id.`);
}

/** Works, and once more when another student was given the id while this one was looked at. */
const retryWhenTaken = async <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    if (isDuplicate(error)) return work();
    throw error;
  });

const save = command('savePartnerIds', changeIds);

/**
 * Changes partner ids of the student in view by hand; null removes one (C-O66, R-403). Throws
 * DomainError student_not_found, invalid or id_taken.
 */
export async function savePartnerIds(
  call: Call,
  changes: Partial<PartnerIds>,
): Promise<PartnerIds> {
  const [first, ...others] = partnerIdErrors(changes);
  if (first) throw invalid(first, ...others);
  const studentId = studentInView(call.actor);
  return retryWhenTaken(() => save(call, { studentId, changes }));
}

const keep = command('keepTalId', async (tx, { studentId, talId }: KeepTalId): Promise<string> => {
  const before = await lockPartnerIds(tx, studentId);
  if (!before) throw studentNotFound();
  if (before.talId !== null) return before.talId;
  await changeIds(tx, { studentId, changes: { talId } });
  return talId;
});

export interface KeepTalId {
  studentId: number;
  talId: string;
}

/**
 * Stores the id that TAL gave a student, unless one is stored, and returns the stored one.
 * Throws DomainError student_not_found, malformed or id_taken.
 */
export async function keepTalId(call: Call, input: KeepTalId): Promise<string> {
  if (!FORM.test(input.talId)) throw domainError('malformed');
  return retryWhenTaken(() => keep(call, input));
}
