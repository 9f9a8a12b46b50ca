import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { sweep } from '../../invariants/invariants.ts';
import { until } from '../../portal/until.ts';
import type { HurtPortal } from '../harness/hurt-portal.ts';

/** Prometheus' scrape timeout in milliseconds. */
const SCRAPE_MS = 10_000;

/** A server's process and its children, such as the backends of PostgreSQL. */
function processesOf(pid: number): number[] {
  const children = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8').replace(/^.*\) /s, '');
      return Number(stat.split(' ')[1]) === pid;
    } catch {
      return false;
    }
  });
  return [pid, ...children.map(Number)];
}

const servers = [
  { server: 'postgres', part: 'payments', shows: /^portal_outbox_waiting -1$/m },
  { server: 'redis', part: 'bff', shows: /^portal_ready 0$/m },
] as const;

/** F8, F10: servers that accept a connection and never answer (SIGSTOP), for which alerts must fire. */
export function hungServers(hurt: () => HurtPortal): void {
  test.each(servers)(
    'F8, F10: while $server hangs, /metrics of $part arrives in time and says what the alerts need',
    async ({ server, part, shows }) => {
      const { portal } = hurt();
      await portal.ready();
      const metrics = async () => {
        const response = await fetch(`${portal.adminUrl(part)}/metrics`, {
          signal: AbortSignal.timeout(SCRAPE_MS),
        });
        return response.text();
      };
      expect(await metrics()).toMatch(/^portal_ready 1$/m);
      const stopped = processesOf(portal.pid(server) as number);
      for (const pid of stopped) process.kill(pid, 'SIGSTOP');
      try {
        const text = await metrics();
        expect(text).toMatch(shows);
        expect(text).toMatch(/^portal_ready 0$/m);
        expect(await metrics()).toMatch(shows);
      } finally {
        for (const pid of stopped) process.kill(pid, 'SIGCONT');
      }
      await portal.ready();
      await until(metrics, (text) => /^portal_ready 1$/m.test(text));
      await sweep();
    },
  );
}
