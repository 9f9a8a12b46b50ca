import type { Place } from './plan.ts';
import type { Deployment } from './restore-pod.ts';
import { kubectl, outputOf } from './run.ts';

type Cluster = Place & { kind: 'cluster' };
type ScaledDeployment = Deployment & {
  metadata: { annotations?: Record<string, string> };
  spec: { replicas?: number };
};

/** Deployments that are scaled to 0 for a restore, by part. */
export type StoppedParts = ReadonlyMap<string, ScaledDeployment>;

/** Keeps the number of replicas on the Deployment, for a restore that is interrupted. */
const REPLICAS = 'portal/replicas-before-restore';
const PAUSED = 'autoscaling.keda.sh/paused';
const TIMEOUT = '--timeout=5m';

const scaledObjectOf = (name: string): string => `scaledobject.keda.sh/${name}`;

/** Names of the release's ScaledObjects; none in a cluster without KEDA. */
async function scaledObjectsOf(place: Cluster): Promise<Set<string>> {
  const kinds = await outputOf(
    kubectl(place, 'api-resources', '--api-group=keda.sh', '-o', 'name'),
  );
  if (!kinds.includes('scaledobjects')) return new Set();
  const labels = `app.kubernetes.io/instance=${place.release}`;
  const found = ['get', 'scaledobjects.keda.sh', '-l', labels, '-o', 'name'];
  const names = (await outputOf(kubectl(place, ...found))).split(/\s+/);
  return new Set(names.map((name) => name.slice(name.indexOf('/') + 1)));
}

/**
 * Scales services to 0 and waits until their pods are deleted. Pauses KEDA first, which would scale
 * them up again. Services of an earlier, interrupted restore keep the number of replicas from
 * before it.
 */
export async function stopParts(place: Cluster, parts: readonly string[]): Promise<StoppedParts> {
  const ask = (...args: string[]) => outputOf(kubectl(place, ...args));
  const scaled = await scaledObjectsOf(place);
  const stopped = new Map<string, ScaledDeployment>();
  for (const part of parts) {
    const name = `${place.release}-${part}`;
    const deployment: ScaledDeployment = JSON.parse(
      await ask('get', `deployment/${name}`, '-o', 'json'),
    );
    stopped.set(part, deployment);
    const { replicas = 0 } = deployment.spec;
    if (replicas > 0)
      await ask('annotate', `deployment/${name}`, `${REPLICAS}=${replicas}`, '--overwrite');
    if (scaled.has(name)) {
      await ask('annotate', scaledObjectOf(name), `${PAUSED}=true`, '--overwrite');
      await ask('wait', '--for=condition=Paused', scaledObjectOf(name), TIMEOUT);
    }
    await ask('scale', `deployment/${name}`, '--replicas=0');
  }
  for (const part of parts) {
    const labels = [
      `app.kubernetes.io/instance=${place.release}`,
      `app.kubernetes.io/component=${part}`,
    ].join(',');
    await ask('wait', '--for=delete', 'pod', '-l', labels, TIMEOUT);
  }
  return stopped;
}

/**
 * Scales services up to their former number of replicas, at least `atLeast`, resumes KEDA, and
 * waits until the pods are ready.
 */
export async function startParts(
  place: Cluster,
  parts: StoppedParts,
  atLeast: 0 | 1,
  say: (line: string) => void,
): Promise<void> {
  const ask = (...args: string[]) => outputOf(kubectl(place, ...args));
  const scaled = await scaledObjectsOf(place);
  for (const [part, { spec, metadata }] of parts) {
    const name = `${place.release}-${part}`;
    const kept = Number(metadata.annotations?.[REPLICAS] ?? 0);
    const replicas = Math.max(spec.replicas || kept, atLeast);
    if (replicas > 0) await ask('scale', `deployment/${name}`, `--replicas=${replicas}`);
    await ask('annotate', `deployment/${name}`, `${REPLICAS}-`);
    if (scaled.has(name)) await ask('annotate', scaledObjectOf(name), `${PAUSED}-`);
    say(`${part}: ${replicas} replicas again`);
  }
  for (const part of parts.keys())
    await ask('rollout', 'status', `deployment/${place.release}-${part}`, '--timeout=10m');
}
