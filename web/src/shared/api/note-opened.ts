import type { OpenedKind } from '@portal/contract/finder/finder-kinds';
import { api, send } from './client.ts';

/** Records an opened item for the finder's recent list; does not wait for the answer. */
export function noteOpened(kind: OpenedKind, id: number): void {
  // without a record the finder only misses a recent item
  send(api.noteOpened, { kind, id }).catch(() => undefined);
}
