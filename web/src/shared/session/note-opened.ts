import type { OpenedKind } from '@portal/contract/finder-kinds';
import { api, send } from '../api/client.ts';

/** Notes that something was opened, which the finder offers again; nobody waits for it. */
export function noteOpened(kind: OpenedKind, id: number): void {
  // what is not noted is only not offered
  send(api.noteOpened, { kind, id }).catch(() => undefined);
}
