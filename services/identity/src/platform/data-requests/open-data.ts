import { isStaff, studentInView } from '@portal/kit/auth/actor';
import { type Call, inTransaction } from '@portal/kit/commands/command';
import type { PersonalTable } from '@portal/proto/portal/personal_data/v1/personal_data';
import { domainError } from '../../errors.ts';
import { stateOf } from './request-rules.ts';
import { findRequest, readParts } from './request-store.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface OpenedData {
  askedAt: Date;
  services: { service: string; tables: PersonalTable[] }[];
}

/**
 * The data of a request about the student in view, with a row in the audit that it was opened
 * (C-O59). Refuses with request_not_found, also one that is not ready, that is over, or that the
 * office made where a student asks.
 */
export async function openData(call: Call, requestId: string): Promise<OpenedData> {
  const { db, actor, now } = call;
  const found = UUID.test(requestId) ? await findRequest(db, requestId) : undefined;
  const isSeen =
    found !== undefined &&
    found.studentId === studentInView(actor) &&
    (isStaff(actor) || !found.forOffice) &&
    stateOf(found, now) === 'ready';
  if (!isSeen) throw domainError('request_not_found');
  const parts = await readParts(db, requestId);
  const { studentId, askedAt } = found;
  await inTransaction(call, 'openData', async (tx) => {
    const change = { opened: true };
    tx.audit({
      op: 'action',
      table: 'data_request',
      id: requestId,
      studentId,
      change,
    });
  });
  return {
    askedAt,
    services: parts.map(({ service, tables }) => ({
      service,
      tables: tables.map(({ name, rows }) => ({
        name,
        rows: JSON.stringify(rows),
      })),
    })),
  };
}
