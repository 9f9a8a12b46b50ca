import { Counter } from 'prom-client';
import type { Database } from '../database/database.ts';
import { failpoint } from '../jobs/failpoints.ts';
import type { Job } from '../jobs/jobs.ts';
import { log } from '../observability/log.ts';
import { steadyNow } from '../steady-clock.ts';
import { addressBook, syncAddresses } from './addresses/address-book.ts';
import { dueAddresses } from './addresses/address-store.ts';
import type { SwitchOff, WebhookOwner } from './addresses/webhook-owner.ts';
import { deliveryAfter, whySwitchedOff } from './delivery-machine.ts';
import {
  type Claimed,
  claimDeliveries,
  lockSent,
  noteHealth,
  noteTry,
  takeCutOff,
} from './delivery-store.ts';
import { dnsResolve } from './hosts/resolve-host.ts';
import { postWebhook, type Sending, type TryOutcome } from './post-webhook.ts';
import { signatureHeaders } from './signature.ts';
import { writeNewBodies } from './write-bodies.ts';

/** Tries of this process at one address at once; each address has its own. */
const CONCURRENCY = 4;
const SYNC_SECONDS = 300;

const tries = new Counter({
  name: 'portal_webhook_tries_total',
  help: 'Tries of webhooks by what came of them: accepted, refused or cut off',
  labelNames: ['outcome'],
});

/** The id of a message for receivers, in every try. */
export const wireId = (messageId: string): string => `msg_${messageId}`;

/** How one process sends; tests say more of it. */
export interface Deliverer {
  owner: WebhookOwner;
  sending?: Partial<Sending>;
  clock?: () => Date;
  chance?: () => number;
}

/** The background jobs of a service for webhooks. Safe on several replicas. */
export const webhookJobs = (db: Database, owner: WebhookOwner): Job[] => [
  deliverJob(db, { owner }),
  {
    name: 'webhook addresses',
    everySeconds: SYNC_SECONDS,
    run: async () => void (await syncAddresses(db, owner)),
  },
];

/**
 * Sends due deliveries. Each address has a queue of its own, which continues while others are slow;
 * a try that was interrupted by the end of its process counts as failed.
 */
export function deliverJob(db: Database, deliverer: Deliverer): Job {
  const { owner, clock = steadyNow } = deliverer;
  const book = addressBook(owner);
  const lines = new Map<number, Promise<void>>();

  async function work(webhookId: number, stopping: AbortSignal | undefined): Promise<void> {
    while (!stopping?.aborted) {
      const secrets = await book.secretsOf(webhookId, clock());
      if (secrets.length === 0) return;
      const claimed = await claimDeliveries(db, webhookId, CONCURRENCY);
      if (claimed.length === 0) return;
      await failpoint('webhook.claimed');
      const sent = claimed.map((one) => sendOne(db, deliverer, { one, secrets }));
      for (const { status, reason } of (await Promise.allSettled(sent)) as PromiseRejectedResult[])
        if (status === 'rejected') log.error({ err: reason, webhookId }, 'webhook try not noted');
    }
  }
  const begin = (webhookId: number, stopping: AbortSignal | undefined): void => {
    if (lines.has(webhookId)) return;
    const line = work(webhookId, stopping)
      .catch((error: unknown) => {
        log.warn({ err: error, webhookId }, 'webhooks wait, will be tried again');
      })
      .finally(() => lines.delete(webhookId));
    lines.set(webhookId, line);
  };

  return {
    name: 'webhooks',
    everySeconds: 1,
    onCommit: 'webhook',
    async run(stopping) {
      for (const left of await takeCutOff(db)) await noteCutOff(db, deliverer, left);
      // a delivery that cannot be written blocks no other
      await writeNewBodies(db, owner, clock()).catch((error: unknown) => {
        log.error({ err: error }, 'webhook bodies not written');
      });
      for (const webhookId of await dueAddresses(db)) begin(webhookId, stopping);
    },
    settle: async () => void (await Promise.all(lines.values())),
  };
}

/**
 * Makes one try of one delivery: sends it, notes the outcome, and switches the address off if
 * needed.
 */
async function sendOne(
  db: Database,
  { owner, sending, clock = steadyNow, chance = Math.random }: Deliverer,
  { one, secrets }: { one: Claimed; secrets: readonly string[] },
): Promise<void> {
  const at = clock();
  const headers = signatureHeaders({ id: wireId(one.messageId), at, body: one.body, secrets });
  const { localHosts, resolve = defaultResolve } = owner;
  const outcome = await postWebhook(
    { url: one.url, headers, body: one.body },
    { localHosts, resolve, ...sending },
  );
  await failpoint('webhook.sent');
  tries.inc({ outcome: outcome.ok ? 'accepted' : 'refused' });
  const { id: deliveryId, webhookId, event } = one;
  const { status, ms } = outcome;
  log.info({ webhookId, deliveryId, event, status, ms, error: outcome.error }, 'webhook tried');
  const off = await noteOutcome(db, one, { outcome, at, chance: chance() });
  if (off) await owner.switchOff(off);
}
const defaultResolve = dnsResolve();

/** A process ended while it sent: a failed try, for which the address is not to blame. */
async function noteCutOff(
  db: Database,
  { clock = steadyNow, chance = Math.random }: Deliverer,
  left: { id: number; attempts: number },
): Promise<void> {
  const error = 'The try was cut off.';
  const outcome = { ok: false, status: null, ms: 0, error, answer: '', retryAfterMs: null };
  tries.inc({ outcome: 'cut off' });
  await noteOutcome(db, left, { outcome, at: clock(), chance: chance(), isOurs: true });
}

/** Notes a try; returns the reason to switch the address off, if any. */
function noteOutcome(
  db: Database,
  one: { id: number; attempts: number },
  tried: { outcome: TryOutcome; at: Date; chance: number; isOurs?: true },
): Promise<SwitchOff | null> {
  const { outcome, at, chance, isOurs } = tried;
  return db.transaction(async (tx) => {
    const sent = await lockSent(tx, one);
    // another sender took this try for cut off, and the delivery is queued again
    if (!sent) return null;
    const { retryAfterMs } = outcome;
    const change = deliveryAfter(
      sent,
      outcome.ok
        ? { kind: 'accepted' }
        : { kind: 'refused', retryAfterMs, chance, isOff: !sent.isActive },
    );
    if (!change) return null;
    const when = isOurs ? sent.sendingSince : at;
    noteTry(tx.atCommit, one, { change, outcome, at: when });
    if (isOurs) return null;
    noteHealth(tx.atCommit, sent.webhookId, outcome.ok);
    const why = outcome.ok ? null : whySwitchedOff({ ...outcome, ...sent }, at);
    if (why === null || !sent.isActive) return null;
    const { webhookId, version, failingSince } = sent;
    return { webhookId, version, why, since: failingSince ?? at };
  });
}
