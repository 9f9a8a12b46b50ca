import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSandbox } from './app.ts';
import type { Settings } from './settings.ts';

/** Luhn-valid numbers of the card brands' own test ranges. */
export const numbers = {
  visa: '4111111111111111',
  visaOther: '4012888818888',
  master: '5424000000000015',
  amex: '370000000000002',
  discover: '6011000000000012',
};

interface Reply {
  messages: { resultCode: string; message: { code: string; text: string }[] };
  // biome-ignore lint/suspicious/noExplicitAny: tests read many shapes of one API
  [field: string]: any;
}

/** A sandbox on a free port with its own folder and a clock that the test moves. */
export interface TestSandbox {
  url: string;
  folder: string;
  clock: { at: number };
  /**
   * Sends a request to the card processor as the merchant (or, for opaque data, as the browser).
   */
  cards(name: string, body?: Record<string, unknown>): Promise<Reply>;
  /** Opaque data for a card. */
  opaque(
    number: string,
    more?: Record<string, string>,
  ): Promise<{ dataDescriptor: string; dataValue: string }>;
  charge(more: Record<string, unknown>): Promise<Reply>;
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: Reply }>;
  stop(): Promise<void>;
}

/** Starts one; with `folder` on the files of an earlier one. */
export async function startSandbox(with_: Partial<Settings> = {}): Promise<TestSandbox> {
  const folder = with_.folder ?? mkdtempSync(join(tmpdir(), 'sandbox-'));
  const clock = { at: Date.UTC(2026, 10, 21, 15) };
  const settings: Settings = {
    host: '127.0.0.1',
    port: 0,
    publicUrl: 'http://127.0.0.1:9',
    sandboxUrl: 'http://sandbox.test',
    settleSeconds: 86_400,
    clockOffsetMs: 0,
    cards: {
      loginId: 'sandbox-login',
      transactionKey: 'sandbox-key',
      clientKey: 'sandbox-client-key',
    },
    cardsTtinj: {
      loginId: 'sandbox-ttinj-login',
      transactionKey: 'sandbox-ttinj-key',
      clientKey: 'sandbox-ttinj-client-key',
    },
    proctorSecret: 'proctor-secret',
    examPlatformSecret: 'exam-secret',
    ...with_,
    folder,
  };
  const sandbox = createSandbox(settings, () => clock.at);
  const server = createServer(sandbox.app);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const cards: TestSandbox['cards'] = async (name, body = {}) => {
    const key =
      name === 'securePaymentContainerRequest'
        ? { clientKey: 'sandbox-client-key' }
        : { transactionKey: 'sandbox-key' };
    const answer = await fetch(`${url}/xml/v1/request.api`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        [name]: { merchantAuthentication: { name: 'sandbox-login', ...key }, ...body },
      }),
    });
    return JSON.parse((await answer.text()).replace(/^\uFEFF/, '')) as Reply;
  };
  const opaque: TestSandbox['opaque'] = async (cardNumber, more = {}) => {
    const token = { cardNumber, expirationDate: '122030', cardCode: '123', ...more };
    return (
      await cards('securePaymentContainerRequest', { data: { type: 'TOKEN', id: 'test', token } })
    ).opaqueData;
  };
  return {
    url,
    folder,
    clock,
    cards,
    opaque,
    charge: (more) =>
      cards('createTransactionRequest', {
        transactionRequest: { transactionType: 'authCaptureTransaction', ...more },
      }),
    call: async (method, path, body) => {
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(url + path, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: (await answer.json()) as Reply };
    },
    stop: async () => {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
      sandbox.close();
      if (!with_.folder) rmSync(folder, { recursive: true, force: true });
    },
  };
}
