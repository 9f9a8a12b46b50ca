import grpc from '@grpc/grpc-js';
import { afterEach, describe, expect, test } from '@jest/globals';
import { TEST_NOW } from '@portal/access/testing/test-clock';
import { type Actor, serviceActor } from '../auth/actor.ts';
import { setForFile } from '../testing/after-test.ts';
import { standIn } from '../testing/calls/stand-in.ts';
import { refusalOf, serveInProcess } from '../testing.ts';
import { type CallOptions, client, closeClients } from './client.ts';
import { type MethodDefinition, methodOf, ownerOf, type ServiceDefinition } from './rpc.ts';
import { shared } from './shared-contracts.ts';

// A contract that has become shared is served, and requested, by its name of the last release too.

const admin: Actor = {
  kind: 'staff',
  id: 1,
  roles: ['ROLE_SUPER_ADMIN'],
  name: 'admin',
  via: 'bff',
};
const by: CallOptions = { actor: admin };

/** Every field of the requests of activity, and of its responses. */
const REQUEST = {
  studentIds: [7, 8],
  studentId: 7,
  filter: {
    beforeAt: TEST_NOW,
    beforeId: 1,
    tables: ['exam'],
    actorKinds: ['staff'],
    from: '2026-01-01',
    to: '2026-01-02',
    limit: 2,
    actorName: 'admin',
    belowId: 3,
  },
};
const RESPONSE = {
  activities: [
    { recordId: 7, loginName: 'a', at: TEST_NOW, op: 'insert', table: 't', text: 'x', count: 2 },
  ],
  entries: [
    {
      id: 1,
      at: TEST_NOW,
      actorKind: 'staff',
      actorName: 'admin',
      op: 'update',
      table: 'student',
      rowId: '7',
      text: 'First name',
      origin: '127.0.0.1',
      studentId: 7,
    },
  ],
  email: 'dana@jse.test',
};

const definitions = Object.values(shared).flatMap((services) =>
  Object.values<ServiceDefinition>(services),
);
const replaced = definitions.flatMap(({ predecessor, ...definition }) =>
  predecessor ? { service: ownerOf(definition), definition, predecessor } : [],
);
const rpcs = replaced.flatMap(({ service, definition, predecessor }) =>
  Object.keys(definition.methods).map((rpc) => ({ service, rpc, definition, predecessor })),
);
/** A definition with its predecessor, as services and clients use it. */
const current = ({ definition, predecessor }: (typeof replaced)[number]): ServiceDefinition => ({
  ...definition,
  predecessor,
});
const bytesOf = (type: MethodDefinition['requestType'], sample: object): Uint8Array =>
  type.encode(type.fromPartial(sample)).finish();

const stops: (() => void)[] = [];
afterEach(() => {
  closeClients();
  for (const stop of stops.splice(0)) stop();
});

const ADDRESS = 'IDENTITY_ADDR';
/** Serves a definition with a full response, and returns the requests that reach it. */
async function serve(definition: ServiceDefinition): Promise<unknown[]> {
  const requests: unknown[] = [];
  const handle = async (request: unknown) => {
    requests.push(request);
    return RESPONSE;
  };
  const handlers = Object.keys(definition.methods).map((name) => [name, handle]);
  const rpcSet = standIn(definition, Object.fromEntries(handlers));
  stops.push(await serveInProcess(ADDRESS, [rpcSet]));
  return requests;
}
const ask = (definition: ServiceDefinition, rpc: string, options = by): Promise<unknown> => {
  const caller = client(definition, ADDRESS, 'bff');
  return (caller[rpc] as (typeof caller)[string])(REQUEST, options);
};

test('activity has a predecessor in each of its services', () => {
  const former = Object.keys(shared.activity).map((service) => `${service}.v1.ActivityService`);
  expect(replaced.map(({ predecessor }) => predecessor.fullName).sort()).toEqual(former.sort());
});

describe.each(replaced)('$predecessor.fullName', ({ service, definition, predecessor }) => {
  test('belongs to the service that serves its successor, and has the same RPCs', () => {
    expect(ownerOf(predecessor)).toBe(service);
    expect(Object.keys(predecessor.methods)).toEqual(Object.keys(definition.methods));
  });

  test('permits the same callers', () => {
    for (const [name, { options }] of Object.entries(definition.methods))
      expect(predecessor.methods[name]?.options).toEqual(options);
  });

  test('has messages that its successor reads and writes alike', () => {
    for (const [name, method] of Object.entries(definition.methods)) {
      const old = predecessor.methods[name] as MethodDefinition;
      const request = bytesOf(method.requestType, REQUEST);
      expect(request.length).toBeGreaterThan(0);
      expect(bytesOf(old.requestType, REQUEST)).toEqual(request);
      const response = bytesOf(old.responseType, RESPONSE);
      expect(response.length).toBeGreaterThan(0);
      expect(bytesOf(method.responseType, method.responseType.decode(response))).toEqual(response);
    }
  });
});

describe.each(rpcs)('$rpc of $service', ({ rpc, ...names }) => {
  test('is the same by both names', async () => {
    const requests = await serve(current(names));
    const response = await ask(names.definition, rpc);
    expect(response).toMatchObject((await ask(names.predecessor, rpc)) as object);
    expect(await ask(current(names), rpc)).toEqual(response);
    expect(requests).toEqual([requests[0], requests[0], requests[0]]);
  });

  test('is closed by both names to the same callers', async () => {
    const requests = await serve(current(names));
    const student: Actor = { ...admin, kind: 'student', roles: ['ROLE_STUDENT'], studentId: 7 };
    for (const actor of [student, serviceActor('bff')])
      for (const definition of [names.definition, names.predecessor])
        expect(await refusalOf(ask(definition, rpc, { actor }))).toMatchObject({ status: 403 });
    expect(requests).toEqual([]);
  });

  test('is answered by a replica of the last release', async () => {
    const requests = await serve(names.predecessor);
    expect(await ask(current(names), rpc)).toMatchObject(
      (await ask(names.predecessor, rpc)) as object,
    );
    expect(requests).toEqual([requests[0], requests[0]]);
  });
});

describe('a client', () => {
  const definition: ServiceDefinition = shared.activity.identity;
  const rpc = 'listStudentHistory';
  const method = definition.methods[rpc] as MethodDefinition;
  const NEW = methodOf(definition, method).path;
  const OLD = methodOf(definition.predecessor as ServiceDefinition, method).path;

  /** Answers a name with a status, and returns the names of the requests as they come. */
  async function serveStatuses(statuses: Record<string, grpc.status>): Promise<string[]> {
    const requests: string[] = [];
    const server = new grpc.Server();
    for (const [path, code] of Object.entries(statuses)) {
      const handle = (_call: unknown, answer: grpc.sendUnaryData<unknown>) => {
        requests.push(path);
        if (code === grpc.status.OK) answer(null, method.responseType.fromPartial(RESPONSE));
        else answer({ code, details: 'a test' });
      };
      server.addService({ rpc: { ...methodOf(definition, method), path } }, { rpc: handle });
    }
    const port = await new Promise<number>((resolve, reject) =>
      server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      ),
    );
    setForFile({ [ADDRESS]: `127.0.0.1:${port}` });
    stops.push(() => server.forceShutdown());
    return requests;
  }

  test('begins each request with the new name', async () => {
    const requests = await serveStatuses({
      [NEW]: grpc.status.UNIMPLEMENTED,
      [OLD]: grpc.status.OK,
    });
    for (let i = 0; i < 2; i++)
      expect(await ask(definition, rpc)).toMatchObject({ email: RESPONSE.email });
    expect(requests).toEqual([NEW, OLD, NEW, OLD]);
  });

  test('uses the new name alone where it is known', async () => {
    const requests = await serveStatuses({ [NEW]: grpc.status.OK, [OLD]: grpc.status.OK });
    await ask(definition, rpc);
    expect(requests).toEqual([NEW]);
  });

  test('fails when neither name is known', async () => {
    const unknown = grpc.status.UNIMPLEMENTED;
    const requests = await serveStatuses({ [NEW]: unknown, [OLD]: unknown });
    await expect(ask(definition, rpc)).rejects.toMatchObject({ code: unknown });
    expect(requests).toEqual([NEW, OLD]);
  });

  test('has no other name for a contract without a predecessor', async () => {
    const unknown = grpc.status.UNIMPLEMENTED;
    const requests = await serveStatuses({ [NEW]: unknown, [OLD]: grpc.status.OK });
    const { predecessor: _none, ...alone } = definition;
    await expect(ask(alone, rpc)).rejects.toMatchObject({ code: unknown });
    expect(requests).toEqual([NEW]);
  });

  const errors = Object.entries(grpc.status)
    .filter((entry): entry is [string, grpc.status] => typeof entry[1] === 'number')
    .filter(([, code]) => code !== grpc.status.OK && code !== grpc.status.UNIMPLEMENTED);
  test.each(errors)('does not use the old name after %s', async (_name, code) => {
    const requests = await serveStatuses({ [NEW]: code, [OLD]: grpc.status.OK });
    await expect(ask(definition, rpc)).rejects.toThrow();
    expect(new Set(requests)).toEqual(new Set([NEW]));
  });
});
