import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Caller } from '@portal/kit/auth/callers';
import { makeKey, type PublicKey, publicKeysVariable, publicOf } from '@portal/kit/auth/token-keys';
import { SERVICES } from '../start/paths.ts';
import { UserError } from '../start/user-error.ts';
import type { Place } from './plan.ts';
import { containerOf, type Deployment } from './restore-pod.ts';
import { kubectl, outputOf, run } from './run.ts';

/** Longer than a token is good for, with clocks that differ. */
const TOKENS_END_MS = 3 * 60_000;

/** The public keys while a service changes its key: the one that it signs with, and the next. */
export const withNext = (keys: readonly PublicKey[], now: string, next: PublicKey): PublicKey[] => [
  ...keys.filter(({ iss, kid }) => iss !== next.iss || kid === now),
  next,
];

/** The public keys when the change is over. */
export const withOnly = (keys: readonly PublicKey[], key: PublicKey): PublicKey[] => [
  ...keys.filter(({ iss }) => iss !== key.iss),
  key,
];

interface SecretPlace {
  name: string;
  key: string;
}

/**
 * Gives a service a new signing key: all services learn its public half, the service signs with it,
 * and three minutes later all forget the old one. After an interruption, run it again.
 */
export async function rotateKey(
  place: Place,
  part: string,
  say: (line: string) => void,
  waitMs = TOKENS_END_MS,
): Promise<void> {
  if (place.kind === 'local') throw new UserError('rotate is for a cluster.');
  const ask = (...args: string[]) => outputOf(kubectl(place, ...args));
  const deployment = JSON.parse(
    await ask('get', `deployment/${place.release}-${part}`, '-o', 'json'),
  ) as Deployment;
  const placeOf = (variable: string, of: Deployment, container: string): SecretPlace => {
    const found = containerOf(of, container).env?.find(({ name }) => name === variable);
    const secret = found?.valueFrom?.secretKeyRef;
    if (!secret) throw new UserError(`${container} does not have ${variable} from a Secret.`);
    return secret;
  };
  const service = part === 'bff' ? SERVICES[0] : part;
  const other = JSON.parse(
    await ask('get', `deployment/${place.release}-${service}`, '-o', 'json'),
  ) as Deployment;
  const own = placeOf('TOKEN_SIGNING_KEY', deployment, part);
  const shared = placeOf('TOKEN_PUBLIC_KEYS', other, service);

  const read = async ({ name, key }: SecretPlace) => {
    const { data } = JSON.parse(await ask('get', `secret/${name}`, '-o', 'json')) as {
      data: Record<string, string>;
    };
    return Buffer.from(data[key] ?? '', 'base64').toString();
  };
  const write = async ({ name, key }: SecretPlace, value: unknown) => {
    // by the standard input, so that no list of processes shows the key
    const patch = { data: { [key]: Buffer.from(JSON.stringify(value)).toString('base64') } };
    const input = Readable.from([JSON.stringify(patch)]);
    const words = ['patch', `secret/${name}`, '--type=merge', '--patch-file=/dev/stdin'];
    await outputOf(kubectl(place, ...words), input);
  };
  const rollOut = async (parts: readonly string[]) => {
    const names = parts.map((one) => `deployment/${place.release}-${one}`);
    await ask('rollout', 'restart', ...names);
    for (const name of names)
      if ((await run(kubectl(place, 'rollout', 'status', name, '--timeout=10m'))) !== 0)
        throw new UserError(`${name} did not come up: mend that, then do it again.`);
  };

  const next = makeKey(part as Caller);
  const keys = publicKeysVariable.parse(await read(shared));
  const { kid } = JSON.parse(await read(own)) as { kid: string };
  say(`1 of 3: all services learn the new public key ${next.kid}`);
  await write(shared, { keys: withNext(keys, kid, publicOf(next)) });
  await rollOut(SERVICES);
  say(`2 of 3: ${part} speaks with it`);
  await write(own, next);
  await rollOut([part]);
  say('3 of 3: in three minutes all services forget the old one');
  await pause(waitMs);
  await write(shared, { keys: withOnly(keys, publicOf(next)) });
  await rollOut(SERVICES);
  say(`${part} has a new key.`);
}
