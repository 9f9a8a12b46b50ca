import type { Call } from '@portal/kit/commands/command';
import { durable } from '@portal/kit/commands/process';
import type { Step } from '@portal/kit/commands/process-definition';
import { languageOf } from '@portal/kit/email/language';
import { exportStudent, type Person } from '@portal/kit/personal-data/export-student';
import type { PersonalTable } from '@portal/proto/portal/personal_data/v1/personal_data';
import { personalTables } from '../../../prisma/personal-tables.ts';
import { personalData } from '../../clients.ts';
import { domainError } from '../../errors.ts';
import { lockFile } from '../../records/files/lock-file.ts';
import { personalRows } from '../personal-data/personal-rows.ts';
import { dataReadyEmail } from './data-ready-email.ts';
import { KEPT_MS, mayAsk } from './request-rules.ts';
import {
  deleteRequest,
  findPerson,
  findStaffRequester,
  findStudentRequester,
  insertRequest,
  keepPart,
  lastRequest,
  noteReady,
} from './request-store.ts';

export interface ExportInput {
  studentId: number;
  /** Of staff; null: the student asks. */
  reason: string | null;
}

const ASK_MS = 30_000;

/** Each service with the function that returns its data. */
const owners: Readonly<
  Record<string, (person: Person, forOffice: boolean, call: Call) => Promise<PersonalTable[]>>
> = {
  identity: (person, forOffice, { db }) =>
    exportStudent(db, { tables: personalTables, rows: personalRows }, person, forOffice),
  ...Object.fromEntries(
    Object.entries(personalData).map(([service, client]) => [
      service,
      async (person: Person, forOffice: boolean, { actor, requestId }: Call) => {
        const by = { actor, requestId, deadlineMs: ASK_MS };
        return (await client.exportStudent({ person, forOffice }, by)).tables;
      },
    ]),
  ),
};

// process states are never deleted in time, so the request is stored apart from them
const steps: Step<ExportInput, object>[] = Object.entries(owners).map(([service, ask]) => ({
  name: service,
  async run({ id, call, input: { studentId, reason } }) {
    const person = await findPerson(call.db, studentId);
    await keepPart(call.db, id, service, await ask(person, reason !== null, call));
    return undefined;
  },
  commit: async () => undefined,
}));

/** Puts what all services keep about a student together (C-O59); resumed by any replica. R-588 */
export const exportProcess = durable<ExportInput, object, object>({
  name: 'exportStudent',
  async begin(tx, { studentId, reason }, { now }, id) {
    await lockFile(tx, studentId);
    const last = await lastRequest(tx, studentId, reason !== null);
    if (!mayAsk(last?.askedAt ?? null, now)) throw domainError('once_a_day');
    const { id: askedById, name: askedBy } = tx.actor;
    await insertRequest(tx, {
      id,
      studentId,
      reason,
      askedById,
      askedBy,
      askedAt: now,
    });
    const change = { requested: true };
    tx.audit({ op: 'action', table: 'data_request', id, studentId, change });
    return {};
  },
  steps: [
    {
      name: 'begun',
      commit: async () => undefined,
      async undo(tx, { id }) {
        await deleteRequest(tx, id);
      },
    },
    ...steps,
    {
      name: 'ready',
      async commit(tx, { id, input: { studentId, reason } }) {
        const until = new Date(tx.now.getTime() + KEPT_MS);
        await noteReady(tx, id, tx.now, until);
        const asker =
          reason === null
            ? await findStudentRequester(tx, studentId)
            : await findStaffRequester(tx, tx.actor.id);
        // the account may be gone by now
        if (asker !== undefined) {
          const { email: to, name, language } = asker;
          const page = reason === null ? '/myaccount' : '/admin/data-requests';
          tx.mail(
            dataReadyEmail({
              requestId: id,
              to,
              name,
              language: languageOf(language),
              until,
              page,
            }),
          );
        }
        return undefined;
      },
    },
  ],
  answer: () => ({}),
});
