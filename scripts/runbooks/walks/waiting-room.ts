import { waitInLine } from '@portal/contract/students/waiting';
import { createClient } from 'redis';
import { aStudent } from '../../e2e/people/students.ts';
import { until } from '../../portal/until.ts';
import { Person } from '../../portal-user/person.ts';
import { again } from '../again.ts';
import { fromRunbook } from '../commands.ts';
import type { Site } from '../site/site.ts';
import type { Walk } from '../walk.ts';

const COUNTERS = '{waiting-room}:counters';
const PLACES = 5;

/** Connects to the BFF's Redis as an operator does. */
async function theRedis(scene: AsyncDisposableStack) {
  const redis = createClient({ url: process.env['REDIS_URL'] ?? '' });
  await redis.connect();
  scene.defer(async () => redis.destroy());
  return redis;
}

/** Restarts the BFF with a setting, until the end of the walk. */
async function withSetting(
  { portal }: Site,
  scene: AsyncDisposableStack,
  [name, value, usual]: readonly [name: string, value: string, usual: string],
): Promise<void> {
  scene.defer(async () => {
    portal.change('bff', { env: { [name]: usual } });
    await portal.restart('bff');
  });
  portal.change('bff', { env: { [name]: value } });
  await portal.restart('bff');
}

const stateOf = async (person: Person) => (await person.ask(waitInLine, {})).body.state;

/** More visitors wait than can be admitted within minutes. */
export const visitorsWait: Walk = {
  alerts: ['PortalVisitorsWait'],
  cause: 'ten thousand visitors wait before the next one',
  async provoke(site, scene) {
    const redis = await theRedis(scene);
    scene.defer(async () => {
      const given = await redis.hGet(COUNTERS, 'given');
      if (given) await redis.hSet(COUNTERS, 'called', given);
    });
    await redis.hIncrBy(COUNTERS, 'given', 10_000);
    const visitor = new Person();
    await until(
      () => stateOf(visitor),
      (state) => state === 'waiting',
    );
    return {
      async follow() {
        const rate = await site.watch.value('sum(portal_waiting_room_admissions_per_second)');
        if (!rate) throw new Error('no visitor is admitted');
        await withSetting(site, scene, ['WAITING_ROOM', 'off', 'on']);
      },
      async healed() {
        if ((await stateOf(visitor)) !== 'open') throw new Error('the visitor still waits');
      },
    };
  },
};

/** The queue is stopped, and more visitors come than it has places. */
export const queueFull: Walk = {
  alerts: ['PortalQueueFull'],
  cause: 'the queue is stopped by hand with five places, and visitors keep coming',
  async provoke(site, scene) {
    const redis = await theRedis(scene);
    await withSetting(site, scene, ['WAITING_ROOM_PLACES', String(PLACES), '20000']);
    const type = (command: string) => redis.sendCommand(command.split(' '));
    const letOn = () => type(fromRunbook('HDEL '));
    scene.defer(async () => void (await letOn()));
    await type(fromRunbook('HSET '));
    again(scene, () => stateOf(new Person()), 200);
    return {
      follow: async () => void (await letOn()),
      async healed() {
        const { person } = await aStudent();
        if ((await stateOf(person)) === 'full') throw new Error('the queue is full');
      },
    };
  },
};
