// F30: one hostile request of any call holds the event loop no longer than an honest one of the
// same length does.
import { Agent, request } from 'node:http';
import { afterAll, expect, test } from '@jest/globals';
import { can, NOBODY } from '@portal/access/can';
import type { CallSpec } from '@portal/contract/call';
import { calls } from '@portal/contract/calls';
import { newCardNames } from '@portal/contract/payments/cards';
import { aPortal, aStaffSession } from '../portal.ts';
import { fieldsOf, refusingServices, whoMay } from '../refusing-services.ts';

const MAX_BODY = 256 * 1024;
const MAX_HEADERS = 14 * 1024;
/**
 * Every class of characters, alone and in the mixtures that look like something; marks are also put
 * out of order.
 */
const classes = [
  'a',
  '7',
  '.',
  '@',
  '-',
  ' ',
  '\n',
  '%',
  '"',
  '\\',
  '<',
  '\u0000',
  'é',
  '\u202e',
  '４',
  '\u{1f4a9}',
  '\ud800',
  '\u0301\u0316',
  '\ufdfa',
  '\uff9e',
  '\u1100\u1161\u11a8',
  'ﬃ',
  'a.',
  'a@',
  '@.',
  '1 ',
  '4111-',
  '4x',
  '12/',
  ' ;',
  'a-',
  '41111111-',
  '2004-05-01 ',
];
const toLength = (unit: string, bytes: number): string =>
  unit.repeat(Math.max(1, Math.floor(bytes / (Buffer.byteLength(JSON.stringify(unit)) - 2))));

/** The units of all classes one after the other, half the marks before the others. */
const mixed = (bytes: number): string =>
  classes.map((unit) => toLength(unit, bytes / classes.length)).join('');
const marks = (bytes: number): string =>
  toLength('\u0301', bytes / 2) + toLength('\u0316', bytes / 2);

interface Text {
  plain: (bytes: number) => string;
  /** As JSON; made once for each length, since many calls are sent the same. */
  json: (bytes: number) => string;
}
function textOf(plain: Text['plain']): Text {
  const written = new Map<number, string>();
  const json = (bytes: number): string => {
    const text = written.get(bytes) ?? JSON.stringify(plain(bytes));
    written.set(bytes, text);
    return text;
  };
  return { plain, json };
}
const ofUnit = (unit: string): Text => textOf((bytes) => toLength(unit, bytes));

const texts = new Map<string, Text>([
  ...classes.map((unit): [string, Text] => [JSON.stringify(unit), ofUnit(unit)]),
  ['all of them', textOf(mixed)],
  ['marks out of order', textOf(marks)],
]);
const honest = ofUnit('word ');

const agent = new Agent({ keepAlive: true });
afterAll(() => agent.destroy());

/** Posts a body on a connection that stays, which costs far less here than fetch does. */
function post(url: string, body: Buffer, headers: Record<string, string>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  request(url, {
    agent,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': body.length, ...headers },
  })
    .on('response', (answer) => answer.on('end', resolve).on('error', reject).resume())
    .on('error', reject)
    .end(body);
  return promise;
}

/** CPU milliseconds of this thread; other processes of the machine do not count. */
async function costOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const after = process.threadCpuUsage();
  return (after.user + after.system - before.user - before.system) / 1000;
}

const costOfAnswer = (ask: () => Promise<Response>): Promise<number> =>
  costOf(async () => (await ask()).arrayBuffer());

/**
 * An honest request costs a few milliseconds; one that blocks the loop costs a hundred times more.
 */
const FLOOR_MS = 3;
const MOST = 25;

/**
 * Whether something costs much more than `measure` each time: the first time may find a cold
 * engine, and any time may include the garbage collection of earlier work.
 */
async function isDear(cost: () => Promise<number>, measure: number): Promise<boolean> {
  for (let looks = 0; looks < 4; looks++) if ((await cost()) <= MOST * measure) return false;
  return true;
}

/** The cost of an honest request, at least the floor. */
const measureOf = async (cost: () => Promise<number>): Promise<number> =>
  Math.max(FLOOR_MS, await cost(), await cost());

/** The texts that cost much more than an honest one of the same length. */
async function dearTexts(
  cost: (text: Text) => Promise<number>,
  tried: readonly (readonly [string, Text])[] = [...texts],
): Promise<string[]> {
  const measure = await measureOf(() => cost(honest));
  const dear: string[] = [];
  for (const [name, text] of tried) if (await isDear(() => cost(text), measure)) dear.push(name);
  return dear;
}

/**
 * The texts for the call at a place of the list: the mixture and one class, another for the next
 * call, so that all calls together meet each class; in the long suite all of them.
 */
function textsOf(at: number): readonly (readonly [string, Text])[] {
  const all = [...texts];
  if (process.env['LONG_TESTS'] === '1') return all;
  return all.filter(([name], index) => name === 'all of them' || index === at % all.length);
}

const cardNames = [...newCardNames, 'ccId', 'name'];
const names = (call: CallSpec): string[] => [
  ...new Set([
    ...(call.card ? cardNames : []),
    ...fieldsOf(call.body),
    ...fieldsOf(call.query),
    'email',
    'note',
  ]),
];

const posts = calls
  .filter(({ call }) => call.method === 'POST' && !call.upload)
  .map((post, at) => ({ ...post, at }));
test.each(posts)(
  '256 KB of any characters cost $name no more than 256 KB of words',
  async ({ call, at }) => {
    const portal = await aPortal({ services: refusingServices });
    const cookie = await portal.signedIn(whoMay(call));
    const fields = names(call);
    // each field is one, and one is a name itself
    const bytes = Math.floor((MAX_BODY - 4096) / (fields.length + 1));
    const dear = await dearTexts((text) => {
      const values = fields.map((field) => `"${field}":${text.json(bytes)}`);
      const named = `${text.json(bytes)}:${text.json(1)}`;
      const body = Buffer.from(`{${[...values, named].join(',')},"student_id":12}`);
      return costOf(() => post(portal.url + call.path, body, cookie));
    }, textsOf(at));
    expect(dear).toEqual([]);
  },
);

test('hostile headers, cookies, queries and paths cost no more than words', async () => {
  const portal = await aPortal({ services: refusingServices });
  const byHeader = (name: string) => (text: Text) => {
    const value = text.plain(MAX_HEADERS).replace(/[^\x20-\x7e]/g, '!');
    return costOfAnswer(() => portal.get('/api/getCreditsInfo', { [name]: value }));
  };
  const headers = [
    'cookie',
    'accept-encoding',
    'origin',
    'if-none-match',
    'x-forwarded-for',
    'idempotency-key',
    'authorization',
    'x-other',
  ];
  const inAddress = (text: Text): string =>
    encodeURIComponent(text.plain(MAX_HEADERS / 3).toWellFormed()).slice(0, MAX_HEADERS);
  const places: [string, (text: Text) => Promise<number>][] = [
    ...headers.map((name): [string, (text: Text) => Promise<number>] => [name, byHeader(name)]),
    ['path', (text) => costOfAnswer(() => portal.get(`/${inAddress(text)}`))],
    [
      'query',
      (text) => costOfAnswer(() => portal.get(`/api/getSession?sessionId=${inAddress(text)}`)),
    ],
    [
      'type',
      (text) =>
        costOfAnswer(() => {
          const printable = text.plain(MAX_HEADERS).replace(/[^\x20-\x7e]/g, ' ');
          return portal.post('/api/login', {}, { 'content-type': `application/json;${printable}` });
        }),
    ],
  ];
  for (const [place, cost] of places) expect([place, await dearTexts(cost)]).toEqual([place, []]);
});

test('256 KB of many small values cost no more, in public calls and lists', async () => {
  const portal = await aPortal({ services: refusingServices });
  const bodies: Record<string, string> = {
    fields: `{${Array.from({ length: 18_000 }, (_, at) => `"f${at}":"${at}"`).join(',')}}`,
    numbers: `{"studentIds":[${'4111111111111112,'.repeat(14_000)}1]}`,
    lists: `{"email":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    objects: `{"studentInfos":[${'{"examId":1},'.repeat(18_000)}1]}`,
    empty: `[${'{},'.repeat(80_000)}1]`,
    same: `{${'"email":1,'.repeat(24_000)}"email":1}`,
  };
  const schoolAdmin = aStaffSession('ROLE_SCHOOL_ADMIN');
  for (const { call } of posts.filter(({ call }) =>
    [NOBODY, schoolAdmin].some((account) => can(account, call.permission)),
  )) {
    const cookie = await portal.signedIn(whoMay(call));
    const send = (body: Buffer) => costOf(() => post(portal.url + call.path, body, cookie));
    const ofWords = Buffer.from(`{"note":${honest.json(240_000)}}`);
    const measure = await measureOf(() => send(ofWords));
    for (const [name, text] of Object.entries(bodies)) {
      const body = Buffer.from(text);
      const dear = await isDear(() => send(body), measure);
      expect([call.path, name, dear]).toEqual([call.path, name, false]);
    }
  }
});
