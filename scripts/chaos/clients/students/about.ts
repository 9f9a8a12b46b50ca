import type { NewCardFields } from '@portal/contract/payments/cards';
import type { Client } from '../client.ts';

/** A student whom somebody works for: the student alone, or staff who name them. */
export interface Subject {
  readonly client: Client;
  readonly studentId: number;
  /** What staff send beside the call's own fields. */
  readonly named: { readonly student_id?: number; readonly adminCancelReason?: number };
}

/** Whom the call is about, as it is sent. */
export const about = ({ named: { student_id } }: Subject): { student_id?: number } =>
  student_id === undefined ? {} : { student_id };

/** How a call pays: by a saved card, or by a new one that is saved by it. */
export type Payment =
  | { readonly kind: 'saved'; readonly ccId: string }
  | { readonly kind: 'new'; readonly card: NewCardFields };

/** A new card may be kept although nothing came of the payment. */
export const intentOf = (payment: Payment): { cardSaved?: string } =>
  payment.kind === 'new' ? { cardSaved: payment.card.ccLast4 } : {};

export const cents = (dollars: number): number => Math.round(dollars * 100);
