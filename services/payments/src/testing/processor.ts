import { steadyNow } from '@portal/kit/steady-clock';
import { eventually } from '@portal/kit/testing';
import { setForFile } from '@portal/kit/testing/after-test';
import {
  type FaultChoice,
  type SandboxProcess,
  startSandbox,
} from '@portal/kit/testing/processes/sandbox-process';
import type { NewCard } from '../cards/card-fields.ts';
import { tokenAt } from './opaque-value.ts';

/** The year in which new cards expire. */
export const CARD_YEAR = steadyNow().getFullYear() + 4;

/** One line of the processor's own books. */
export interface BookLine {
  transId: string;
  type: 'authCapture' | 'refund' | 'void';
  status: 'captured' | 'declined' | 'voided' | 'refunded';
  amount: number;
  invoiceNumber: string;
  customer: string;
}

type Settled<T> = PromiseSettledResult<T>;

/** The card processor, played by the partner sandbox. */
export interface Processor extends Pick<SandboxProcess, 'heal' | 'read' | 'send' | 'stop'> {
  book: () => Promise<BookLine[]>;
  fault: (mode: string, more?: FaultChoice) => Promise<void>;
  settle: () => Promise<void>;
  /** How often each operation was called since the start. */
  calls: (operation: string) => Promise<number>;
  /**
   * Keeps the answer to the next call of an operation, a charge unless it is named, back until
   * `heal`; waits for that call.
   */
  hold: (operation?: string) => Promise<() => Promise<void>>;
  /**
   * How all that is begun at once ends, of which the first that comes to an operation, a charge
   * unless it is named, is held there until the others have ended.
   */
  holdFirst: <T>(begin: () => Promise<T>[], operation?: string) => Promise<Settled<T>[]>;
  /** The fields of a new card as the page gets them from the processor's browser library. */
  newCard: (more?: Partial<NewCard> & { number?: string }) => Promise<NewCard>;
}

const CHARGE = 'createTransactionRequest';
/** Milliseconds: less than a patient caller waits, more than others need on a busy machine. */
const HELD_MS = 10_000;

/** Patient, as long as no test makes it hang: on a busy machine its first answer takes a while. */
const beImpatient = (isImpatient: boolean): void => {
  setForFile({ CARDS_TIMEOUT_MS: isImpatient ? '1500' : '15000' });
};

export async function startProcessor(): Promise<Processor> {
  const sandbox = await startSandbox();
  beImpatient(false);
  setForFile({
    CARDS_URL: `${sandbox.url}/xml/v1/request.api`,
    CARDS_LOGIN_ID: 'sandbox-login',
    CARDS_TRANSACTION_KEY: 'sandbox-key',
  });
  const fault: Processor['fault'] = (mode, more) => {
    beImpatient(mode === 'timeout');
    return sandbox.fault('cards', mode, more);
  };
  const heal = () => {
    beImpatient(false);
    return sandbox.heal();
  };
  const calls: Processor['calls'] = async (operation) =>
    (await sandbox.journal('cards')).filter((entry) => entry.operation === operation).length;
  const hold: Processor['hold'] = async (operation = CHARGE) => {
    const before = await calls(operation);
    await fault('slow', { count: 1, operation, ms: HELD_MS });
    return async () => {
      await eventually(
        () => calls(operation),
        (number) => number > before,
      );
    };
  };
  return {
    ...sandbox,
    fault,
    heal,
    calls,
    hold,
    holdFirst: async (begin, operation) => {
      await hold(operation);
      const all = begin();
      const others = Promise.withResolvers<void>();
      let left = all.length - 1;
      const end = () => {
        left -= 1;
        if (left === 0) others.resolve();
      };
      for (const one of all) one.then(end, end);
      await others.promise;
      await heal();
      return Promise.allSettled(all);
    },
    book: () => sandbox.read('/__cards/transactions'),
    settle: () => sandbox.send('POST', '/__cards/settle'),
    newCard: async ({ number = '4111111111111111', ...more } = {}) => {
      const card = {
        last4: number.slice(-4),
        expMonth: 12,
        expYear: CARD_YEAR,
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
