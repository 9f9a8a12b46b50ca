import { type Call, commandWithPrefetch, type Tx } from '@portal/kit/commands/command';
import { invalid } from '@portal/kit/errors';
import {
  allowedAddresses,
  dnsResolve,
  type Resolve,
} from '@portal/kit/webhooks/hosts/resolve-host';
import { webhookUrl } from '@portal/kit/webhooks/hosts/webhook-url';
import { newWebhookSecret } from '@portal/kit/webhooks/signature';
import { WebhookChanged } from '@portal/proto/identity/v1/events';
import { domainError } from '../../errors.ts';
import { sealSecret } from './seal-secret.ts';
import {
  MAX_WEBHOOKS,
  oldSecretUntil,
  ROTATION_HOURS,
  timeInWords,
  type WebhookForm,
  WHY_OFF,
  webhookErrors,
} from './webhook-rules.ts';
import {
  countForAdding,
  insertWebhook,
  lockWebhook,
  updateWebhook,
  type WebhookRow,
} from './webhook-store.ts';

export interface SaveWebhook extends WebhookForm {
  /** Null: a new one. */
  webhookId: number | null;
  active: boolean;
  rotateSecret: boolean;
  remove: boolean;
}

/** How an address is checked. */
export interface AddressCheck {
  localHosts: readonly string[];
  resolve?: Resolve;
}

const HOUR_MS = 3_600_000;

/** The address that was added or changed, with its new secret. */
interface Saved {
  webhookId: number;
  secret: string | null;
}

/**
 * Adds, changes or removes an address of webhooks (C-O62). Returns the secret where it is new; a
 * replay returns none. Throws invalid, url_not_allowed, too_many_webhooks, rotation_running or
 * webhook_not_found.
 */
export async function saveWebhook(
  call: Call,
  form: SaveWebhook,
  check: AddressCheck,
): Promise<Saved | null> {
  const [first, ...others] = form.remove ? [] : webhookErrors(form);
  if (first) throw invalid(first, ...others);
  let secret: string | null = null;
  const done = await commandWithPrefetch(
    call,
    {
      name: 'saveWebhook',
      input: form,
      ask: () => checkUrl(form, check),
      onReplay: (stored: Stored) => {
        secret = null;
        return stored;
      },
    },
    async (tx: Tx): Promise<Stored> => {
      const saved = await save(tx, form);
      secret = saved?.secret ?? null;
      return saved && { webhookId: saved.webhookId };
    },
  );
  return done && { webhookId: done.webhookId, secret };
}

/** The stored answer of a key, which holds no secret. */
type Stored = Pick<Saved, 'webhookId'> | null;

/** R-599, before it is saved; it is checked again at each try. */
async function checkUrl({ url: text, remove }: SaveWebhook, check: AddressCheck): Promise<void> {
  if (remove) return;
  const url = webhookUrl(text, check);
  if (url === null) throw domainError('url_not_allowed');
  await allowedAddresses(url, { resolve: defaultResolve, ...check }).catch(() => {
    throw domainError('url_not_allowed');
  });
}
const defaultResolve = dnsResolve();

async function save(tx: Tx, form: SaveWebhook): Promise<Saved | null> {
  const { webhookId, url, events, description, active } = form;
  if (webhookId === null) {
    if ((await countForAdding(tx)) >= MAX_WEBHOOKS) throw domainError('too_many_webhooks');
    const secret = newWebhookSecret();
    const id = await insertWebhook(tx, {
      url,
      events: [...events],
      description,
      active,
      createdBy: tx.actor.name,
      createdAt: tx.now,
      ...sealed(secret),
      disabledWhy: active ? null : WHY_OFF.by_hand,
    });
    tx.audit({ op: 'insert', table: 'webhook', id, change: { ...shown(url), events, active } });
    tx.emit(WebhookChanged, { webhookId: id, version: 1 });
    return { webhookId: id, secret };
  }
  const row = await lockWebhook(tx, webhookId);
  if (!row) throw domainError('webhook_not_found');
  const secret = form.rotateSecret && !form.remove ? newWebhookSecret() : null;
  const changed = form.remove ? removed(row, tx.now) : changedBy(row, form);
  const next = secret === null ? changed : rotated(changed, secret, tx.now);
  const version = await updateWebhook(tx, next);
  tx.audit({
    op: form.remove ? 'delete' : 'update',
    table: 'webhook',
    id: row.id,
    change: changesOf(row, next, secret !== null),
  });
  tx.emit(WebhookChanged, { webhookId: row.id, version });
  return secret === null ? null : { webhookId: row.id, secret };
}

const sealed = (secret: string) => ({ secret: sealSecret(secret), secretEnds: secret.slice(-4) });

const removed = (row: WebhookRow, now: Date): WebhookRow => ({
  ...row,
  active: false,
  disabledWhy: WHY_OFF.removed,
  removedAt: now,
  oldSecret: null,
  oldSecretUntil: null,
});

const changedBy = (row: WebhookRow, form: SaveWebhook): WebhookRow => ({
  ...row,
  url: form.url,
  events: [...form.events],
  description: form.description,
  active: form.active,
  // the reason of an automatic switch-off stays
  disabledWhy: form.active ? null : (row.disabledWhy ?? WHY_OFF.by_hand),
});

function rotated(row: WebhookRow, secret: string, now: Date): WebhookRow {
  const until = oldSecretUntil(row, now);
  if (until !== null)
    throw domainError(
      'rotation_running',
      `The old secret is still valid until ${timeInWords(until)}.`,
    );
  return {
    ...row,
    ...sealed(secret),
    oldSecret: row.secret,
    oldSecretUntil: new Date(+now + ROTATION_HOURS * HOUR_MS),
  };
}

/** Shows the host alone: the rest of the URL may hold a token of the receiver. */
const shown = (url: string) => ({ host: new URL(url).hostname });

function changesOf(before: WebhookRow, after: WebhookRow, isRotated: boolean) {
  const change: Record<string, unknown> = {};
  const [{ host: from }, { host: to }] = [shown(before.url), shown(after.url)];
  if (from !== to) change.host = [from, to];
  else if (before.url !== after.url) change.path = 'changed';
  for (const field of ['events', 'active', 'description'] as const)
    if (JSON.stringify(before[field]) !== JSON.stringify(after[field]))
      change[field] = [before[field], after[field]];
  if (isRotated) change.secret = 'rotated';
  return change;
}
