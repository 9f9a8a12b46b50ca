import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, test } from '@jest/globals';
import { asStaff } from '@portal/kit/testing';
import { lastSent, verifyEvents } from '@portal/kit/testing/events/message-pacts';
import { Redeemed } from '@portal/proto/seminary/v1/events';
import { redeemExams } from './redemption/redeem-exams.ts';
import { RedemptionWorld } from './testing/redemption-world.ts';

const world = new RedemptionWorld();
beforeAll(() => world.start());
afterAll(() => world.stop());

test('seminary emits the events that their consumers rely on', async () => {
  await verifyEvents('seminary', {
    'seminary.redeemed': async () => {
      const { studentId, seminaryStudentId } = await world.aPair();
      const call = asStaff(world.db, ['ROLE_ADMIN'], { key: randomUUID(), studentId });
      await redeemExams(call, seminaryStudentId);
      return lastSent(world.db, Redeemed);
    },
  });
});
