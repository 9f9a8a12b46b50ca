import { parseArgs } from 'node:util';
import { messageOf } from '../../start/user-error.ts';
import { findSchemathesis, NO_SCHEMATHESIS } from '../../tools/schemathesis.ts';
import { fuzzRoles } from './fuzz-roles.ts';
import { demoPeople, IDENTITIES, type Identity, madePeople } from './identities.ts';
import { startOwnPortal } from './own-portal.ts';

// `npm run fuzz [-- --cases N --role R --seed S]`: sends cases that schemathesis generates from the
// OpenAPI to every call, signed in as every role and not at all, on a portal of its own. With
// BASE_URL, on a running one by its demo accounts, whose rate limits then interfere. Exit code 0
// when no answer was a 5xx, undocumented, of another form than documented, or a 200 to input that
// the contract refuses.

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      cases: { type: 'string', default: '100000' },
      role: { type: 'string', multiple: true },
      seed: { type: 'string', default: '1' },
    },
  });
  const identities = (values.role ?? IDENTITIES) as readonly Identity[];
  const unknown = identities.filter((identity) => !IDENTITIES.includes(identity));
  const [cases, seed] = [Number(values.cases), Number(values.seed)];
  if (unknown.length > 0 || !Number.isInteger(cases) || cases < 1 || !Number.isInteger(seed)) {
    say(`usage: npm run fuzz [-- --cases N --seed N --role <one of ${IDENTITIES.join(', ')}>]`);
    return 2;
  }
  const program = findSchemathesis();
  if (!program) {
    say(NO_SCHEMATHESIS);
    return 1;
  }
  const baseUrl = process.env['BASE_URL']?.replace(/\/+$/, '');
  const portal = baseUrl ? { url: baseUrl, stop: async () => {} } : await startOwnPortal(say);
  try {
    const people = baseUrl ? { signIn: demoPeople(baseUrl), pools: {} } : await madePeople();
    const { url } = portal;
    const result = await fuzzRoles({ program, url, identities, cases, seed, say, ...people });
    say(`${result.cases} cases, ${result.failures.length} runs with failures`);
    return result.failures.length > 0 ? 1 : 0;
  } finally {
    await portal.stop();
  }
}

main().then(
  (code) => process.exit(code),
  (error) => {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exit(1);
  },
);
