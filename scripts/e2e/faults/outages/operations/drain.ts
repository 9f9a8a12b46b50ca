import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { getSession } from '@portal/contract/sessions/sessions';
import { until } from '../../../../portal/until.ts';
import { LiveStream } from '../../../../portal-user/live-stream.ts';
import { type HurtPortal, inTheMiddle } from '../../harness/hurt-portal.ts';
import { BusyConnection } from '../../harness/network/busy-connections.ts';
import { aBuyer, buyPayBook, expectBoughtOnce } from '../../harness/people/buyer.ts';

/** Returns the duration of the last stop that the BFF logged, in milliseconds. */
function lastStop(dataDir: string): number | undefined {
  const lines = readFileSync(join(dataDir, 'logs', 'bff.log'), 'utf8')
    .trim()
    .split('\n');
  const stops = lines.filter((line) => line.includes('"msg":"stopped"'));
  return stops.length === 0 ? undefined : (JSON.parse(stops.at(-1) ?? '{}') as { ms: number }).ms;
}

/** F26: a service gets SIGTERM while connections are busy. */
export function drain(hurt: () => HurtPortal): void {
  test('F26: a BFF that stops under busy connections closes them without a reset', async () => {
    const { portal } = hurt();
    const { person } = await aBuyer();
    const paths = [getSession.path, '/', '/healthz', '/api/openapi.json'];
    const busy = paths.map((path) => new BusyConnection(portal.url + path).start());
    // a client that never sends the rest of a request delays no one
    const { hostname, port } = new URL(portal.url);
    const half = connect(Number(port), hostname, () =>
      half.write('POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Le'),
    ).on('error', () => {});
    try {
      const stream = await LiveStream.open(person);
      await until(
        async () => busy.map(({ answers }) => answers),
        (answers) => answers.every((count) => count > 20),
      );
      const before = lastStop(portal.dataDir);
      await portal.down('bff', 'SIGTERM');
      await portal.up('bff');
      const answered = busy.map(({ answers }) => answers);
      await until(
        async () => busy.map(({ answers }) => answers),
        (answers) => answers.every((count, at) => count > (answered[at] ?? 0) + 20),
      );
      expect(busy.flatMap(({ goodbyes }) => goodbyes).filter((said) => said !== 'close')).toEqual(
        [],
      );
      expect(busy.every(({ goodbyes }) => goodbyes.length > 0)).toBe(true);
      expect(
        [...new Set(busy.flatMap(({ errors }) => errors))].filter(
          (code) => code !== 'ECONNREFUSED',
        ),
      ).toEqual([]);
      expect(lastStop(portal.dataDir)).not.toBe(before);
      // five on a machine that is not busy, and never the 35 that it may take at most
      expect(lastStop(portal.dataDir)).toBeLessThan(20_000);
      expect(stream.isOpen).toBe(false);
      expect(stream.reconnectDelayMs).toBeGreaterThan(0);
    } finally {
      await Promise.all(busy.map((one) => one.stop()));
      half.destroy();
    }
  });
}

/** F26: a student buys while a service stops. */
export function buyingWhileDrained(hurt: () => HurtPortal): void {
  test('F26: a student who buys while the BFF restarts gets the purchase once', async () => {
    const { portal, forgetMarks } = hurt();
    const buyers = await Promise.all([aBuyer(), aBuyer()]);
    forgetMarks();
    const bought = Promise.all(buyers.map(buyPayBook));
    await inTheMiddle(hurt(), 5);
    await portal.restart('bff');
    await bought;
    for (const buyer of buyers) await expectBoughtOnce(buyer);
  });
}
