import type { Difference, MendAction, SettledDay } from './api.ts';

/** The labels of a day's states. */
export const stateTexts: Readonly<Record<SettledDay['state'], string>> = {
  not_compared: 'Not compared',
  differences: 'Differences',
  clean: 'Clean',
  signed: 'Signed',
};

export const differenceTexts: Readonly<Record<Difference['state'], string>> = {
  open: 'Open',
  explained: 'Explained',
  mended: 'Mended',
  gone: 'Gone',
};

/** The label of each correction, and its description. */
export const mendTexts: Readonly<Record<MendAction, { label: string; says: string }>> = {
  explain: { label: 'Explain', says: 'Nothing is changed. The comment stays with it.' },
  finish_payment: {
    label: 'Finish the payment',
    says:
      'The payment is booked and finished as if it had been answered at once: what was bought ' +
      'is given, or the money goes back.',
  },
  refund_there: {
    label: 'Refund at the processor',
    says:
      'The money goes back to the card or bank account that it came from. ' +
      'The ledger stays as it is.',
  },
  adjust: {
    label: 'Adjust the ledger',
    says:
      'One entry is booked against the account "reconciliation". ' +
      'Credits, registrations and balances of schools stay as they are.',
  },
};

/** Returns the amount by which the ledger has to change, in dollars: theirs minus ours. */
export const differenceOf = ({ there, here }: Pick<Difference, 'there' | 'here'>): number =>
  (Math.round((there ?? 0) * 100) - Math.round((here ?? 0) * 100)) / 100;

/** '2, 1 open', or '2 open' where all are. */
export function countText({ lastRun, differences, open }: SettledDay): string {
  if (lastRun === null) return '';
  if (differences === 0) return '0';
  return open === differences ? `${open} open` : `${differences}, ${open} open`;
}

/** Returns the name of a difference for screen readers: the id that both sides share. */
export const nameOf = ({ transactionId, invoiceNumber, differenceId }: Difference): string =>
  transactionId ?? invoiceNumber ?? String(differenceId);
