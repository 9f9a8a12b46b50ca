// `npm run ops` as operators run it: on a portal of this machine, and with a kubectl that records
// its calls.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import type { Portal } from '../start/portal-handle.ts';
import { startPortal } from '../start/start-portal.ts';
import { NOTHING_LASTS } from '../test/servers.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';

const folder = temporaryFolder('ops');
const dataDir = join(folder, 'data');
const DEAD = '01990000-0000-7000-8000-000000000001';
let portal: Portal;

interface CommandResult {
  code: number | null;
  out: string;
  err: string;
}

/** Runs it with words, and environment on top of ours. */
function ops(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...words], {
    env: { ...process.env, ...env },
  });
  const said: CommandResult = { code: null, out: '', err: '' };
  child.stdout.on('data', (data: Buffer) => (said.out += data));
  child.stderr.on('data', (data: Buffer) => (said.err += data));
  return new Promise((resolve) => child.once('close', (code) => resolve({ ...said, code })));
}

const here = (...words: string[]): Promise<CommandResult> => ops([...words, '--data-dir', dataDir]);

async function sql(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({
    connectionString: portal.databaseUrl('schools'),
  });
  await client.connect();
  try {
    return (await client.query(text, values)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

const start = () =>
  startPortal({
    env: {
      PORT: '0',
      MAIL_PORT: '0',
      SANDBOX_PORT: '0',
      SEED: 'none',
      DATA_DIR: dataDir,
    },
    services: ['schools'],
    postgresSettings: NOTHING_LASTS,
  });
beforeAll(async () => {
  portal = await start();
});
afterAll(async () => {
  await portal?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('on this machine', () => {
  test('status shows which services are ready, and fails while one does not answer', async () => {
    const { code, out } = await here('status');
    expect(out).toMatch(/^schools +yes +0 /m);
    expect(out).toMatch(/^payments +NO +- /m);
    expect(code).toBe(1);
  });

  test('a dead letter is listed, run again and noted in the audit with a name', async () => {
    await sql(
      `INSERT INTO dead_letter (consumer, event_id, type, payload, failures, error, dead_at)
       VALUES ('schools_registration_cancelled', $1, 'registration.cancelled', '{}', 10,
         'was refused', clock_timestamp())`,
      [DEAD],
    );
    expect((await here('letters', 'schools')).out).toMatch(
      new RegExp(`event ${DEAD} .*\\n +was refused\\n1 dead letters`),
    );
    expect(await here('redrive', 'schools', DEAD, '--as', 'Ruth')).toMatchObject({
      code: 0,
      out: '1 dead letters are run again\n',
    });
    expect(await sql("SELECT change->>'by' AS by FROM audit WHERE row_id = $1", [DEAD])).toEqual([
      { by: 'Ruth' },
    ]);
  });

  test('a database that is up to date stays as it is', async () => {
    expect(await here('migrate', 'schools')).toMatchObject({
      code: 0,
      out: 'schools: up to date\n',
    });
  });

  test('its stored environment has no secrets of partners, and only the owner reads it', () => {
    const file = join(dataDir, 'run/operator-env.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).not.toMatch(/sandbox-|CARDS_|SMTP/);
  });

  test('runs no irreversible command without a yes', async () => {
    expect(await here('end', 'schools', DEAD)).toMatchObject({
      code: 2,
      err: expect.stringContaining('Say --yes'),
    });
  });

  test('backs up a database in use, and restores it when the portal is stopped', async () => {
    const backup = join(folder, 'backup');
    await sql('DELETE FROM dead_letter');
    await sql(
      `INSERT INTO dead_letter (consumer, event_id, type, payload, error)
       VALUES ('x', $1, 'x', '{}', 'kept')`,
      [DEAD],
    );
    expect(await here('backup', backup, 'schools')).toMatchObject({
      code: 0,
      err: '',
    });
    const file = join(backup, 'schools.sql.gz');
    expect([statSync(backup).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600]);
    expect(await here('backup', backup, 'schools')).toMatchObject({
      code: 2,
      err: expect.stringContaining('is not empty'),
    });
    await sql('DELETE FROM dead_letter');
    const restore = () => here('restore', backup, 'schools', '--yes');
    expect(await restore()).toMatchObject({
      code: 2,
      err: expect.stringContaining('stop it'),
    });
    await portal.stop();
    const written = readFileSync(file);
    writeFileSync(file, written.subarray(0, -1));
    expect(await restore()).toMatchObject({
      code: 2,
      err: expect.stringContaining('checksum'),
    });
    writeFileSync(file, written);
    const restored = await restore();
    expect(restored).toMatchObject({
      code: 0,
      out: expect.stringMatching(/schools: \d+ rows of .* restored\n.*reconcile list --since/s),
    });
    expect(restored.out).not.toContain('secrets.json');
    portal = await start();
    expect(await sql('SELECT error FROM dead_letter')).toEqual([{ error: 'kept' }]);
    await sql('DELETE FROM dead_letter');
  });

  test('a start seeds no databases that were restored into an empty folder', async () => {
    const empty = join(folder, 'empty');
    const words = ['restore', join(folder, 'backup'), 'schools', '--yes', '--data-dir', empty];
    expect(await ops(words)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/has no secrets\.json: .*cannot say who was blanked/s),
    });
    expect(existsSync(join(empty, 'restoring'))).toBe(false);
    const restored = await startPortal({
      env: { PORT: '0', MAIL_PORT: '0', SANDBOX_PORT: '0', DATA_DIR: empty },
      services: ['schools'],
      postgresSettings: NOTHING_LASTS,
    });
    expect(restored.filling).toBe('none');
    await restored.stop();
  });

  test('reports a data folder without a running portal', async () => {
    expect(await ops(['status', '--data-dir', join(folder, 'nobody')])).toMatchObject({
      code: 2,
      err: expect.stringContaining('No portal runs on'),
    });
  });
});

describe('in a cluster', () => {
  const calls = join(folder, 'calls');
  const bin = temporaryFolder('kubectl');
  const kubectl = (...words: string[]) =>
    ops([...words, '--release', 'portal', '--namespace', 'jse'], {
      PATH: `${bin}:${process.env.PATH}`,
      CALLS: calls,
    });
  const recordedCalls = () => readFileSync(calls, 'utf8').trim().split('\n');
  beforeAll(() => {
    const program = join(bin, 'kubectl');
    writeFileSync(
      program,
      `#!/bin/sh
echo "$@" >> "$CALLS"
case "$*" in
  *api-resources*) echo scaledobjects.keda.sh ;;
  *'get scaledobjects'*) echo scaledobject.keda.sh/portal-payments ;;
  *list-blanked*) echo 12 13 ;;
  *bff*'-o json') echo '{"metadata":{"name":"portal-bff"},"spec":{"replicas":3}}' ;;
  *payments*'-o json') echo '{"metadata":{"name":"portal-payments"},"spec":{"replicas":2,
    "template":{"metadata":{"labels":{}},"spec":{"containers":[{"name":"payments"}]}}}}' ;;
  *portal-schools*ready*) echo '[true, "portal_dead_mails 2"]' ;;
  *ready*) exit 1 ;;
  *restart*payments*) exit 3 ;;
esac
`,
    );
    chmodSync(program, 0o755);
  });
  afterAll(() => rmSync(bin, { recursive: true, force: true }));

  test("runs a service's command in one of its pods, in the name of the operator", async () => {
    rmSync(calls, { force: true });
    expect(await kubectl('redrive', 'registration', 'all', '--as', 'Ruth')).toMatchObject({
      code: 0,
    });
    expect(recordedCalls()).toEqual([
      '--namespace=jse exec -i deployment/portal-registration -c registration -- ' +
        'env OPERATOR=Ruth node services/kit/commands/redrive.ts run all',
    ]);
  });

  test('restarts a deployment and waits for it; ends with the exit code of kubectl', async () => {
    rmSync(calls, { force: true });
    expect(await kubectl('restart', 'bff')).toMatchObject({ code: 0 });
    expect(await kubectl('restart', 'payments')).toMatchObject({ code: 3 });
    expect(recordedCalls()).toEqual([
      '--namespace=jse rollout restart deployment/portal-bff',
      '--namespace=jse rollout status deployment/portal-bff --timeout=10m',
      '--namespace=jse rollout restart deployment/portal-payments',
    ]);
  });

  test('a restore stops BFF and service, and blanks students before the BFF starts', async () => {
    const backup = join(folder, 'of-cluster');
    mkdirSync(backup);
    const file = 'payments.sql.gz';
    writeFileSync(join(backup, file), 'packed');
    const sha256 = createHash('sha256').update('packed').digest('hex');
    const outbox = { lastSentAt: null, waiting: 0 };
    const at = '2026-11-24T04:00:00.000Z';
    const one = {
      service: 'payments',
      at,
      migrations: [],
      outbox,
      file,
      bytes: 6,
      sha256,
    };
    writeFileSync(
      join(backup, 'manifest.json'),
      JSON.stringify({ version: 1, at, databases: [one] }),
    );
    rmSync(calls, { force: true });
    expect(await kubectl('restore', backup, 'payments', '--yes')).toMatchObject({
      code: 2,
      err: expect.stringContaining('NATS_OPERATOR_URL is not set'),
    });
    const words = ['restore', backup, 'payments', '--yes', '--release', 'portal'];
    const env = {
      PATH: `${bin}:${process.env.PATH}`,
      CALLS: calls,
      NATS_OPERATOR_URL: 'nats://operator:secret@nats:4222',
    };
    writeFileSync(join(folder, 'newer-list'), '13 14\n');
    const newer = ['--blanked', join(folder, 'newer-list')];
    expect(await ops([...words, ...newer], env)).toMatchObject({
      code: 0,
      out: expect.stringContaining('payments: 2 replicas again'),
    });
    const pods = (part: string) =>
      'wait --for=delete pod -l app.kubernetes.io/instance=portal,' +
      `app.kubernetes.io/component=${part} --timeout=5m`;
    const keda = 'scaledobject.keda.sh/portal-payments';
    const scaled = [
      'api-resources --api-group=keda.sh -o name',
      'get scaledobjects.keda.sh -l app.kubernetes.io/instance=portal -o name',
    ];
    const exec = 'exec -i pod/portal-payments-restore -c payments -- node services/kit/backup';
    const identity =
      'exec -i deployment/portal-identity -c identity -- ' +
      `env OPERATOR=${userInfo().username} node services/identity/src/platform/blanking`;
    expect(recordedCalls()).toEqual([
      `${identity}/list-blanked.ts`,
      ...scaled,
      'get deployment/portal-bff -o json',
      'annotate deployment/portal-bff portal/replicas-before-restore=3 --overwrite',
      'scale deployment/portal-bff --replicas=0',
      pods('bff'),
      ...scaled,
      'get deployment/portal-payments -o json',
      'annotate deployment/portal-payments portal/replicas-before-restore=2 --overwrite',
      `annotate ${keda} autoscaling.keda.sh/paused=true --overwrite`,
      `wait --for=condition=Paused ${keda} --timeout=5m`,
      'scale deployment/portal-payments --replicas=0',
      pods('payments'),
      'create -f -',
      'wait --for=jsonpath={.status.phase}=Running pod/portal-payments-restore --timeout=5m',
      `${exec}/restore-database.ts payments --replace`,
      `${exec}/forget-streams.ts payments`,
      'delete pod/portal-payments-restore --wait=false',
      ...scaled,
      'scale deployment/portal-payments --replicas=2',
      'annotate deployment/portal-payments portal/replicas-before-restore-',
      `annotate ${keda} autoscaling.keda.sh/paused-`,
      'rollout status deployment/portal-payments --timeout=10m',
      `${identity}/blank-again.ts 12 13 14`,
      ...scaled,
      'scale deployment/portal-bff --replicas=3',
      'annotate deployment/portal-bff portal/replicas-before-restore-',
      'rollout status deployment/portal-bff --timeout=10m',
    ]);
    expect(readFileSync(join(backup, 'blanked'), 'utf8')).toBe('12 13 14\n');
  });

  test('status probes a pod of each deployment', async () => {
    const { code, out } = await kubectl('status');
    expect(out).toMatch(/^schools +yes +- +- +- +2 /m);
    expect(out).toMatch(/^identity +NO /m);
    expect(code).toBe(1);
  });
});
