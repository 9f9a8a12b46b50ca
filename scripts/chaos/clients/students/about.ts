import type { NewCardFields } from '@portal/contract/payments/cards';
import type { Client } from '../client.ts';

/** A student for whom a client works: the student themselves, or staff who name them. */
export interface Subject {
  readonly client: Client;
  readonly studentId: number;
  /** The fields that staff add to those of the call. */
  readonly named: { readonly student_id?: number; readonly adminCancelReason?: number };
}

/** Returns the field that names the student. */
export const about = ({ named: { student_id } }: Subject): { student_id?: number } =>
  student_id === undefined ? {} : { student_id };

/** How a call pays: by a saved card, or by a new one that is saved. */
export type Payment =
  | { readonly kind: 'saved'; readonly ccId: string }
  | { readonly kind: 'new'; readonly card: NewCardFields };

/** A new card may be saved even if the payment fails. */
export const intentOf = (payment: Payment): { cardSaved?: string } =>
  payment.kind === 'new' ? { cardSaved: payment.card.ccLast4 } : {};

export const cents = (dollars: number): number => Math.round(dollars * 100);
