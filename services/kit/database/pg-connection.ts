import type { Socket } from 'node:net';
import type pg from 'pg';

/** Fields of a pg connection that its types do not name. */
interface Inside {
  processID: number;
  connection: { stream: Socket };
}
const inside = (client: pg.ClientBase): Inside => client as unknown as Inside;

/** Number of the process that serves a connection at PostgreSQL. */
export const pidOf = (client: pg.ClientBase): number => inside(client).processID;

/** The socket of a connection. */
export const socketOf = (client: pg.ClientBase): Socket => inside(client).connection.stream;
