import { publishedSecrets } from './published-secrets.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The kind of an installation. Production refuses settings that only suit the others. R-603. */
export const DEPLOYMENTS = ['production', 'trial', 'development'] as const;

/** Whether DEPLOYMENT says production, or nothing. */
export const isProduction = ({ DEPLOYMENT }: Environment = process.env): boolean =>
  (DEPLOYMENT || 'production') === 'production';

/** Variables with the address of a partner. */
const PARTNER_ADDRESSES = [
  'ACCEPT_JS_URL',
  'CARDS_URL',
  'COOPERSMITH_URL',
  'EXAM_PLATFORM_URL',
  'PROCTOR_URL',
  'RECAPTCHA_JS_URL',
  'RECAPTCHA_VERIFY_URL',
  'TAL_URL',
  'TTI_URL',
];

/** Hosts of a sandbox: ours on a laptop, in compose, in a cluster, and Authorize.Net's. */
const SANDBOX_HOST =
  /^((sandbox|partners)(\..*)?|localhost|127(\.\d+){3}|\[::1\]|(apitest|jstest)\.authorize\.net)$/i;
const isSandbox = (address: string): boolean =>
  URL.canParse(address) && SANDBOX_HOST.test(new URL(address).hostname);

/** The members of JSON Web Keys that are values of a key. */
const KEY_MEMBER = /"[dx]"\s*:\s*"([\w-]+)"/g;

/** Everything in a value that may be a secret: successive secrets, keys, the password of a URL. */
const secretsIn = (value: string): string[] => [
  ...value.split(/\s+/),
  ...[...value.matchAll(KEY_MEMBER)].map(([, member = '']) => member),
  ...(URL.canParse(value) ? [decodeURIComponent(new URL(value).password)] : []),
];

/**
 * Returns why this environment must not run in production, one sentence for each variable; none
 * where DEPLOYMENT is `trial` or `development`. No sentence holds a value. R-603.
 */
export function deploymentErrors(env: Environment): string[] {
  if (!isProduction(env))
    return DEPLOYMENTS.some((one) => one === env.DEPLOYMENT)
      ? []
      : [`DEPLOYMENT must be one of ${DEPLOYMENTS.join(', ')}.`];
  const published = Object.entries(env).filter(([, value = '']) =>
    secretsIn(value).some((secret) => publishedSecrets.has(secret)),
  );
  const sandboxes = PARTNER_ADDRESSES.filter((name) => isSandbox(env[name] ?? ''));
  const hasClock = Number(env.TEST_CLOCK_OFFSET_MS || 0) !== 0 || env.NODE_ENV === 'test';
  return [
    ...published.map(
      ([name]) => `${name} holds a secret that is published with the source code: make your own.`,
    ),
    ...sandboxes.map((name) => `${name} is the address of a sandbox: name the partner's own.`),
    ...(hasClock ? ['TEST_CLOCK_OFFSET_MS and NODE_ENV=test are for tests: remove them.'] : []),
    ...(env.SEED && env.SEED !== 'none' ? ['SEED must be none in production.'] : []),
  ];
}
