import { unavailable } from '@portal/kit/errors';
import { refuse } from '../refuse.ts';
import type { Account } from '../session/sessions.ts';

interface Limits {
  /** Room for the files of all, in bytes. */
  bytes: number;
  /** Files of one account at once. */
  ofAccount: number;
  /** How long an upload waits for room. */
  timeoutMs: number;
}
export interface UploadTurns {
  /**
   * Waits until there is room for a file of so many bytes; gives what has to be called when the
   * file is done with. Refuses with too_many_tries an account that sends many at once, and with
   * unavailable when there is no room for too long.
   */
  take(account: Account, bytes: number): Promise<() => void>;
}

/** Eight of the largest files, or many usual ones: each is in memory until it was passed on. */
const usual: Limits = { bytes: 200 * 1024 * 1024, ofAccount: 3, timeoutMs: 20_000 };
const AGAIN_SECONDS = 5;

/**
 * Reads files only as far as there is room for them in this process: a waiting upload is not read,
 * so it waits at its sender.
 */
export function createUploadTurns({
  bytes: room,
  ofAccount,
  timeoutMs,
}: Limits = usual): UploadTurns {
  const accounts = new Map<string, number>();
  const waiting: { bytes: number; go: () => void }[] = [];
  let taken = 0;

  const letIn = () => {
    for (let next = waiting[0]; next && taken + next.bytes <= room; next = waiting[0]) {
      waiting.shift();
      taken += next.bytes;
      next.go();
    }
  };

  async function wait(bytes: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const place = { bytes, go: resolve };
    waiting.push(place);
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(place), 1);
      reject(unavailable());
      letIn();
    }, timeoutMs);
    letIn();
    await promise.finally(() => clearTimeout(timer));
  }

  return {
    async take({ kind, id }, request) {
      const [account, bytes] = [`${kind} ${id}`, Math.min(request, room)];
      const own = accounts.get(account) ?? 0;
      if (own >= ofAccount) throw refuse('too_many_tries', { retryAfter: AGAIN_SECONDS });
      accounts.set(account, own + 1);
      const leave = () => {
        const remaining = (accounts.get(account) ?? 1) - 1;
        if (remaining === 0) accounts.delete(account);
        else accounts.set(account, remaining);
      };
      try {
        await wait(bytes);
      } catch (error) {
        leave();
        throw error;
      }
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        taken -= bytes;
        leave();
        letIn();
      };
    },
  };
}
