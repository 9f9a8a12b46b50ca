/**
 * '1' proctor fee, '2' credits or package, '3' additional fee, '4' retake fee, '5' school balance,
 * '6' seminary study
 */
export type ChargeType = '1' | '2' | '3' | '4' | '5' | '6';

/** One thing that a payment is for. */
export interface NewCharge {
  typeId: ChargeType;
  description: string;
  amountCents: number;
  registrationId: number | null;
}
