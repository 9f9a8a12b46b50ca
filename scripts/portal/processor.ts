import { type Place, thePortal } from './place.ts';

/** A charge, refund or void at the card processor. */
export interface Transaction {
  readonly transId: string;
  readonly type: 'authCapture' | 'refund' | 'void';
  readonly status: 'captured' | 'declined' | 'voided' | 'refunded';
  /** Dollars. */
  readonly amount: number;
  readonly invoiceNumber: string;
  /** The customer's number at the processor. */
  readonly customer: string | null;
}

/** Returns the processor's transactions, oldest first: the reference for the ledger. */
export async function transactions(place: Place = thePortal): Promise<Transaction[]> {
  return (await (await fetch(`${place.sandboxUrl}/__cards/transactions`)).json()) as Transaction[];
}

/** A customer at the card processor. */
interface Customer {
  readonly account: 'TTI' | 'TTINJ';
  /** The id of the student; for a student of TTI, TTI- and the id there. */
  readonly customer: string;
  /** Ids of the cards and bank accounts that can be charged again. */
  readonly saved: readonly string[];
}

/** Returns the cards and bank accounts that the processor has saved for a customer. */
export async function savedAtProcessor(
  customer: string,
  place: Place = thePortal,
): Promise<string[]> {
  const all = (await (await fetch(`${place.sandboxUrl}/__cards/customers`)).json()) as Customer[];
  return all.filter((one) => one.customer === customer).flatMap(({ saved }) => saved);
}

/** Settles all captured charges, so that they can be refunded partially. */
export async function settle(place: Place = thePortal): Promise<void> {
  await fetch(`${place.sandboxUrl}/__cards/settle`, { method: 'POST' });
}

type Mode = 'decline' | 'error' | 'timeout' | 'slow' | 'drop-after-charge' | 'down' | 'garbage';
interface Fault {
  readonly partner: string;
  readonly mode: Mode;
  /** The number of calls that fail; by default all until the fault is removed. */
  readonly count?: number;
  /** Only calls of this name. */
  readonly operation?: string;
  /** Only calls that contain this text, such as an id, so that automatic work is unaffected. */
  readonly about?: string;
  /** The delay of `slow` and `timeout`. */
  readonly ms?: number;
}

/** Makes a partner misbehave until `mendPartners`. */
export async function breakPartner(fault: Fault, place: Place = thePortal): Promise<void> {
  const answer = await fetch(`${place.sandboxUrl}/__faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  });
  if (!answer.ok) throw new Error(`the sandbox refused a fault: ${await answer.text()}`);
}

export async function mendPartners(place: Place = thePortal): Promise<void> {
  await fetch(`${place.sandboxUrl}/__faults`, { method: 'DELETE' });
}
