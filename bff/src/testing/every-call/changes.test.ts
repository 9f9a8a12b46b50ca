import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { can, holdersOf, NOBODY } from '@portal/access/can';
import { type Role, STUDENT_ROLE } from '@portal/access/roles';
import { createFiller, type SeedState } from '@portal/kit/testing/calls/filled-messages';
import type { EveryRpc, ServedRpc } from '../every-rpc.ts';
import { aBed, type Bed, changes, type Named, type Outcome } from './bed.ts';
import { differencesOfShape } from './documented.ts';
import { STUDENTS } from './subjects.ts';
import { switchPermission } from './switched-permissions.ts';
import { variedInputs } from './varied-inputs.ts';

/** The id of every row, of a student of the school admin's own school too. */
const { studentId: ID } = STUDENTS['of the own school'];

/** Fields of responses that the BFF parses, or that say that there is nothing new. */
const values = {
  unchanged: false,
  query: '{}',
  options_json: '{}',
  field: 'firstName',
};

const fill = createFiller({ id: ID, values });
const responses = new Map<string, object>();
/** The response of an RPC, made once. */
function responseOf({ service, method }: ServedRpc, filling: SeedState): object {
  const key = `${service}.${method.name} ${filling}`;
  const made =
    responses.get(key) ?? method.responseType.decode(fill(service, method.name, filling));
  responses.set(key, made);
  return made;
}

/** The BFF before services that succeed; `filling` is how much they say to a person. */
const startBed = (filling: SeedState, served: Pick<EveryRpc, 'served'> = {}) =>
  aBed({
    ...served,
    handle: (rpc) => responseOf(rpc, rpc.actor.kind === 'service' ? 'full' : filling),
  });

/** Changes that cannot be composed from a response of this filling, and which rows they need. */
const NEEDS_ROWS: Readonly<Record<SeedState, Readonly<Record<string, string>>>> = {
  full: {
    moveOfficeSession: 'a run whose kind is a move',
    startExam: 'a start link as proof of who starts',
  },
  sparse: {
    moveOfficeSession: 'a run whose kind is a move',
    startExam: 'a start link as proof of who starts',
    createUser: 'the account in the list',
    updateUser: 'the account in the list',
    createSchoolSession: 'the session in the list',
    payRegisterAndSchedule: 'the order',
    redeliverWebhook: 'the webhook in the list',
    addSecondFactor: 'either the options of a passkey or the secret of an app',
  },
};

const commitOf = ({ requests }: Outcome): number =>
  requests.findIndex(({ isChange, outcome }) => isChange && outcome === 'ok');

/** The RPCs after the commit that failed; most of all, those that the caller may not make. */
const failedAfterCommit = (outcome: Outcome): string[] =>
  outcome.requests
    .slice(commitOf(outcome))
    .filter((rpc) => rpc.outcome !== 'ok')
    .map((rpc) => `${rpc.rpc}: ${rpc.outcome}`);

/** Where the response to a change is not 200 or 202 with its documented shape. */
function undocumented({ call }: Named, { answer: { status, body } }: Outcome): string[] {
  if (status !== 200 && status !== 202) return [`${status} ${body.code}`];
  const schema = status === 202 ? call.accepted : call.answer;
  return schema === undefined ? ['202'] : differencesOfShape(schema, body);
}

/**
 * Keyed calls whose response has fields that services compute after the commit, and why. A replay
 * has these fields as they are then, and 503 while a service is unavailable. All other keyed calls
 * are composed from the result of their command, which its service stores under the key.
 */
const READS_AFTER_COMMIT: Readonly<Record<string, string>> = {
  createUser: 'the list of accounts, as it is now',
  decideAccommodation: 'how bookings change; nothing is decided by it',
  editStudent: 'the row of the student in a search, as it is now',
  payProctorFee: 'the row of the exam, as it is now',
  payProctorFeeWithPaymentProfile: 'the row of the exam, as it is now',
  saveWebhook: 'the state of deliveries, as it is now',
  talReleaseExams: 'the credits of the student, as they are now',
  updateUser: 'the list of accounts, as it is now',
};

/** The queries that a request made after its first change. */
const readsAfterCommit = (outcome: Outcome): string[] => {
  const commit = commitOf(outcome);
  return commit === -1
    ? []
    : outcome.requests.slice(commit).flatMap((one) => (one.isChange ? [] : one.rpc));
};

/** Makes the change in each of its variants as each role that may; returns troubles by role. */
async function tryAsEveryRole(bed: Bed, named: Named, isComposed = true) {
  const troubles: Record<string, string[]> = {};
  const committed = new Set<Role>();
  for (const role of holdersOf(named.call.permission)) {
    const isAbout = named.call.onStudent && role !== STUDENT_ROLE;
    const about = isAbout ? { student_id: ID, studentId: ID } : {};
    const found = new Set<string>();
    for (const input of variedInputs(named, ID)) {
      const outcome = await bed.ask(role, named.call, { ...input, ...about });
      if (commitOf(outcome) === -1) continue;
      committed.add(role);
      for (const failed of failedAfterCommit(outcome)) found.add(failed);
      if (isComposed) for (const other of undocumented(named, outcome)) found.add(other);
    }
    if (found.size > 0) troubles[role] = [...found];
  }
  return { troubles, committed: [...committed] };
}

const closedChanges = changes.filter(({ call }) => !can(NOBODY, call.permission) && !call.file);

describe.each(['full', 'sparse'] as const)('services with %s responses', (filling) => {
  let bed: Bed;
  beforeAll(async () => {
    bed = await startBed(filling);
  });
  afterAll(() => bed.close());

  test.each(closedChanges)('a success of $name is documented for every role', async (named) => {
    const isComposed = !(named.name in NEEDS_ROWS[filling]);
    const { troubles, committed } = await tryAsEveryRole(bed, named, isComposed);
    expect(troubles).toEqual({});
    if (named.call.keyed && isComposed) expect(committed).toEqual(holdersOf(named.call.permission));
  });
});

test('a keyed call is composed from its command, except for listed fields', async () => {
  const bed = await startBed('full');
  const found = new Set<string>();
  for (const named of closedChanges.filter(({ call }) => call.keyed)) {
    const { name, call } = named;
    const role = holdersOf(call.permission)[0] as Role;
    const isAbout = call.onStudent && role !== STUDENT_ROLE;
    for (const input of variedInputs(named, ID)) {
      const about = isAbout ? { student_id: ID, studentId: ID } : {};
      const outcome = await bed.ask(role, call, { ...input, ...about });
      if (readsAfterCommit(outcome).length > 0) found.add(name);
    }
  }
  await bed.close();
  expect([...found].sort()).toEqual(Object.keys(READS_AFTER_COMMIT).sort());
});

test('the matrix notices a read after a change that a role may not make', async () => {
  const bed = await startBed('sparse', {
    served: switchPermission('registration.list', 'user.list'),
  });
  const cancel = closedChanges.find(({ name }) => name === 'cancelExamRegistration') as Named;
  const { troubles } = await tryAsEveryRole(bed, cancel);
  await bed.close();
  expect(troubles[STUDENT_ROLE]).toEqual([
    'registration.listRegistrations: forbidden',
    '403 forbidden',
  ]);
});
