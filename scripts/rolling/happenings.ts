import { breakPartner, mendPartners } from '../portal/processor.ts';
import { aWhile, type Part, parts } from './cluster/cluster.ts';
import type { Happening, Rig } from './rig.ts';

/**
 * Replicas of this code are replaced without the chart's pause (minReadySeconds) between two of
 * them: their callers find the next ones within a second, and nothing may be lost without it.
 */
export const rollingRestart = (part: Part): Happening => ({
  name: `rolling restart of ${part}`,
  planned: true,
  run: ({ cluster }) => cluster.roll(part),
});

export const scaling = (part: Part): Happening => ({
  name: `${part} scaled to three and back`,
  planned: true,
  run: async ({ cluster }) => {
    await cluster.scale(part, 3);
    await aWhile();
    await cluster.scale(part, 2);
  },
});

export const killing = (...those: Part[]): Happening => ({
  name: `kill -9 of one ${those.join(', then of one ')}`,
  planned: false,
  run: async ({ cluster }) => {
    for (const part of those) await cluster.kill(part);
    await aWhile();
  },
});

export const draining = (node: string): Happening => ({
  name: `drain of node ${node}`,
  planned: true,
  run: ({ cluster }) => cluster.drainNode(node),
});

/** Every service at once, as `helm upgrade` does. */
export const rollingEverything: Happening = {
  name: 'rolling restart of everything at once',
  planned: true,
  run: ({ cluster }) => Promise.all(parts.map((part) => cluster.roll(part))),
};

/** Replaces replicas while the card processor takes almost as long as its time limit. */
export const rollingWhileSlow: Happening = {
  name: 'rolling restart of bff and payments while each charge takes 8 seconds',
  planned: true,
  run: async ({ cluster }) => {
    await breakPartner({ partner: 'cards', mode: 'slow', ms: 8000 });
    try {
      await aWhile();
      await Promise.all([cluster.roll('bff'), cluster.roll('payments')]);
    } finally {
      await mendPartners();
    }
  },
};

const oneOfEach = async ({ cluster }: Rig, minReadyMs: number): Promise<void> => {
  await Promise.all(parts.map((part) => cluster.roll(part, { count: 1, minReadyMs })));
};

/**
 * Upgrades from the last release to this code, in the steps of the chart, and with its pause:
 * callers of the last release resolve the replicas of a service at most every 30 seconds. If they
 * then got one that had just left (names are cached for six seconds, a replica ends after five),
 * they would have no replica once the other one is replaced too.
 */
export const upgrading = {
  migrating: {
    name: 'the last release on the schema of this one, which comes while it works',
    planned: true,
    run: async (rig) => {
      await rig.migrate();
      await aWhile();
    },
  },
  mixing: {
    name: 'one replica of each part of the last release, and one of this',
    planned: true,
    run: async (rig) => {
      rig.use('this');
      await oneOfEach(rig, rig.cluster.timing.minReadyMs);
      await aWhile();
    },
  },
  ending: {
    name: 'this code alone, on what the last release wrote',
    planned: true,
    run: async (rig) => {
      await oneOfEach(rig, rig.cluster.timing.minReadyMs);
      await aWhile();
    },
  },
  goingBack: {
    name: 'one replica of each part of the last release again, on what this code wrote',
    planned: true,
    run: async (rig) => {
      rig.use('released');
      // the chart of the last release has no pause
      await oneOfEach(rig, 0);
      await aWhile();
      rig.use('this');
    },
  },
} as const satisfies Readonly<Record<string, Happening>>;

/**
 * Control: BFFs that end without preStop and abandon their requests, while the card processor takes
 * two seconds for each purchase.
 */
export const withoutDrain: Happening = {
  name: 'BFFs that do not drain',
  planned: true,
  run: async ({ cluster }) => {
    await breakPartner({ partner: 'cards', mode: 'slow', ms: 2000 });
    try {
      await aWhile();
      for (let gone = 0; gone < 2; gone++) {
        await cluster.cutShort('bff', 'SIGKILL');
        await cluster.scale('bff', 2);
      }
    } finally {
      await mendPartners();
    }
  },
};
