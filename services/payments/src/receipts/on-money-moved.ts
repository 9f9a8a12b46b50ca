import { on } from '@portal/kit/inbox';
import { ChargeCaptured, ChargeRefunded, PackageAssigned } from '@portal/proto/payments/v1/events';
import { assignedNoticeOf, receiptOf, refundNoticeOf } from './mail-facts.ts';

/** Mails to the student. The address is asked before the transaction, and the key of a letter keeps it from being sent twice. */
export const receiptConsumers = [
  on(ChargeCaptured, {
    prepare: ({ data }, { db }) => receiptOf(db, data.paymentId),
    apply: async (tx, _event, written) => {
      if (written) tx.mail(written);
    },
  }),
  on(ChargeRefunded, {
    prepare: ({ data }, { db }) => refundNoticeOf(db, data.refundIds),
    apply: async (tx, _event, written) => {
      if (written) tx.mail(written);
    },
  }),
  on(PackageAssigned, {
    prepare: ({ data }, { db }) => assignedNoticeOf(db, data.lotId),
    apply: async (tx, _event, written) => {
      if (written) tx.mail(written);
    },
  }),
];
