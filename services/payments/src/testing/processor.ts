import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '@portal/kit/testing';
import type { NewCard } from '../cards/card-fields.ts';

/** One line of the processor's own books. */
export interface BookLine {
  transId: string;
  type: 'authCapture' | 'refund' | 'void';
  status: 'captured' | 'declined' | 'voided' | 'refunded';
  amount: number;
  invoiceNumber: string;
  customer: string;
}

/** The real partner sandbox as a process of its own, with its own folder. */
export interface Processor {
  url: string;
  book: () => Promise<BookLine[]>;
  fault: (mode: string, more?: { count?: number; operation?: string; ms?: number }) => Promise<void>;
  heal: () => Promise<void>;
  settle: () => Promise<void>;
  /** How often each operation was called since the start. */
  calls: (operation: string) => Promise<number>;
  /** The fields of a new card as the page gets them from the processor's browser library. */
  newCard: (more?: Partial<NewCard> & { number?: string }) => Promise<NewCard>;
  stop: () => Promise<void>;
}

/** A port where nobody listens. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as { port: number };
  await new Promise((closed) => server.close(closed));
  return port;
}

export async function startProcessor(): Promise<Processor> {
  const folder = mkdtempSync(join(tmpdir(), 'payments-sandbox-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const main = fileURLToPath(new URL('../../../../scripts/sandbox/main.ts', import.meta.url));
  const env = { PATH: process.env.PATH, SANDBOX_PORT: String(port), DATA_DIR: folder, HOST: '127.0.0.1' };
  const child: ChildProcess = spawn(process.execPath, [main], { env, stdio: 'ignore' });
  const isUp = () =>
    fetch(`${url}/__cards/transactions`).then(
      (answer) => answer.ok,
      () => false,
    );
  await eventually(isUp, Boolean);
  const json = { 'content-type': 'application/json' };
  const secure = async (number: string, expirationDate: string, zip: string) => {
    const data = { type: 'TOKEN', id: 'test', token: { cardNumber: number, expirationDate, cardCode: '123', zip } };
    const merchantAuthentication = { name: 'sandbox-login', clientKey: 'sandbox-client-key' };
    const body = JSON.stringify({ securePaymentContainerRequest: { merchantAuthentication, data } });
    const answer = await fetch(`${url}/xml/v1/request.api`, { method: 'POST', headers: json, body });
    const { opaqueData } = JSON.parse((await answer.text()).replace(/^\uFEFF/, '')) as {
      opaqueData: { dataDescriptor: string; dataValue: string };
    };
    return opaqueData;
  };
  Object.assign(process.env, {
    CARDS_URL: `${url}/xml/v1/request.api`,
    CARDS_LOGIN_ID: 'sandbox-login',
    CARDS_TRANSACTION_KEY: 'sandbox-key',
    CARDS_TIMEOUT_MS: '1500',
  });
  return {
    url,
    book: async () => (await (await fetch(`${url}/__cards/transactions`)).json()) as BookLine[],
    fault: async (mode, more = {}) => {
      const body = JSON.stringify({ partner: 'cards', mode, ...more });
      const answer = await fetch(`${url}/__faults`, { method: 'PUT', headers: json, body });
      if (!answer.ok) throw new Error(`the sandbox refused the fault: ${answer.status}`);
    },
    heal: async () => void (await fetch(`${url}/__faults`, { method: 'DELETE' })),
    settle: async () => void (await fetch(`${url}/__cards/settle`, { method: 'POST' })),
    calls: async (operation) => {
      const journal = (await (await fetch(`${url}/__journal?partner=cards`)).json()) as unknown;
      const entries = (Array.isArray(journal) ? journal : (journal as { calls: unknown[] }).calls) as { operation?: string }[];
      return entries.filter((entry) => entry.operation === operation).length;
    },
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
      const { dataDescriptor, dataValue } = await secure(
        number,
        `${String(card.expMonth).padStart(2, '0')}${card.expYear}`,
        card.billingZip,
      );
      return { descriptor: dataDescriptor, value: dataValue, ...card };
    },
    stop: async () => {
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
