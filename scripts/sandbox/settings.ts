import { join, resolve } from 'node:path';
import * as z from 'zod';

/**
 * What a merchant account of the card processor is known by: to servers by login and transaction
 * key, to browsers by login and client key.
 */
export interface MerchantKeys {
  loginId: string;
  transactionKey: string;
  clientKey: string;
}

/**
 * Everything the sandbox needs to know; made from the environment by `readSettings`, by hand in
 * tests.
 */
export interface Settings {
  host: string;
  port: number;
  /** Folder of the sandbox's files (`DATA_DIR/sandbox`). */
  folder: string;
  /** The portal's address: partners send their notices below it. */
  publicUrl: string;
  /** The address by which browsers reach the sandbox. */
  sandboxUrl: string;
  settleSeconds: number;
  /** By how much its clock differs from the machine's: that of a run of tests. */
  clockOffsetMs: number;
  cards: MerchantKeys;
  /** The second merchant account, for seminary study in New Jersey. */
  cardsTtinj: MerchantKeys;
  proctorSecret: string;
  examPlatformSecret: string;
}

const text = (fallback: string) =>
  z.preprocess((value) => (value === '' ? undefined : value), z.string().default(fallback));
const whole = (fallback: number, max: number) =>
  z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.coerce.number().int().min(0).max(max).default(fallback),
  );

const environment = z.object({
  HOST: text('127.0.0.1'),
  SANDBOX_PORT: whole(8090, 65_535),
  DATA_DIR: text('.data'),
  PUBLIC_URL: text('http://localhost:8080'),
  SANDBOX_URL: text(''),
  SANDBOX_SETTLE_SECONDS: whole(86_400, 31_536_000),
  TEST_CLOCK_OFFSET_MS: z.coerce.number().int().default(0),
  CARDS_LOGIN_ID: text('sandbox-login'),
  CARDS_TRANSACTION_KEY: text('sandbox-key'),
  CARDS_CLIENT_KEY: text('sandbox-client-key'),
  CARDS_TTINJ_LOGIN_ID: text('sandbox-ttinj-login'),
  CARDS_TTINJ_TRANSACTION_KEY: text('sandbox-ttinj-key'),
  CARDS_TTINJ_CLIENT_KEY: text('sandbox-ttinj-client-key'),
  PROCTOR_SECRET: text('sandbox-proctor-secret'),
  EXAM_PLATFORM_SECRET: text('sandbox-exam-secret'),
});

/**
 * Settings from the environment. Throws an Error with one sentence that names the first wrong
 * variable.
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const read = environment.safeParse(env);
  if (!read.success)
    throw new Error(
      `${read.error.issues[0]?.path.join('.')} is not usable: ${read.error.issues[0]?.message}.`,
    );
  const e = read.data;
  return {
    host: e.HOST,
    port: e.SANDBOX_PORT,
    folder: join(resolve(e.DATA_DIR), 'sandbox'),
    publicUrl: e.PUBLIC_URL.replace(/\/+$/, ''),
    sandboxUrl: (e.SANDBOX_URL || `http://localhost:${e.SANDBOX_PORT}`).replace(/\/+$/, ''),
    settleSeconds: e.SANDBOX_SETTLE_SECONDS,
    clockOffsetMs: e.TEST_CLOCK_OFFSET_MS,
    cards: {
      loginId: e.CARDS_LOGIN_ID,
      transactionKey: e.CARDS_TRANSACTION_KEY,
      clientKey: e.CARDS_CLIENT_KEY,
    },
    cardsTtinj: {
      loginId: e.CARDS_TTINJ_LOGIN_ID,
      transactionKey: e.CARDS_TTINJ_TRANSACTION_KEY,
      clientKey: e.CARDS_TTINJ_CLIENT_KEY,
    },
    proctorSecret: e.PROCTOR_SECRET,
    examPlatformSecret: e.EXAM_PLATFORM_SECRET,
  };
}
