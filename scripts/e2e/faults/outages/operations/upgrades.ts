import { expect, test } from '@jest/globals';
import { inDatabase, type ServiceName, serviceNames } from '../../../../portal/databases.ts';
import { until } from '../../../../portal/until.ts';
import { sweep } from '../../../invariants/invariants.ts';
import type { HurtPortal } from '../../harness/hurt-portal.ts';
import { Traffic } from '../../harness/people/traffic.ts';
import { twinAddress, withTwinOf } from '../../harness/twin.ts';

/** Services that the traffic uses. */
const busy = ['identity', 'schools', 'payments', 'registration'] as const satisfies ServiceName[];

async function expectGoneWell(traffic: Traffic): Promise<void> {
  const { balance, noted } = await traffic.end();
  expect(traffic.failures).toEqual([]);
  expect(balance).toBe(noted);
  await sweep();
}

/** Services whose replicas are replaced, and the processes that call them. */
interface Rollout {
  readonly replaced: readonly ServiceName[];
  readonly callers: readonly (ServiceName | 'bff')[];
}
const ALL: Rollout = { replaced: busy, callers: [...serviceNames, 'bff'] };

/** Gives all callers of the services their addresses. */
async function setAddresses(
  { portal }: HurtPortal,
  { replaced, callers }: Rollout,
  addressOf: (service: ServiceName) => string,
): Promise<void> {
  const env = Object.fromEntries(
    replaced.map((service) => [`${service.toUpperCase()}_ADDR`, addressOf(service)]),
  );
  for (const part of callers) portal.change(part, { env });
  await Promise.all(callers.map((part) => portal.restart(part)));
}

/**
 * Changes every table of a service as a migration does: it soon leaves the queue for a lock, and
 * tries again.
 */
const toEachTable = (service: ServiceName, change: string): Promise<void> =>
  inDatabase(service, async (ask) => {
    await ask("SET lock_timeout = '500ms'");
    const tables = await ask<{ table: string }>(
      `SELECT tablename AS table FROM pg_tables
       WHERE schemaname = 'public' AND tablename NOT LIKE '\\_prisma%' ORDER BY 1`,
    );
    const isLocked = (error: unknown) => (error as { code?: string }).code === '55P03';
    for (const { table } of tables)
      await until(
        () =>
          ask(`ALTER TABLE "${table}" ${change}`).then(
            () => null,
            (error: unknown) => error,
          ),
        (error) => {
          if (error && !isLocked(error)) throw error;
          return error === null;
        },
      );
  });

/** F17: a migration runs while people use the portal. */
export function migrations(): void {
  test('F17: a migration of columns in every table disturbs no request', async () => {
    const traffic = await Traffic.begin();
    for (const service of busy)
      await toEachTable(service, "ADD COLUMN f17 text NOT NULL DEFAULT 'new'");
    await traffic.more(30);
    for (const service of busy) await toEachTable(service, 'DROP COLUMN f17');
    await traffic.more(30);
    await expectGoneWell(traffic);
  });
}

/** F18: replicas are replaced one after the other while people use the portal. */
export function rollingRestarts(hurt: () => HurtPortal, rollout = ALL): void {
  test('F18: replacing one replica after the other fails no request', async () => {
    const { portal } = hurt();
    await setAddresses(
      hurt(),
      rollout,
      (service) => `ipv4:${portal.grpcAddress(service)},${twinAddress(portal, service)}`,
    );
    try {
      const traffic = await Traffic.begin();
      for (const service of rollout.replaced)
        await withTwinOf(
          hurt(),
          service,
          async () => {
            await traffic.more(12);
            await portal.restart(service);
            await traffic.more(12);
          },
          { isCalled: true },
        );
      await traffic.more(12);
      await expectGoneWell(traffic);
    } finally {
      await setAddresses(hurt(), rollout, (service) => portal.grpcAddress(service));
    }
  });
}

/** The failures when a service has no other replica. */
export function rollingRestartsControl(hurt: () => HurtPortal): void {
  test('F18, control: requests fail while a service without another replica is down', async () => {
    const { portal } = hurt();
    const traffic = await Traffic.begin();
    await portal.down('schools', 'SIGTERM');
    await until(
      async () => traffic.failures,
      (failures) => failures.length > 0,
    );
    await portal.up('schools');
    await traffic.end();
    expect(traffic.failures.join()).toContain('503');
    await sweep();
  });
}
