import { afterAll, beforeAll } from '@jest/globals';
import { closeClients } from '@portal/kit/grpc/client';
import { mendPartners } from '../../../portal/processor.ts';
import { Person } from '../../../portal-user/person.ts';
import { sweep } from '../../invariants/invariants.ts';
import { type HurtPortal, startHurtPortal } from './hurt-portal.ts';

const TIMEOUT_MS = 60_000;

/** The portal that the test files of this process share. */
let shared: HurtPortal | undefined;

async function endShared(): Promise<void> {
  const portal = shared;
  shared = undefined;
  await portal?.end();
}

/** Starts the shared portal once; it ends with this process. */
async function theShared(): Promise<HurtPortal> {
  if (!shared) {
    shared = await startHurtPortal();
    process.once('disconnect', endShared); // the runner has no more files for this process
  }
  return shared;
}

/** Leaves the shared portal as the next file expects it; ends it when that fails. */
async function leaveHealthy(portal: HurtPortal): Promise<void> {
  try {
    await mendPartners();
    await portal.recover();
    await sweep();
  } catch (error) {
    await endShared();
    throw error;
  }
}

/**
 * Lets the tests of a file run on the portal of this process, or on one of the file's own where
 * they damage it beyond repair; returns it once the tests run.
 */
export function withHurtPortal({ own = false } = {}): () => HurtPortal {
  let hurt: HurtPortal | undefined;
  const before = { env: new Map<string, string | undefined>(), timeoutMs: 0 };
  beforeAll(async () => {
    hurt = await (own ? startHurtPortal() : theShared());
    before.timeoutMs = Person.retryMs;
    for (const [name, value] of Object.entries(hurt.portal.env)) {
      before.env.set(name, process.env[name]);
      process.env[name] = value;
    }
    Person.retryMs = TIMEOUT_MS;
  });
  afterAll(async () => {
    try {
      if (hurt) await (own ? hurt.end() : leaveHealthy(hurt));
    } finally {
      closeClients();
      Person.retryMs = before.timeoutMs;
      for (const [name, value] of before.env) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
  });
  return () => {
    if (!hurt) throw new Error('the portal of this test is not up');
    return hurt;
  };
}
