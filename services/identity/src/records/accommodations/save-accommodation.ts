import { createHash } from 'node:crypto';
import { studentInView } from '@portal/kit/auth/actor';
import { dayInNewYork } from '@portal/kit/clock';
import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { DomainError } from '@portal/kit/errors';
import { StudentFileChanged } from '@portal/proto/identity/v1/events';
import { domainError } from '../../errors.ts';
import { versionConflict } from '../../version-conflict.ts';
import { lockFile } from '../files/lock-file.ts';
import {
  type AccommodationForm,
  changeAccommodation,
  checkForm,
} from '../students/accommodation-rules.ts';
import {
  type AccommodationRow,
  type Document,
  insertAccommodation,
  keepDocument,
  lastChangeBy,
  listAccommodations,
  updateAccommodation,
} from './accommodation-store.ts';

export interface SaveAccommodation {
  /** Null: a new one. */
  accommodationId: number | null;
  /** Of the one that is changed, as it was seen. */
  version: number;
  form: AccommodationForm;
  /** Null: the current one stays. */
  document: Document | null;
}

/**
 * Enters an accommodation of the student in view, or a change of one, to be decided, and gives all
 * of them (C-O41). Nothing new is in force by it. Refuses with student_not_found, invalid,
 * accommodation_not_found, changed or already_decided.
 */
export async function saveAccommodation(
  call: Call,
  { form, document, ...which }: SaveAccommodation,
): Promise<AccommodationRow[]> {
  const studentId = studentInView(call.actor);
  checkForm(form);
  const save = command(
    'saveAccommodation',
    async (tx: Tx, wish: Omit<SaveAccommodation, 'document'> & { documentHash: string | null }) => {
      await lockFile(tx, studentId);
      const id =
        wish.accommodationId === null
          ? await add(tx, studentId, wish.form)
          : await change(tx, studentId, wish.accommodationId, wish);
      if (document !== null) {
        await keepDocument(tx, id, document, tx.now);
        const changed = { document: document.name };
        tx.audit({ op: 'action', table: 'accommodation', id, studentId, change: changed });
      }
      tx.emit(StudentFileChanged, { studentId });
    },
  );
  // the fingerprint of the key is made of a hash of the paper, not of all of it
  const documentHash =
    document === null ? null : createHash('sha256').update(document.content).digest('base64url');
  await save(call, { ...which, form, documentHash });
  return listAccommodations(call.db, studentId);
}

async function add(tx: Tx, studentId: number, form: AccommodationForm): Promise<number> {
  const id = await insertAccommodation(tx, studentId, form, tx.now);
  tx.audit({ op: 'insert', table: 'accommodation', id, studentId, change: { ...form } });
  return id;
}

async function change(
  tx: Tx,
  studentId: number,
  id: number,
  { form, version }: Pick<SaveAccommodation, 'form' | 'version'>,
): Promise<number> {
  const one = (await listAccommodations(tx, studentId)).find((known) => known.id === id);
  if (one === undefined) throw domainError('accommodation_not_found');
  if (one.version !== version) throw versionConflict(await lastChangeBy(tx, one));
  const next = changeAccommodation(one, { type: 'saved', form }, dayInNewYork(tx.now));
  if (next instanceof DomainError) throw next;
  await updateAccommodation(tx, id, next, { by: null, now: tx.now });
  const changes = Object.fromEntries(
    (Object.keys(form) as (keyof AccommodationForm)[])
      .filter((field) => one[field] !== form[field])
      .map((field) => [field, [one[field], form[field]]]),
  );
  tx.audit({ op: 'update', table: 'accommodation', id, studentId, change: changes });
  return id;
}
