import { durable } from '@portal/kit/commands/process';
import { CardRefused } from '../cards/keep-card.ts';
import {
  chargeOnce,
  closeRefused,
  openPayment,
  type Paying,
  settlePayment,
} from '../charges/paying/pay-card.ts';
import { noteMethod } from '../charges/records/note-method.ts';
import type { Reader } from '../charges/records/reader.ts';
import { domainError, studyChargeError } from '../errors.ts';
import type { Account } from '../partners/merchant-account.ts';
import { methodView } from './get-method.ts';
import { keepMethod } from './keep-method.ts';
import { currentMethod, type StoredMethod } from './store.ts';
import type { NewStudyMethod, StudyMethod } from './study-method.ts';

export interface ChargeStudy {
  ttiStudentId: string;
  programId: number;
  account: Account;
  /** Above 0, in cents. */
  amountCents: number;
  description: string;
  /** Null: the current method at the account. */
  method: NewStudyMethod | null;
  /**
   * The recipient of the receipt, as TTI knows the student; null: the address of the person on
   * record, if there is one.
   */
  reader?: Reader | null;
}
export interface StudyCharged {
  paymentId: number;
  invoiceNumber: string;
  transactionId: string;
  capturedAt: Date;
  method: StudyMethod;
}
interface ChargingStudy extends Paying {
  stored?: StoredMethod;
  capturedAt?: Date;
}

const cardOf = ({ ccId, customerProfileId, account }: StoredMethod) => ({
  ccId,
  customerProfileId,
  account,
});

/**
 * One charge of seminary study, kept as a row '6' at the account that was chosen. Refuses with
 * no_payment_method, charge_pending, card_declined and charge_unknown, and as saving a method does.
 */
export const chargingStudy = durable<ChargeStudy, ChargingStudy, StudyCharged>({
  name: 'chargeStudy',
  begin: async (
    tx,
    { ttiStudentId, programId, account, amountCents, description, method, reader },
    _call,
    id,
  ) => {
    const stored = method ? undefined : await currentMethod(tx, ttiStudentId, account);
    if (!method && !stored) throw studyChargeError('no_payment_method');
    const charges = [{ typeId: '6' as const, description, amountCents, registrationId: null }];
    const study = { ttiStudentId, account, reader };
    const card = stored && cardOf(stored);
    const paying = await openPayment(tx, id, {
      studentId: 0,
      study,
      purpose: `study:${programId}`,
      description,
      charges,
      card,
    });
    return { ...paying, ...(stored ? { stored, card: cardOf(stored) } : {}) };
  },
  steps: [
    {
      name: 'method',
      run: async (process) => {
        const { input, state, call } = process;
        if (!input.method) return undefined;
        try {
          const stored = await keepMethod(process, input, input.method);
          await noteMethod(call.db, state.paymentId, {
            ...stored,
            cardType: stored.type === 'CC' ? stored.kind : null,
          });
          return { stored, card: cardOf(stored), isNewMethod: true };
        } catch (error) {
          if (!(error instanceof CardRefused)) throw error;
          throw domainError('card_declined', { reason: error.reason });
        }
      },
      undo: (tx, { state }, why) => closeRefused(tx, state, why),
    },
    { name: 'charge', run: async (process) => ({ captured: await chargeOnce(process) }) },
    {
      name: 'settle',
      commit: async (tx, { state }) => {
        await settlePayment(tx, state);
        return { capturedAt: tx.now };
      },
    },
  ],
  answer: ({ paymentId, invoiceNumber, captured, capturedAt, stored }) => ({
    paymentId,
    invoiceNumber,
    transactionId: captured?.transactionId ?? '',
    capturedAt: capturedAt as Date,
    method: methodView(stored as StoredMethod),
  }),
});
