import { signingKeyVariable } from '@portal/kit/auth/token-keys';
import { readEnv } from '@portal/kit/env';
import { z } from 'zod';
import { serviceAddresses } from './clients.ts';

const address = z.string().regex(/^\S+:\d+$/, 'must be host:port');
const addresses = Object.fromEntries(
  Object.values(serviceAddresses).map((name) => [name, address]),
) as Record<(typeof serviceAddresses)[keyof typeof serviceAddresses], typeof address>;

export const env = readEnv(
  z.object({
    ...addresses,
    HOST: z.string().default('0.0.0.0'),
    PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
    ADMIN_LISTEN: z.string().default('0.0.0.0:9090'),
    REDIS_URL: z.string().min(1),
    NATS_URL: z.string().min(1),
    TOKEN_SIGNING_KEY: signingKeyVariable,
    /** Hides in Redis what failed tries and places in the queue are counted by. */
    TRIES_SECRET: z.string().min(16),
    /**
     * Signs the cookies by which a browser that signed in before is known, and by which one keeps
     * its place in the queue.
     */
    BROWSER_COOKIE_SECRET: z.string().min(16),
    /** The public address: links, cookies and the check of a request's origin use it. */
    PUBLIC_URL: z.url(),
    /**
     * Hosts that are answered beside that of PUBLIC_URL, separated by commas: names under which
     * other services of a cluster call this one.
     */
    ALSO_ANSWERS: z.string().default(''),
    WEB_DIR: z.string().default('web/dist'),
    /** How many proxies before the portal may say whose address a request has. */
    TRUSTED_PROXIES: z.coerce.number().int().min(0).max(5).default(0),
    /** One line per request: call, status, duration, account; no path, query or body. */
    ACCESS_LOG: z.enum(['on', 'off']).default('on'),
    /** HTTP connections at once; beyond it new ones are closed. */
    MAX_CONNECTIONS: z.coerce.number().int().min(10).max(100_000).default(5000),
    /** Whether visitors wait in a queue while more of them come than the portal can bear. */
    WAITING_ROOM: z.enum(['on', 'off']).default('on'),
    /** The longest wait of a sign-in for its turn, and the longest call, before visitors queue. */
    WAITING_ROOM_TARGET_MS: z.coerce.number().int().min(100).max(10_000).default(1000),
    /** The most visitors that may wait; a later one reads that the queue is full. */
    WAITING_ROOM_PLACES: z.coerce.number().int().min(0).max(1_000_000).default(20_000),
    /** So many places a network address is given in 15 minutes: a school sits behind one. */
    WAITING_ROOM_PLACES_OF_ADDRESS: z.coerce.number().int().min(1).max(1_000_000).default(1000),
    /** Sign-ins of students that this replica asks identity for side by side. */
    SIGN_INS_AT_ONCE: z.coerce.number().int().min(1).max(1000).default(16),
    /** The virus scanner for sent files; without it files are not scanned. */
    CLAMD_ADDR: address.optional(),
    ACCEPT_JS_URL: z.url(),
    CARDS_LOGIN_ID: z.string().min(1),
    CARDS_CLIENT_KEY: z.string().min(1),
    /** The second merchant account, which seminary study may be paid to. */
    CARDS_TTINJ_LOGIN_ID: z.string().optional(),
    CARDS_TTINJ_CLIENT_KEY: z.string().optional(),
    /** Which of the accounts TTI and TTINJ take bank accounts; both by default. */
    CARDS_ACH_ACCOUNTS: z.string().optional(),
    RECAPTCHA_JS_URL: z.url().optional(),
    RECAPTCHA_SITE_KEY: z.string().optional(),
  }),
);
export type Env = typeof env;
