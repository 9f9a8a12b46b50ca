import { expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { asStudent } from '@portal/kit/testing';
import { later } from '../../testing.ts';
import { inOnlineWorld, world } from '../online/testing.ts';
import { saveSystemCheck } from './save-system-check.ts';
import { findSystemCheck } from './store.ts';

inOnlineWorld();

const fit = { device: 'Chrome on Windows', findings: {} };

test('the newest check of a student is stored, and of no other student', async () => {
  const now = steadyNow();
  await saveSystemCheck(asStudent(world.db, 7001, { now }), {
    device: undefined,
    findings: { camera: 'refused', network: 'slow' },
  });
  expect(await findSystemCheck(world.db, 7001)).toMatchObject({
    device: null,
    browser: null,
    camera: 'refused',
    network: 'slow',
  });
  await saveSystemCheck(asStudent(world.db, 7001, { now: later(now, { hours: 1 }) }), fit);
  expect(await findSystemCheck(world.db, 7001)).toEqual({
    studentId: 7001,
    checkedAt: later(now, { hours: 1 }),
    device: 'Chrome on Windows',
    browser: null,
    camera: null,
    microphone: null,
    network: null,
    screen: null,
  });
  expect(await findSystemCheck(world.db, 7002)).toBeUndefined();
});

test('a check that comes late does not stand in for a newer one', async () => {
  const now = steadyNow();
  await saveSystemCheck(asStudent(world.db, 7003, { now }), fit);
  await saveSystemCheck(asStudent(world.db, 7003, { now: later(now, { hours: -1 }) }), {
    device: undefined,
    findings: { screen: 'second_screen' },
  });
  expect(await findSystemCheck(world.db, 7003)).toMatchObject({ screen: null });
});

test('the audit names the actor, and the table refuses an invalid finding', async () => {
  await saveSystemCheck(asStudent(world.db, 7004), {
    device: undefined,
    findings: { browser: 'phone_or_tablet' },
  });
  const line = await world.db.one`
    SELECT op, table_name, actor_kind, change FROM audit WHERE student_id = 7004`;
  expect(line).toMatchObject({
    op: 'action',
    tableName: 'system_check',
    actorKind: 'student',
    change: { browser: 'phone_or_tablet', camera: null },
  });
  const wrong = saveSystemCheck(asStudent(world.db, 7004), {
    device: undefined,
    findings: { browser: 'too good' },
  });
  await expect(wrong).rejects.toMatchObject({ constraint: 'system_check_browser_check' });
});
