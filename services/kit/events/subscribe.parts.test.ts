import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { NatsConnection } from '@nats-io/transport-node';
import { connectNats } from '../broker/nats.ts';
import { steadyNow } from '../steady-clock.ts';
import { eventually } from '../testing.ts';
import { originHeaders, REDELIVERED } from './outbox.ts';
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
const envelope = (data: object) => JSON.stringify({ id: randomUUID(), at: steadyNow(), data });
/** Publishes as the service of the event does. */
const send = async (subject: string, text: string, headers = ownHeaders(subject)) => {
  nats.publish(subject, text, { headers });
  await nats.flush();
};
const ownHeaders = (subject: string) => originHeaders(subject.split('.')[0] ?? '');

/** A follower that records its events. */
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

test('each follower gets every event from now on, but only those it subscribed to', async () => {
  const name = aName();
  await send(`${name}.minted`, envelope({ coin: 1 }));
  const [one, other] = [aFollower([name, 'minted', 'spent']), aFollower([name, 'spent'])];
  await Promise.all([one.isHearing(), other.isHearing()]);
  await send(`${name}.minted`, envelope({ coin: 2 }));
  await send(`${name}.lost`, envelope({ coin: 2 }));
  await send(`${name}.spent`, envelope({ coin: 3 }));
  await Promise.all([one.hears(2), other.hears(1)]);
  expect(one.heard).toEqual([
    [`${name}.minted`, { coin: 2 }],
    [`${name}.spent`, { coin: 3 }],
  ]);
  expect(other.heard).toEqual([[`${name}.spent`, { coin: 3 }]]);
});

test('a lost connection is announced, and events are heard again after it', async () => {
  const name = aName();
  const follower = aFollower([name, 'minted']);
  await follower.isHearing();
  await nats.reconnect();
  await eventually(
    async () => follower.hearing,
    (ready) => ready.includes(false),
  );
  await follower.isHearing();
  await send(`${name}.minted`, envelope({ coin: 1 }));
  await follower.hears(1);
  expect(follower.hearing).toEqual([true, false, true]);
});

test('an event that its owner did not send is not heard', async () => {
  const [name, other] = [aName(), aName()];
  const follower = aFollower([name, 'minted']);
  await follower.isHearing();
  await send(`${name}.minted`, envelope({ coin: 1 }), originHeaders(other));
  nats.publish(`${name}.minted`, envelope({ coin: 2 }));
  await send(`${name}.minted`, envelope({ coin: 3 }));
  await follower.hears(1);
  expect(follower.heard).toEqual([[`${name}.minted`, { coin: 3 }]]);
});

test('a follower does not get events that refill a lost stream', async () => {
  const name = aName();
  const follower = aFollower([name, 'minted']);
  await follower.isHearing();
  const resent = originHeaders(name);
  resent.set(REDELIVERED, '1');
  await send(`${name}.minted`, envelope({ coin: 1 }), resent);
  await send(`${name}.minted`, envelope({ coin: 2 }));
  await follower.hears(1);
  expect(follower.heard).toEqual([[`${name}.minted`, { coin: 2 }]]);
});

test('an invalid event is passed on without data, and the next one is received', async () => {
  const name = aName();
  const follower = aFollower([name, 'minted']);
  await follower.isHearing();
  for (const text of ['{"id": ', '"hello"', 'null']) await send(`${name}.minted`, text);
  await send(`${name}.minted`, envelope({ coin: 1 }));
  await follower.hears(4);
  expect(follower.heard.map(([, data]) => data)).toEqual([
    undefined,
    undefined,
    undefined,
    { coin: 1 },
  ]);
});
