import { CALLERS, type Caller } from './callers.ts';
import { makeKey, publicOf } from './token-keys.ts';

// The command for an operator: node services/kit/auth/make-key.ts <caller>. The first line goes
// into the Secret of that service, the second into the set of public keys that all services have.
const caller = process.argv[2] as Caller;
if (!CALLERS.includes(caller)) {
  process.stderr.write(`Whose key? One of ${CALLERS.join(', ')}.\n`);
  process.exit(1);
}
const key = makeKey(caller);
process.stdout.write(`TOKEN_SIGNING_KEY=${JSON.stringify(key)}\n`);
process.stdout.write(`public, for "keys" of TOKEN_PUBLIC_KEYS: ${JSON.stringify(publicOf(key))}\n`);
