import { type Place, thePortal } from './place.ts';

/** A charge, refund or void as the card processor has it. */
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

/** Every transaction, oldest first: the truth to compare the books with. */
export async function transactions(place: Place = thePortal): Promise<Transaction[]> {
  return (await (await fetch(`${place.sandboxUrl}/__cards/transactions`)).json()) as Transaction[];
}

/** A customer as the card processor has them. */
interface Customer {
  readonly account: 'TTI' | 'TTINJ';
  /** The number that we call the student by, with TTI- before it that of a student of TTI. */
  readonly customer: string;
  /** Ids of the cards and bank accounts that can be charged again. */
  readonly saved: readonly string[];
}

/** What the processor keeps of a customer, by the number that we call the student by. */
export async function savedAtProcessor(
  customer: string,
  place: Place = thePortal,
): Promise<string[]> {
  const all = (await (await fetch(`${place.sandboxUrl}/__cards/customers`)).json()) as Customer[];
  return all.filter((one) => one.customer === customer).flatMap(({ saved }) => saved);
}

/** Settles every captured charge now, so that it can be refunded in part. */
export async function settle(place: Place = thePortal): Promise<void> {
  await fetch(`${place.sandboxUrl}/__cards/settle`, { method: 'POST' });
}

type Mode = 'decline' | 'error' | 'timeout' | 'slow' | 'drop-after-charge' | 'down' | 'garbage';
interface Fault {
  readonly partner: string;
  readonly mode: Mode;
  /** How many calls it meets; without one all of them until it is mended. */
  readonly count?: number;
  /** Only calls of this name. */
  readonly operation?: string;
  /** Only calls that say this, an id perhaps: what goes on by itself is not met then. */
  readonly about?: string;
  /** The pause of `slow` and `timeout`. */
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
