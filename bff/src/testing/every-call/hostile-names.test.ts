// Names that every object has already: an object that serves as a map returns a built-in value for
// one of them.
import { expect, test } from '@jest/globals';
import type { CallSpec } from '@portal/contract/call';
import { calls } from '@portal/contract/calls';
import { saveCreditCard } from '@portal/contract/purchases/payments';
import { aPortal, problemIn } from '../portal.ts';
import { fieldsOf, refusingServices, student, whoMay } from '../refusing-services.ts';

const names = [...Object.getOwnPropertyNames(Object.prototype), 'prototype', 'then', 'toJSON'];
const values = ['"text"', '1', '[]', '{"constructor":{"prototype":{"x":1}}}'];

/** Written by hand: an object literal with __proto__ would have no field of that name. */
const objectOf = (value: string): string =>
  `{${names.map((name) => `${JSON.stringify(name)}:${value}`).join(',')}}`;

const portal = () => aPortal({ services: refusingServices });
type Portal = Awaited<ReturnType<typeof portal>>;

async function expectNoFailure(answer: Response, what: string): Promise<void> {
  await answer.arrayBuffer();
  expect([what, answer.status]).not.toEqual([what, 500]);
}

async function post(
  to: Portal,
  { path }: CallSpec,
  body: string,
  headers: Record<string, string>,
): Promise<Response> {
  return fetch(to.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
}

const posts = calls.filter(({ call }) => call.method === 'POST' && !call.upload);
test.each(posts)('$name takes names of prototypes as names like any other', async ({ call }) => {
  const to = await portal();
  const cookie = await to.signedIn(whoMay(call));
  for (const value of values) {
    await expectNoFailure(await post(to, call, objectOf(value), cookie), value);
    const inFields = fieldsOf(call.body).map(
      (field) => `${JSON.stringify(field)}:${objectOf(value)}`,
    );
    await expectNoFailure(
      await post(to, call, `{${['"student_id":12', ...inFields].join(',')}}`, cookie),
      `fields of ${value}`,
    );
  }
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    const asValues = fieldsOf(call.body).map(
      (field) => `${JSON.stringify(field)}:${JSON.stringify(name)}`,
    );
    await expectNoFailure(
      await post(to, call, `{${['"student_id":12', ...asValues].join(',')}}`, cookie),
      `${name} as text`,
    );
  }
});

test.each(calls.filter(({ call }) => call.method === 'GET'))(
  '$name takes them in its query, as names and as values',
  async ({ call }) => {
    const to = await portal();
    const cookie = await to.signedIn(whoMay(call));
    const query = (pairs: readonly string[]) =>
      to.get(`${call.path}?student_id=12&${pairs.join('&')}`, cookie);
    await expectNoFailure(await query(names.map((name) => `${name}=1`)), 'names');
    await expectNoFailure(
      await query(names.flatMap((name) => [`${name}[${name}]=1`, `${name}=1`])),
      'names twice',
    );
    for (const name of names)
      await expectNoFailure(
        await query(fieldsOf(call.query).map((field) => `${field}=${name}`)),
        name,
      );
  },
);

test.each(calls.filter(({ call }) => call.upload))(
  '$name takes them in its form, as names, as values and as the name of a file',
  async ({ call }) => {
    const to = await portal();
    const cookie = await to.signedIn(whoMay(call));
    const upload = call.upload?.field ?? '';
    for (const name of names) {
      const form = new FormData();
      form.append('student_id', '12');
      form.append(name, name);
      for (const field of fieldsOf(call.body)) form.append(field, name);
      form.append(upload, new File(['%PDF-1.7'], `x.${name}`));
      await expectNoFailure(
        await fetch(to.url + call.path, { method: 'POST', headers: cookie, body: form }),
        name,
      );
      const other = new FormData();
      other.append(name, new File(['%PDF-1.7'], name));
      await expectNoFailure(
        await fetch(to.url + call.path, { method: 'POST', headers: cookie, body: other }),
        `${name} as a file`,
      );
    }
  },
);

test('headers, cookies and paths of these names change nothing', async () => {
  const to = await portal();
  const { cookie = '' } = await to.signedIn(student);
  for (const name of names) {
    const cookies = `${name}=1; ${name}; sid.${name}=1; ${cookie}`;
    const answer = await to.get('/api/getCreditsInfo', {
      cookie: cookies,
      'idempotency-key': name,
      [`x-${name}`]: '1',
      [name]: '1',
    });
    await expectNoFailure(answer, name);
    for (const path of [`/${name}`, `/api/${name}`, `/api/docs/${name}`, `/assets/${name}`])
      expect([path, (await to.get(path)).status]).toEqual([path, 404]);
  }
});

test('saving a card needs a card, with any amount', async () => {
  const to = await portal();
  const cookie = await to.signedIn(whoMay(saveCreditCard));
  for (const amount of [0, 1, '0', null]) {
    const answer = await to.post(saveCreditCard.path, { amount }, cookie);
    expect([answer.status, (await problemIn(answer)).code]).toEqual([422, 'no_payment_method']);
  }
});
