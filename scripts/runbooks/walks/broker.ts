import { randomUUID } from 'node:crypto';
import { quiet } from '../../e2e/faults/harness/quiet.ts';
import { anEnrolled } from '../../e2e/people/students.ts';
import { asOffice, services } from '../../portal/services.ts';
import { expectText } from '../expect.ts';
import type { Walk } from '../walk.ts';

/** More than may wait before the alert fires. */
const EVENTS = 120;

/** Changes a student this many times; identity emits an event for each. */
async function changes(studentId: number): Promise<void> {
  for (let done = 0; done < EVENTS; done++)
    await services.students.setStudentBars(
      { studentId, deniedRegistration: done % 2 === 0, buyingStopped: false },
      asOffice(randomUUID()),
    );
}

/** NATS is down for longer than a minute while people work. */
export const brokerDown: Walk = {
  alerts: ['PortalBrokerAway', 'PortalEventsWait', 'PortalEventsOld'],
  cause: 'NATS is killed while the office changes records',
  async provoke({ portal, log, endOfLog, status }, scene) {
    const { id } = await anEnrolled();
    const from = endOfLog('identity');
    scene.defer(() => portal.up('nats'));
    await portal.down('nats');
    await changes(id);
    return {
      async follow() {
        expectText((await status()).out, /^identity +yes +[1-9]\d\d /m);
        expectText(log('identity', from), /connection to NATS lost/);
        await portal.up('nats');
      },
      async healed() {
        expectText(log('identity', from), /connected to NATS again/);
        await quiet();
      },
    };
  },
};
