import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { checkStudentId } from '@portal/contract/students/auth';
import { aBirthPair } from '../../e2e/people/birth-pairs.ts';
import { aVisitor } from '../../e2e/people/non-members.ts';
import { Person } from '../../portal-user/person.ts';
import { ROOT } from '../../start/paths.ts';
import { again } from '../again.ts';
import { expectText } from '../expect.ts';
import type { Walk } from '../walk.ts';

/** Returns a birth date and digits that no student has. */
const aGuess = () => ({ dob: aBirthPair().dob, ssn: String(randomInt(1000, 10_000)) });

/** An attacker guesses who is on record, each time from another address. */
export const identityGuessing: Walk = {
  alerts: ['PortalIdentityGuessing'],
  cause: 'a hundred and fifty sign-ups from many addresses match no student on record',
  async provoke() {
    const guess = async () => (await aVisitor()).ask(checkStudentId, aGuess());
    for (let guessed = 0; guessed < 150; guessed += 10)
      await Promise.all(Array.from({ length: 10 }, guess));
    return {
      async follow() {
        // a single address gets no further: after five misses it needs a bot check
        const one = new Person();
        const codes = [];
        for (let n = 0; n < 6; n++) codes.push((await one.ask(checkStudentId, aGuess())).body.code);
        expectText(codes.join(), /bot_check_needed$/);
      },
    };
  },
};

/** Browsers report that a script was blocked on the pages. */
export const scriptsBlocked: Walk = {
  alerts: ['PortalScriptsBlocked'],
  cause: 'browsers report a script from a foreign address, three times a second',
  async provoke(_site, scene) {
    const report = {
      'csp-report': {
        'effective-directive': 'script-src-elem',
        'blocked-uri': 'https://skimmer.test/a.js',
      },
    };
    let isBlocked = true;
    const send = () =>
      new Person().send('POST', '/csp-reports', JSON.stringify(report), {
        'content-type': 'application/csp-report',
      });
    again(
      scene,
      async () => {
        if (isBlocked) await send();
      },
      300,
    );
    return {
      async follow() {
        // the pages allow only the scripts of the release
        const { headers } = await new Person().send('GET', '/login');
        const policy = headers.get('content-security-policy') ?? '';
        const listed = readFileSync(join(ROOT, 'deploy/card-page-scripts.json'), 'utf8');
        expectText(policy, /script-src/);
        for (const text of [policy, listed])
          if (text.includes('skimmer.test')) throw new Error('the pages allow the script');
        isBlocked = false;
      },
    };
  },
};

/** The pages have changed within the last hour. */
export const pageChanged: Walk = {
  alerts: ['PortalPageChanged'],
  cause: 'a BFF serves pages that load the script of the card processor from elsewhere',
  async provoke({ portal }, scene) {
    const { ACCEPT_JS_URL: right = '' } = portal.environmentOf('bff');
    const restartAs = async (url: string) => {
      portal.change('bff', { env: { ACCEPT_JS_URL: url } });
      await portal.restart('bff');
    };
    scene.defer(async () => {
      if (portal.environmentOf('bff')['ACCEPT_JS_URL'] !== right) await restartAs(right);
    });
    await restartAs('https://skimmer.test/v1/Accept.js');
    return { follow: () => restartAs(right) };
  },
};

/** One address holds its maximum of connections and opens more. */
export const connectionsRefused: Walk = {
  alerts: ['PortalConnectionsRefused'],
  cause: 'one address holds every connection that it may have, and opens more',
  async provoke({ portal }, scene) {
    const before = portal.environmentOf('bff')['MAX_CONNECTIONS'] ?? '5000';
    scene.defer(async () => {
      portal.change('bff', { env: { MAX_CONNECTIONS: before } });
      await portal.restart('bff');
    });
    portal.change('bff', { env: { MAX_CONNECTIONS: '100' } });
    await portal.restart('bff');
    const { hostname, port } = new URL(portal.url);
    const sockets = new Set<Socket>();
    let isBlocked = false;
    const open = () => {
      if (isBlocked) return;
      const socket = connect({
        host: hostname,
        port: Number(port),
        family: 4,
        localAddress: '127.251.0.1',
      });
      sockets.add(socket);
      socket.on('error', () => {}).once('close', () => sockets.delete(socket));
    };
    const block = () => {
      isBlocked = true;
      for (const socket of sockets) socket.destroy();
    };
    scene.defer(block);
    for (let n = 0; n < 60; n++) open();
    again(scene, async () => open(), 200);
    return {
      async follow() {
        const metrics = await (await fetch(`${portal.adminUrl('bff')}/metrics`)).text();
        expectText(metrics, /^portal_connections_refused_total\{of="address"\} [1-9]/m);
        block();
      },
    };
  },
};
