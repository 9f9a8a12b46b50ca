import type { Secrets } from '../data-folder/secrets.ts';
import type { TokenKeys } from '../data-folder/token-keys.ts';
import { SERVICES, type ServiceName } from '../paths.ts';
import type { DatabaseUrls } from '../servers/databases.ts';
import { NATS_SECRETS } from '../servers/nats.ts';
import type { NatsUser } from '../servers/nats-config.ts';
import type { Environment, Settings } from '../settings.ts';

/** Addresses of all processes once ports are chosen. */
export interface Addresses {
  readonly url: string;
  readonly publicUrl: string;
  readonly mailUrl: string;
  readonly sandboxUrl: string;
  readonly natsUrl: (user: NatsUser) => string;
  readonly redisUrl: string;
  readonly smtpUrl: string;
  readonly grpc: Readonly<Record<ServiceName, number>>;
  readonly admin: Readonly<Record<ServiceName | 'bff', number>>;
}

type Env = Record<string, string>;

/** Secrets of one part each, by the names that the part knows them by. */
const PART_SECRETS = [
  'IDENTITY_SECRET',
  'FACTOR_SECRET',
  'START_LINK_SECRET',
  'SLIP_SECRET',
  'TRIES_SECRET',
  'BROWSER_COOKIE_SECRET',
  'WEBHOOKS_SECRET',
];

/** Files of mutual TLS between services, whose certificate is for `localhost` here. */
const GRPC_TLS = ['GRPC_TLS_CA_FILE', 'GRPC_TLS_CERT_FILE', 'GRPC_TLS_KEY_FILE'];

/** Settings of the BFF that a person or a load test may choose. */
const BFF_SETTINGS = [
  'ACCESS_LOG',
  'MAX_CONNECTIONS',
  'SIGN_INS_AT_ONCE',
  'TRUSTED_PROXIES',
  'WAITING_ROOM',
  'WAITING_ROOM_PLACES',
  'WAITING_ROOM_PLACES_OF_ADDRESS',
  'WAITING_ROOM_TARGET_MS',
];

/** Settings that a person may pass to the services, e.g. to try a partner's own test system. */
const PASSED_ON = [
  ...PART_SECRETS,
  ...GRPC_TLS,
  ...BFF_SETTINGS,
  'MAIL_FROM',
  'SUPPORT_MAIL',
  'ACCEPT_JS_URL',
  'CARDS_URL',
  'CARDS_LOGIN_ID',
  'CARDS_TRANSACTION_KEY',
  'CARDS_CLIENT_KEY',
  'CARDS_TTINJ_LOGIN_ID',
  'CARDS_TTINJ_TRANSACTION_KEY',
  'CARDS_TTINJ_CLIENT_KEY',
  'CARDS_ACH_ACCOUNTS',
  'RECAPTCHA_JS_URL',
  'RECAPTCHA_SITE_KEY',
  'RECAPTCHA_VERIFY_URL',
  'RECAPTCHA_SECRET',
  'TAL_URL',
  'COOPERSMITH_URL',
  'PROCTOR_URL',
  'PROCTOR_SECRET',
  'EXAM_PLATFORM_URL',
  'EXAM_PLATFORM_SECRET',
  'TTI_URL',
  'WEBHOOK_LOCAL_ADDRESSES',
  'MAX_CONNECTIONS',
  // sizes of SEED=load for its tests
  'LOAD_STUDENTS',
  'LOAD_EXAMS',
  'LOAD_SESSIONS',
  'LOAD_REGISTRATIONS',
  'LOAD_BRANCHES',
  'LOAD_SCHOOLS',
];

/** Keys that stay the same while the data folder lasts. */
export const SECRET_NAMES: readonly string[] = [
  ...SERVICES,
  'postgres',
  'redis',
  ...NATS_SECRETS,
  ...PART_SECRETS,
];

/**
 * Start links that a portal gave before the secret had a name of its own are given again unchanged.
 */
export const SECRET_SUCCESSORS: Secrets = { START_LINK_SECRET: 'actor' };

/**
 * Returns addresses and credentials of the partners: the sandbox, unless the environment names
 * others.
 */
export function partnerEnv(
  { sandboxUrl }: Pick<Addresses, 'sandboxUrl'>,
  secrets: Secrets,
  outside: Environment,
): Env {
  const env: Env = {
    ...Object.fromEntries(PART_SECRETS.map((name) => [name, secrets[name] ?? ''])),
    MAIL_FROM: 'JSE <portal@jse.test>',
    SUPPORT_MAIL: 'support@jse.test',
    ACCEPT_JS_URL: `${sandboxUrl}/v1/Accept.js`,
    CARDS_URL: `${sandboxUrl}/xml/v1/request.api`,
    CARDS_LOGIN_ID: 'sandbox-login',
    CARDS_TRANSACTION_KEY: 'sandbox-key',
    CARDS_CLIENT_KEY: 'sandbox-client-key',
    CARDS_TTINJ_LOGIN_ID: 'sandbox-ttinj-login',
    CARDS_TTINJ_TRANSACTION_KEY: 'sandbox-ttinj-key',
    CARDS_TTINJ_CLIENT_KEY: 'sandbox-ttinj-client-key',
    RECAPTCHA_JS_URL: `${sandboxUrl}/recaptcha/api.js`,
    RECAPTCHA_SITE_KEY: 'sandbox-site-key',
    RECAPTCHA_VERIFY_URL: `${sandboxUrl}/recaptcha/siteverify`,
    RECAPTCHA_SECRET: 'sandbox-recaptcha-secret',
    TAL_URL: `${sandboxUrl}/tal`,
    COOPERSMITH_URL: `${sandboxUrl}/coopersmith`,
    PROCTOR_URL: `${sandboxUrl}/proctor`,
    PROCTOR_SECRET: 'sandbox-proctor-secret',
    EXAM_PLATFORM_URL: `${sandboxUrl}/exams`,
    EXAM_PLATFORM_SECRET: 'sandbox-exam-secret',
    TTI_URL: `${sandboxUrl}/tti`,
    WEBHOOK_LOCAL_ADDRESSES: '127.0.0.1,::1', // the receiver of the sandbox
  };
  for (const name of PASSED_ON) {
    const value = outside[name];
    if (value) env[name] = value;
  }
  return env;
}

/**
 * Has every program of a portal go by the clock of a run of tests, which alone give the environment
 * of a start; the processes refuse the offset where NODE_ENV says anything else.
 */
export const clockEnv = ({ TEST_CLOCK_OFFSET_MS: offset }: Environment = {}): Env =>
  offset ? { NODE_ENV: 'test', TEST_CLOCK_OFFSET_MS: offset } : {};
const CLOCK = ['NODE_ENV', 'TEST_CLOCK_OFFSET_MS'];

/** Shared variables that each process gets, beside its own database and ports. */
const NEEDS: Readonly<Record<ServiceName | 'bff', readonly string[]>> = {
  identity: [
    'RECAPTCHA_VERIFY_URL',
    'RECAPTCHA_SECRET',
    'IDENTITY_SECRET',
    'WEBHOOKS_SECRET',
    'FACTOR_SECRET',
    'WEBHOOK_LOCAL_ADDRESSES',
  ],
  catalog: ['TAL_URL'],
  registration: [
    'COOPERSMITH_URL',
    'PROCTOR_URL',
    'PROCTOR_SECRET',
    'EXAM_PLATFORM_URL',
    'EXAM_PLATFORM_SECRET',
    'START_LINK_SECRET',
    'WEBHOOK_LOCAL_ADDRESSES',
    'SLIP_SECRET',
  ],
  payments: [
    'SUPPORT_MAIL',
    'CARDS_URL',
    'CARDS_LOGIN_ID',
    'CARDS_TRANSACTION_KEY',
    'CARDS_TTINJ_LOGIN_ID',
    'CARDS_TTINJ_TRANSACTION_KEY',
    'CARDS_ACH_ACCOUNTS',
    'WEBHOOK_LOCAL_ADDRESSES',
  ],
  schools: [],
  seminary: ['TTI_URL', 'TAL_URL'],
  transcripts: ['TAL_URL', 'COOPERSMITH_URL'],
  bff: [
    'MAX_CONNECTIONS',
    'TRIES_SECRET',
    'BROWSER_COOKIE_SECRET',
    'ACCEPT_JS_URL',
    'CARDS_LOGIN_ID',
    'CARDS_CLIENT_KEY',
    'CARDS_TTINJ_LOGIN_ID',
    'CARDS_TTINJ_CLIENT_KEY',
    'CARDS_ACH_ACCOUNTS',
    'RECAPTCHA_JS_URL',
    'RECAPTCHA_SITE_KEY',
    ...BFF_SETTINGS,
  ],
};

const only = (env: Env, names: readonly string[]): Env =>
  Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));

/** Returns the addresses of the services: IDENTITY_ADDR and its kin. */
function serviceAddresses({ grpc }: Addresses, { GRPC_TLS_CA_FILE: ca }: Env): Env {
  const host = ca ? 'localhost' : '127.0.0.1'; // a certificate is for a name
  return Object.fromEntries(
    SERVICES.map((service) => [`${service.toUpperCase()}_ADDR`, `${host}:${grpc[service]}`]),
  );
}

/** Addresses and secrets from which environments are built. */
interface EnvSources {
  readonly addresses: Addresses;
  readonly databases: DatabaseUrls;
  readonly partners: Env;
  readonly tokenKeys: TokenKeys;
}

/** The environment of a service. */
export function serviceEnv(
  service: ServiceName,
  { addresses, databases, partners, tokenKeys }: EnvSources,
): Env {
  return {
    NODE_ENV: 'production',
    DEPLOYMENT: 'development',
    PART: service,
    DATABASE_URL: databases[service],
    TOKEN_SIGNING_KEY: tokenKeys.of(service),
    TOKEN_PUBLIC_KEYS: tokenKeys.public,
    NATS_URL: addresses.natsUrl(service),
    SMTP_URL: addresses.smtpUrl,
    PUBLIC_URL: addresses.publicUrl,
    GRPC_LISTEN: `127.0.0.1:${addresses.grpc[service]}`,
    ADMIN_LISTEN: `127.0.0.1:${addresses.admin[service]}`,
    ...serviceAddresses(addresses, partners),
    ...only(partners, ['MAIL_FROM', ...CLOCK, ...GRPC_TLS, ...NEEDS[service]]),
  };
}

/** The environment of the BFF. */
export function bffEnv(
  settings: Settings,
  { addresses, partners, tokenKeys }: Omit<EnvSources, 'databases'>,
  webDir: string,
): Env {
  return {
    NODE_ENV: 'production',
    DEPLOYMENT: 'development',
    PART: 'bff',
    HOST: settings.host,
    PORT: new URL(addresses.url).port || '80',
    ADMIN_LISTEN: `127.0.0.1:${addresses.admin.bff}`,
    TOKEN_SIGNING_KEY: tokenKeys.of('bff'),
    REDIS_URL: addresses.redisUrl,
    NATS_URL: addresses.natsUrl('bff'),
    PUBLIC_URL: addresses.publicUrl,
    WEB_DIR: webDir,
    ...serviceAddresses(addresses, partners),
    ...only(partners, [...CLOCK, ...GRPC_TLS, ...NEEDS.bff]),
  };
}

/** The environment of the partner sandbox. */
export function sandboxEnv(
  settings: Settings,
  addresses: Addresses,
  partners: Env,
  dataDir: string,
): Env {
  return {
    HOST: settings.host,
    SANDBOX_PORT: new URL(addresses.sandboxUrl).port,
    SANDBOX_URL: addresses.sandboxUrl,
    DATA_DIR: dataDir,
    PUBLIC_URL: addresses.publicUrl,
    ...only(partners, [
      ...CLOCK,
      'CARDS_LOGIN_ID',
      'CARDS_TRANSACTION_KEY',
      'CARDS_CLIENT_KEY',
      'CARDS_TTINJ_LOGIN_ID',
      'CARDS_TTINJ_TRANSACTION_KEY',
      'CARDS_TTINJ_CLIENT_KEY',
      'PROCTOR_SECRET',
      'EXAM_PLATFORM_SECRET',
    ]),
  };
}

/**
 * Returns the environment of scripts outside of the portal (seed, tests): every address and every
 * database.
 */
export function outsideEnv({ addresses, databases, partners, tokenKeys }: EnvSources): Env {
  return {
    DEPLOYMENT: 'development',
    PORTAL_URL: addresses.url,
    PUBLIC_URL: addresses.publicUrl,
    MAIL_URL: addresses.mailUrl,
    SANDBOX_URL: addresses.sandboxUrl,
    NATS_URL: addresses.natsUrl('operator'),
    REDIS_URL: addresses.redisUrl,
    SMTP_URL: addresses.smtpUrl,
    TOKEN_SIGNING_KEY: tokenKeys.all,
    TOKEN_PUBLIC_KEYS: tokenKeys.public,
    ...serviceAddresses(addresses, partners),
    ...Object.fromEntries(
      SERVICES.map((service) => [`${service.toUpperCase()}_DATABASE_URL`, databases[service]]),
    ),
    ...partners,
  };
}
