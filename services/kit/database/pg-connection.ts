import type { Socket } from 'node:net';
import type pg from 'pg';

/** What pg keeps of a connection and its types do not name. */
interface Inside {
  processID: number;
  connection: { stream: Socket };
}
const inside = (client: pg.ClientBase): Inside => client as unknown as Inside;

/** Number of the process that serves a connection at PostgreSQL. */
export const pidOf = (client: pg.ClientBase): number => inside(client).processID;

/** What a connection writes to and reads from. */
export const socketOf = (client: pg.ClientBase): Socket => inside(client).connection.stream;
