import { serviceActor } from '@portal/kit/auth/actor';
import type { Database } from '@portal/kit/database/database';
import type { Email } from '@portal/kit/email/email';
import { on } from '@portal/kit/events/inbox';
import {
  type ReconciliationDifference as DifferenceFound,
  ReconciliationDifference,
} from '@portal/proto/payments/v1/events';
import { staff } from '../clients.ts';
import { differencesNotice } from './difference-email.ts';
import type { DayOfAccount } from './records/day-store.ts';
import { openByKind } from './records/difference-store.ts';

/** The permission of its readers. */
const READERS = 'reconciliation.sign';

/** A mail to each super admin about what a comparison found; none once nothing of it is open. */
async function noticesOf(db: Database, { runId, day, account }: DifferenceFound): Promise<Email[]> {
  const of = { day, account } as DayOfAccount;
  const kinds = await openByKind(db, of);
  if (kinds.length === 0) return [];
  const { emails } = await staff.listStaffAddresses(
    { permission: READERS },
    { actor: serviceActor('payments') },
  );
  const written = differencesNotice({ ...of, kinds });
  return emails.map((to) => ({ key: `differences:${runId}:${to}`, to, ...written }));
}

export const differenceConsumers = [
  on(ReconciliationDifference, {
    prepare: ({ data }, { db }) => noticesOf(db, data),
    apply: async (tx, _event, notices) => {
      for (const notice of notices) tx.mail(notice);
    },
  }),
];
