import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import { steadyNow } from '../steady-clock.ts';
import { eventually } from '../testing.ts';
import { connectNats } from './nats.ts';
import { ensureStream, REDELIVERED, streamOf } from './outbox.ts';
import { subscribe } from './subscribe.ts';

let nats: NatsConnection;
const stops: (() => void)[] = [];
beforeAll(async () => {
  nats = await connectNats(process.env.TEST_NATS_URL ?? '', 'test');
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});
afterAll(() => nats.close());

const aName = () => `t${randomUUID().slice(0, 8)}`;
const makeStream = async (service: string) => ensureStream(await jetstreamManager(nats), service);
const send = (subject: string, data: object) =>
  jetstream(nats).publish(subject, JSON.stringify({ id: randomUUID(), at: steadyNow(), data }));

/** A follower that keeps what it hears. */
function aFollower(...followed: [service: string, ...events: string[]][]) {
  const heard: [string, unknown][] = [];
  const hearing: boolean[] = [];
  const { stop } = subscribe(nats, {
    events: Object.fromEntries(
      followed.map(([service, ...events]) => [
        service,
        events.map((event) => `${service}.${event}`),
      ]),
    ),
    onEvent: (name, data) => heard.push([name, data]),
    onConnected: (isHearing) => hearing.push(isHearing),
  });
  stops.push(stop);
  const isHearing = () =>
    eventually(
      async () => hearing.at(-1),
      (last) => last === true,
    );
  const hears = (count: number) =>
    eventually(
      async () => heard,
      ({ length }) => length >= count,
    );
  return { heard, hearing, isHearing, hears };
}

test('each follower hears every event that comes from now on, and none that it did not ask for', async () => {
  const name = aName();
  await makeStream(name);
  await send(`${name}.minted`, { coin: 1 });
  const [one, other] = [aFollower([name, 'minted', 'spent']), aFollower([name, 'spent'])];
  await Promise.all([one.isHearing(), other.isHearing()]);
  await send(`${name}.minted`, { coin: 2 });
  await send(`${name}.lost`, { coin: 2 });
  await send(`${name}.spent`, { coin: 3 });
  await Promise.all([one.hears(2), other.hears(1)]);
  expect(one.heard).toEqual([
    [`${name}.minted`, { coin: 2 }],
    [`${name}.spent`, { coin: 3 }],
  ]);
  expect(other.heard).toEqual([[`${name}.spent`, { coin: 3 }]]);
});

test('it hears when every service is heard, and waits for the stream of one that has not begun', async () => {
  const [first, second] = [aName(), aName()];
  await makeStream(first);
  const follower = aFollower([first, 'minted'], [second, 'minted']);
  expect(follower.hearing).toEqual([]);
  await makeStream(second);
  await follower.isHearing();
  await send(`${second}.minted`, { coin: 1 });
  await follower.hears(1);
});

test('a stream that was lost and made anew is heard again, and the time between is told', async () => {
  const name = aName();
  await makeStream(name);
  const follower = aFollower([name, 'minted']);
  await follower.isHearing();
  await (await jetstreamManager(nats)).streams.delete(streamOf(name));
  await eventually(
    async () => follower.hearing,
    (told) => told.includes(false),
  );
  await makeStream(name);
  await follower.isHearing();
  await send(`${name}.minted`, { coin: 1 });
  await follower.hears(1);
  expect(follower.hearing).toEqual([true, false, true]);
});

test('what fills a lost stream again is not heard as news', async () => {
  const name = aName();
  await makeStream(name);
  const follower = aFollower([name, 'minted']);
  await follower.isHearing();
  const resent = headers();
  resent.set(REDELIVERED, '1');
  await jetstream(nats).publish(
    `${name}.minted`,
    JSON.stringify({ id: randomUUID(), at: steadyNow(), data: { coin: 1 } }),
    {
      headers: resent,
    },
  );
  await send(`${name}.minted`, { coin: 2 });
  await follower.hears(1);
  expect(follower.heard).toEqual([[`${name}.minted`, { coin: 2 }]]);
});

test('what is no event at all is passed on without data, and the next one is heard', async () => {
  const name = aName();
  await makeStream(name);
  const follower = aFollower([name, 'minted']);
  await follower.isHearing();
  for (const text of ['{"id": ', '"hello"', 'null'])
    await jetstream(nats).publish(`${name}.minted`, text);
  await send(`${name}.minted`, { coin: 1 });
  await follower.hears(4);
  expect(follower.heard.map(([, data]) => data)).toEqual([
    undefined,
    undefined,
    undefined,
    { coin: 1 },
  ]);
});
