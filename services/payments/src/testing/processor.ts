import {
  type FaultChoice,
  type SandboxProcess,
  startSandbox,
} from '@portal/kit/testing/sandbox-process';
import type { NewCard } from '../cards/card-fields.ts';
import { tokenAt } from './opaque-value.ts';

/** One line of the processor's own books. */
export interface BookLine {
  transId: string;
  type: 'authCapture' | 'refund' | 'void';
  status: 'captured' | 'declined' | 'voided' | 'refunded';
  amount: number;
  invoiceNumber: string;
  customer: string;
}

/** The card processor, played by the partner sandbox. */
export interface Processor extends Pick<SandboxProcess, 'heal' | 'read' | 'send' | 'stop'> {
  book: () => Promise<BookLine[]>;
  fault: (mode: string, more?: FaultChoice) => Promise<void>;
  settle: () => Promise<void>;
  /** How often each operation was called since the start. */
  calls: (operation: string) => Promise<number>;
  /** The fields of a new card as the page gets them from the processor's browser library. */
  newCard: (more?: Partial<NewCard> & { number?: string }) => Promise<NewCard>;
}

/** Patient, as long as no test makes it hang: on a busy machine its first answer takes a while. */
const beImpatient = (isImpatient: boolean): void => {
  process.env.CARDS_TIMEOUT_MS = isImpatient ? '1500' : '15000';
};

export async function startProcessor(): Promise<Processor> {
  const sandbox = await startSandbox();
  beImpatient(false);
  Object.assign(process.env, {
    CARDS_URL: `${sandbox.url}/xml/v1/request.api`,
    CARDS_LOGIN_ID: 'sandbox-login',
    CARDS_TRANSACTION_KEY: 'sandbox-key',
  });
  return {
    ...sandbox,
    book: () => sandbox.read('/__cards/transactions'),
    fault: (mode, more) => {
      beImpatient(true);
      return sandbox.fault('cards', mode, more);
    },
    heal: () => {
      beImpatient(false);
      return sandbox.heal();
    },
    settle: () => sandbox.send('POST', '/__cards/settle'),
    calls: async (operation) =>
      (await sandbox.journal('cards')).filter((entry) => entry.operation === operation).length,
    newCard: async ({ number = '4111111111111111', ...more } = {}) => {
      const card = {
        last4: number.slice(-4),
        expMonth: 12,
        expYear: 2030,
        billingZip: '11219',
        cardholderName: 'Dana Gold',
        cardType: 'Visa',
        ...more,
      };
      const expirationDate = `${String(card.expMonth).padStart(2, '0')}${card.expYear}`;
      const token = { cardNumber: number, expirationDate, cardCode: '123', zip: card.billingZip };
      return { ...(await tokenAt(sandbox, 'TTI', { token })), ...card };
    },
  };
}
