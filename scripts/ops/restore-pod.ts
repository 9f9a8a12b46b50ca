interface Container {
  name: string;
  env?: Variable[];
}
interface Variable {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef?: { name: string; key: string } };
}

/** A Deployment as kubectl shows it, as far as it is read. */
export interface Deployment {
  metadata: { name: string };
  spec: {
    template: {
      metadata: { labels: Record<string, string>; annotations?: Record<string, string> };
      spec: { containers: Container[] };
    };
  };
}

const HOURS = 12;

/**
 * A pod like those of a service that is stopped: its image, settings, secrets and network rights,
 * and nothing that runs in it but what is sent there. It never counts as ready, so it gets
 * no calls. `databaseKey`: the key of its Secret that holds the address of its database, where that
 * is not the usual one.
 */
export function restorePod(deployment: Deployment, service: string, databaseKey?: string) {
  const { metadata, spec } = deployment.spec.template;
  const container = containerOf(deployment, service) as Container & Record<string, unknown>;
  const {
    livenessProbe: _live,
    readinessProbe: _ready,
    startupProbe: _startup,
    lifecycle: _lifecycle,
    ...kept
  } = container;
  const env = container.env?.map((one) => {
    const secret = one.valueFrom?.secretKeyRef;
    return one.name === 'DATABASE_URL' && secret && databaseKey
      ? { ...one, valueFrom: { secretKeyRef: { ...secret, key: databaseKey } } }
      : one;
  });
  const wait = `setTimeout(() => {}, ${HOURS} * 3600_000)`;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `${deployment.metadata.name}-restore`, labels: metadata.labels },
    spec: {
      ...spec,
      restartPolicy: 'Never',
      readinessGates: [{ conditionType: 'portal/is-never-ready' }],
      // others, such as the proxy of a managed database, stay as they are
      containers: spec.containers.map((one) =>
        one.name === service
          ? { ...kept, ...(env ? { env } : {}), command: ['node', '--eval', wait], args: [] }
          : one,
      ),
    },
  };
}

/** Returns the container of a service; throws when the Deployment has none. */
export function containerOf(deployment: Deployment, part: string): Container {
  const found = deployment.spec.template.spec.containers.find(({ name }) => name === part);
  if (!found) throw new Error(`deployment ${deployment.metadata.name} has no ${part}`);
  return found;
}
