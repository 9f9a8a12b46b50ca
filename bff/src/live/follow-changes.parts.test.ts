import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connectNats } from '@portal/kit/broker/nats';
import { originHeaders } from '@portal/kit/events/outbox';
import { log } from '@portal/kit/observability/log';
import { steadyNow } from '@portal/kit/steady-clock';
import { eventually } from '@portal/kit/testing';
import { createCatalogue } from '../catalogue/catalogue.ts';
import { clients } from '../clients.ts';
import { followChanges } from './follow-changes.ts';
import { createLiveStreams } from './streams.ts';

let nats: Awaited<ReturnType<typeof connectNats>>;
beforeAll(async () => {
  nats = await connectNats(process.env.TEST_NATS_URL ?? '', 'test');
});
afterAll(() => nats.close());

const send = async (name: string, data: object) => {
  const headers = originHeaders(name.split('.')[0] ?? '');
  nats.publish(name, JSON.stringify({ id: randomUUID(), at: steadyNow(), data }), { headers });
  await nats.flush();
};

test('a student’s change reaches their pages at every replica, and no others', async () => {
  const student = randomInt(1_000_000_000, 2_000_000_000);
  const replicas = [1, 2].map(() => {
    const live = createLiveStreams();
    const catalogue = createCatalogue(clients, log);
    const got = { own: [] as string[], other: [] as string[] };
    for (const [whose, id] of [
      ['own', student],
      ['other', student + 1],
    ] as const)
      live.open(
        {
          subject: id,
          account: { kind: 'student', id },
          sid: whose,
          send: (event, data) => void got[whose].push(`${event} ${JSON.stringify(data)}`),
          end: () => {},
          isSignedIn: async () => true,
        },
        null,
      );
    const { stop } = followChanges(nats, { live, catalogue });
    return { got, stop: () => [stop(), live.stop(), catalogue.stop()] };
  });
  const allHear = (said: string) =>
    eventually(
      async () => replicas.map(({ got }) => got.own),
      (heard) => heard.every((own) => own.some((line) => line.includes(said))),
    );

  await allHear('refresh'); // they hear now
  await send('registration.session_cancelled', {
    registrationId: 7,
    studentId: student,
    sessionId: 3,
    calendarSequence: 2,
  });
  await allHear('{"topics":["exams","sessions"]}');
  await send('payments.card_saved', { studentId: student });
  await allHear('{"topics":["cards"]}');
  await send('catalog.materials_updated', { version: 7, updated: 2 });
  await allHear('{"topics":["exams","credits"]}');
  for (const { got, stop } of replicas) {
    const toOther = got.other.filter((line) => line.startsWith('changed'));
    expect(toOther).toEqual(['changed {"topics":["exams","credits"]}']); // the catalogue
    stop();
  }
});

test('a catalogue change reaches its open pages immediately', async () => {
  const live = createLiveStreams();
  const catalogue = createCatalogue(clients, log);
  const got: string[] = [];
  live.open(
    {
      subject: 'catalogue',
      account: { kind: 'staff', id: 1 },
      sid: 'office',
      send: (event, data) => void got.push(`${event} ${JSON.stringify(data)}`),
      end: () => {},
      isSignedIn: async () => true,
    },
    null,
  );
  const { stop } = followChanges(nats, { live, catalogue });
  const hears = (line: string) =>
    eventually(
      async () => got,
      (heard) => heard.includes(line),
    );
  await hears('refresh {}');
  await send('catalog.office_lists_changed', { version: 8 });
  await hears('changed {"topics":["catalogue"]}');
  stop();
  live.stop();
  catalogue.stop();
});
