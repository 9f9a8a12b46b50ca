import { createHash } from 'node:crypto';

/** How long a preview may be carried out, in milliseconds. R-516. */
const GOOD_FOR_MS = 600_000;
/** By how much clocks of two replicas may differ. */
const CLOCKS_MS = 5_000;

const digest = (madeAt: string, facts: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([madeAt, facts]))
    .digest('base64url');

/** Returns a hash of the facts of a preview and of its time. R-516. */
export function previewHash(facts: unknown, now: Date): string {
  const madeAt = now.getTime().toString(36);
  return `${madeAt}.${digest(madeAt, facts)}`;
}

/** Whether nothing is different since a preview, which is 10 minutes old at most. R-516. */
export function isGoodPreview(hash: string, facts: unknown, now: Date): boolean {
  const [madeAt = '', sum] = hash.split('.');
  const age = now.getTime() - Number.parseInt(madeAt, 36);
  return age >= -CLOCKS_MS && age <= GOOD_FOR_MS && sum === digest(madeAt, facts);
}
