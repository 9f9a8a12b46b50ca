import { releasedTree, whyNoReleasedTree } from '../releases/released-tree.ts';
import { findTool, missing } from '../tools/tools.ts';
import { type Part, parts } from './cluster/cluster.ts';
import {
  draining,
  killing,
  rollingEverything,
  rollingRestart,
  rollingWhileSlow,
  scaling,
  upgrading,
} from './happenings.ts';
import { type Happening, Rig } from './rig.ts';

// npm run rolling: two replicas of each service on this machine, with the chart's probes, preStop
// and grace, under 200 requests a second (RATE) of k6: an upgrade from the last release, rolling
// restart, scale up and down and kill -9 of each service, drain of each node, and everything at
// once. `npm run rolling -- kill bff payments` runs some kinds (upgrade, restart, scale, kill,
// drain, all, slow) of some services.
// Exit code 0 when no request failed and nothing was done twice.

const ofPart: Readonly<Record<string, (part: Part) => Happening>> = {
  restart: rollingRestart,
  scale: scaling,
  kill: killing,
};
const ofAll: Readonly<Record<string, readonly Happening[]>> = {
  drain: [draining('a'), draining('b')],
  all: [rollingEverything],
  slow: [rollingWhileSlow],
};

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const isPart = (word: string): word is Part => (parts as readonly string[]).includes(word);
const words = process.argv.slice(2);
const kinds = words.filter((word) => !isPart(word));
const named = words.filter(isPart);
const isWanted = (kind: string): boolean =>
  kinds.length === 0 ? named.length === 0 || kind in ofPart : kinds.includes(kind);

function chosen(withRelease: boolean): readonly Happening[] {
  const upgrade = withRelease ? Object.values(upgrading) : [];
  const each = (named.length > 0 ? named : parts).flatMap((part) =>
    Object.entries(ofPart).flatMap(([kind, of]) => (isWanted(kind) ? [of(part)] : [])),
  );
  const all = Object.entries(ofAll).flatMap(([kind, of]) => (isWanted(kind) ? of : []));
  return [...upgrade, ...each, ...all];
}

async function run(rig: Rig, happenings: readonly Happening[]): Promise<boolean> {
  let isWell = true;
  for (const happening of happenings) {
    const { counts, wrong } = await rig.during(happening);
    const { requests, repeated, seconds, notBegun } = counts;
    const also = [
      ...(repeated > 0 ? [`${repeated} repeated`] : []),
      ...(notBegun > 0 ? [`${notBegun} not begun in time`] : []),
    ];
    const line = [`${requests} requests in ${seconds.toFixed(0)} s`, ...also].join(', ');
    say(`${wrong.length === 0 ? 'ok  ' : 'BAD '} ${happening.name}: ${line}`);
    for (const line of wrong) say(`       ${line}`);
    isWell &&= wrong.length === 0;
  }
  const wrong = await rig.check();
  say(
    wrong.length === 0
      ? 'ok   books, processor and clients agree, and every invariant holds'
      : `BAD  ${wrong.join('\n       ')}`,
  );
  return isWell && wrong.length === 0;
}

async function main(): Promise<boolean> {
  if (!findTool('k6')) throw new Error(missing('k6'));
  const missingRelease = isWanted('upgrade') ? await whyNoReleasedTree() : undefined;
  if (missingRelease) say(missingRelease);
  const tree = isWanted('upgrade') && !missingRelease ? await releasedTree() : undefined;
  const happenings = chosen(tree !== undefined);
  if (happenings.length === 0)
    throw new Error(
      'Say upgrade, restart, scale, kill, drain, all or slow, and parts if not each.',
    );
  try {
    const rig = await Rig.start({ released: tree?.root, report: say });
    try {
      return await run(rig, happenings);
    } finally {
      await rig.end();
    }
  } finally {
    tree?.remove();
  }
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
