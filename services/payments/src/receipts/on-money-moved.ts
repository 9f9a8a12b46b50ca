import { on } from '@portal/kit/events/inbox';
import {
  ChargeCaptured,
  ChargeRefunded,
  PackageAssigned,
  RefundFailed,
} from '@portal/proto/payments/v1/events';
import { assignedNoticeOf, receiptOf, refundFailedNoticeOf, refundNoticeOf } from './mail-facts.ts';

const supportMail = () => process.env.SUPPORT_MAIL ?? 'support@jse.test';

/**
 * Send emails to the student, or to support. The address is fetched before the transaction, and the
 * key of an email keeps it from being sent twice.
 */
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
  on(RefundFailed, {
    prepare: ({ data }, { db }) => refundFailedNoticeOf(db, data.refundIds, supportMail()),
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
