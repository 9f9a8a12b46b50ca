import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { StudentsServiceDefinition } from '@portal/proto/identity/v1/students';
import { serviceActor } from '../auth/actor.ts';
import { command } from '../commands/command.ts';
import { client, closeClients } from '../grpc/client.ts';
import { rpcs } from '../grpc/rpc.ts';
import { freshDatabase, serveInProcess, type TestDatabase } from '../testing.ts';

let db: TestDatabase;
let stop: () => void;
let tries = 0;
const { getStudent } = StudentsServiceDefinition.methods;
const definition = { ...StudentsServiceDefinition, methods: { getStudent } };
beforeAll(async () => {
  db = await freshDatabase('kit');
  await db.pool.query(`CREATE TABLE coin (id int GENERATED ALWAYS AS IDENTITY);
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'so the server says' USING ERRCODE = TG_ARGV[0]; END $$`);
  const write = command('write', async (tx) => {
    await tx.run`INSERT INTO coin DEFAULT VALUES`;
  });
  const handle = async (_request: unknown, call: Parameters<typeof write>[0]) => {
    tries += 1;
    await write({ ...call, key: null }, {});
    return {};
  };
  stop = await serveInProcess('FULL_ADDR', [rpcs(definition, { getStudent: { handle } })], db);
});
beforeEach(() => {
  tries = 0;
});
afterEach(() => db.pool.query('DROP TRIGGER IF EXISTS refuse ON coin'));
afterAll(async () => {
  closeClients();
  stop();
  await db.drop();
});
const ask = () =>
  client(definition, 'FULL_ADDR', 'seminary').getStudent({}, { actor: serviceActor('seminary') });

test.each([
  { what: 'its disk is full', state: '53100', repeats: false },
  { what: 'it has no memory left', state: '53200', repeats: false },
  { what: 'it cannot read or write a file', state: '58030', repeats: false },
  { what: 'somebody else has held a lock for too long', state: '55P03', repeats: false },
  { what: 'the statement took too long', state: '57014', repeats: false },
  { what: 'it takes no more connections', state: '53300', repeats: true },
  { what: 'it is being stopped', state: '57P01', repeats: true },
  { what: 'another server became the primary one', state: '25006', repeats: true },
  { what: 'the transaction was silent for too long', state: '25P03', repeats: true },
])(
  'an error that says $what means that the database is unavailable for now',
  async ({ state, repeats }) => {
    await db.pool.query(
      `
        CREATE TRIGGER refuse BEFORE INSERT ON coin FOR EACH ROW
          EXECUTE FUNCTION refuse('${state}')`,
    );
    await expect(ask()).rejects.toMatchObject({
      status: 503,
      code: 'unavailable',
      extra: { retryAfter: 2 },
    });
    expect(tries > 1).toBe(repeats);
    await db.pool.query('DROP TRIGGER refuse ON coin');
    await ask();
  },
);

test('an unexpected error stays a bug', async () => {
  await db.pool.query(
    "CREATE TRIGGER refuse BEFORE INSERT ON coin FOR EACH ROW EXECUTE FUNCTION refuse('42883')",
  );
  await expect(ask()).rejects.toMatchObject({ details: 'internal' });
});
