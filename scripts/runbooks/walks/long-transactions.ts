import { randomUUID } from 'node:crypto';
import { getCreditsInfo } from '@portal/contract/students/student';
import pg from 'pg';
import { aStudent } from '../../e2e/people/students.ts';
import { sql } from '../../portal/databases.ts';
import { again } from '../again.ts';
import { fromRunbook } from '../commands.ts';
import type { Site } from '../site/site.ts';
import type { Walk } from '../walk.ts';

/** Opens a transaction in a service's database like a person's own tool, and does not end it. */
async function aTool(
  { portal }: Site,
  scene: AsyncDisposableStack,
  { part, statement, values = [] }: { part: string; statement: string; values?: unknown[] },
): Promise<void> {
  const url = new URL(portal.serverUrl);
  const database = new URL(portal.env[`${part.toUpperCase()}_DATABASE_URL`] ?? '');
  url.pathname = `/${database.pathname.slice(1)}`;
  const tool = new pg.Client({ connectionString: url.href, application_name: 'a tool' });
  tool.on('error', () => {}); // terminated by the server
  await tool.connect();
  scene.defer(() => tool.end());
  await tool.query('BEGIN');
  await tool.query(statement, values);
}

/** Ends the oldest open transaction, as the runbooks say. */
async function endTheLongest({ portal }: Site, database: string): Promise<string> {
  const server = new pg.Client({ connectionString: portal.serverUrl });
  await server.connect();
  try {
    const { rows } = await server.query<{ pid: number; application_name: string }>(
      fromRunbook('SELECT pid, ', { database }),
    );
    const [longest] = rows;
    if (!longest) throw new Error(`no transaction is open in ${database}`);
    await server.query(fromRunbook('SELECT pg_terminate_backend', { pid: `${longest.pid}` }));
    return longest.application_name;
  } finally {
    await server.end();
  }
}

const databaseOf = ({ portal }: Site, part: string): string =>
  new URL(portal.env[`${part.toUpperCase()}_DATABASE_URL`] ?? '').pathname.slice(1);

async function endTheTool(site: Site, part: string): Promise<void> {
  const ended = await endTheLongest(site, databaseOf(site, part));
  if (ended !== 'a tool') throw new Error(`the longest transaction was not the tool's: ${ended}`);
}

/** Calls wait for a lock that a tool holds. */
export const slow: Walk = {
  alerts: ['PortalSlow'],
  cause: "an operator's tool keeps the table of credits locked",
  async provoke(site, scene) {
    const students = await Promise.all(Array.from({ length: 4 }, () => aStudent({ credits: 3 })));
    const statement = 'LOCK TABLE lot IN ACCESS EXCLUSIVE MODE';
    await aTool(site, scene, { part: 'payments', statement });
    for (const { person } of students) again(scene, () => person.ask(getCreditsInfo, {}));
    return {
      async follow() {
        await endTheTool(site, 'payments');
        await sql('payments', fromRunbook('ANALYZE ', { table: 'lot' }));
      },
    };
  },
};

/** A row that is due for pruning is locked, so that pruning skips it. */
export const pruningBehind: Walk = {
  alerts: ['PortalPruningBehind'],
  cause: "an operator's tool locks a row that is due for pruning",
  factor: 2880,
  async provoke(site, scene) {
    const id = randomUUID();
    await sql(
      'schools',
      `INSERT INTO inbox (consumer, event_id, handled_at)
        VALUES ('walk', $1, now() - interval '93 days')`,
      [id],
    );
    await aTool(site, scene, {
      part: 'schools',
      statement: 'SELECT FROM inbox WHERE event_id = $1 FOR UPDATE',
      values: [id],
    });
    return {
      async follow() {
        await endTheTool(site, 'schools');
        await site.portal.restart('schools');
      },
    };
  },
};
