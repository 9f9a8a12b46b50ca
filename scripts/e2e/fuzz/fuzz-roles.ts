import { calls } from '@portal/contract/calls';
import type { Identity, Pools } from './identities.ts';
import { type RoleResult, runRole } from './run-role.ts';

export interface Fuzzing {
  readonly program: string;
  readonly url: string;
  readonly identities: readonly Identity[];
  readonly signIn: (identity: Identity) => Promise<string>;
  readonly pools: Pools;
  /** Runs rounds with another seed each, until so many were sent. */
  readonly cases: number;
  readonly seed: number;
  readonly say: (line: string) => void;
}

export interface FuzzResult {
  readonly cases: number;
  /** The failures, with the identity that sent them and the seed to repeat them. */
  readonly failures: readonly { identity: Identity; seed: number; text: string }[];
}

/** With fewer cases than this for each identity, boundary values are left to the long run. */
const ENOUGH_FOR_BOUNDARIES = 2_000;
const MAX_CASES_PER_CALL = 50;

/** Sends cases as each identity, one after the other, until there were enough. */
export async function fuzzRoles(fuzzing: Fuzzing): Promise<FuzzResult> {
  const { identities, signIn, seed, say } = fuzzing;
  const share = fuzzing.cases / identities.length;
  const boundaries = share >= ENOUGH_FOR_BOUNDARIES;
  const casesOfCall = Math.min(
    MAX_CASES_PER_CALL,
    Math.max(1, Math.ceil(share / calls.length / 2)),
  );
  const failures: FuzzResult['failures'][number][] = [];
  let sent = 0;
  for (let round = 0; sent < fuzzing.cases; round++) {
    const before = sent;
    for (const identity of identities) {
      // each identity sends once, however few cases are requested
      if (round > 0 && sent >= fuzzing.cases) break;
      const of = seed + round;
      const result = await runRole({
        ...fuzzing,
        identity,
        signIn: () => signIn(identity),
        casesOfCall,
        // they are the same in each round
        boundaries: boundaries && round === 0,
        seed: of,
      });
      sent += result.cases;
      say(lineOf(identity, of, result));
      if (result.ok) continue;
      say(result.failures); // at once: the whole run takes most of an hour
      failures.push({ identity, seed: of, text: result.failures });
    }
    if (sent === before) break; // nothing could be sent, which is among the failures
  }
  return { cases: sent, failures };
}

const lineOf = (identity: Identity, seed: number, { ok, cases, calls }: RoleResult): string =>
  `${ok ? 'ok  ' : 'FAIL'} ${identity.padEnd(20)} ${cases} cases of ${calls} calls (seed ${seed})`;
