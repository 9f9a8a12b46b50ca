import { CALLERS, type Caller } from '@portal/kit/auth/callers';
import { makeKey, type PrivateKey, publicOf } from '@portal/kit/auth/token-keys';
import { keepSecrets } from './secrets.ts';

/** The keys by which processes authenticate to each other, as environment variables. */
export interface TokenKeys {
  /** TOKEN_SIGNING_KEY of one process. */
  readonly of: (caller: Caller) => string;
  /** TOKEN_SIGNING_KEY for scripts from outside, which speak as everybody. */
  readonly all: string;
  /** TOKEN_PUBLIC_KEYS of every service. */
  readonly public: string;
}

const PREFIX = 'token key of ';

/** The keys of a data folder, made once for each caller. */
export function keepTokenKeys(dataDir: string): TokenKeys {
  const make = (name: string): string =>
    JSON.stringify(makeKey(name.slice(PREFIX.length) as Caller));
  const names = CALLERS.map((caller) => PREFIX + caller);
  const kept = keepSecrets(dataDir, names, { make });
  const keys = names.map((name) => JSON.parse(kept[name] ?? '') as PrivateKey);
  return {
    of: (caller) => kept[PREFIX + caller] ?? '',
    all: JSON.stringify({ keys }),
    public: JSON.stringify({ keys: keys.map(publicOf) }),
  };
}
