// The chart's result for each service: its objects, its security, its environment, its permitted
// connections.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import {
  bare,
  byKind,
  chart,
  full,
  type Manifest,
  minimal,
  parts,
  podsOf,
  rendered,
  root,
  services,
  trial,
  values,
  valuesFiles,
} from '../../../scripts/checks/charts/charts.ts';
import { findTool, missing } from '../../../scripts/tools/tools.ts';

/** The label that distinguishes two releases in one Prometheus. */
const ofRelease = {
  sourceLabels: ['__meta_kubernetes_service_label_app_kubernetes_io_instance'],
  targetLabel: 'release',
};

const withHelm = findTool('helm') ? describe : describe.skip;

withHelm(findTool('helm') ? 'each part' : missing('helm'), () => {
  const named = (objects: Manifest[], kind: string, name: string): Manifest =>
    byKind(objects, kind).find((object) => object.metadata.name === `portal-${name}`);
  const container = (objects: Manifest[], part: string): Manifest =>
    named(objects, 'Deployment', part).spec.template.spec.containers[0];
  const names = (objects: Manifest[], kind: string): string[] =>
    byKind(objects, kind)
      .map((object) => object.metadata.name)
      .sort();
  const each = parts.map((part) => `portal-${part}`).sort();

  test('has its workload, account, autoscaler, budget and network policy', () => {
    const objects = rendered(minimal);
    for (const kind of ['Deployment', 'Service', 'HorizontalPodAutoscaler', 'PodDisruptionBudget'])
      expect(names(objects, kind)).toEqual(each);
    for (const kind of ['ServiceAccount', 'NetworkPolicy'])
      expect(names(objects, kind)).toEqual([...each, 'portal-migrate'].sort());
    expect(names(rendered(bare), 'HorizontalPodAutoscaler')).toEqual([]);
    expect(names(rendered(bare), 'NetworkPolicy')).toEqual([]);
  });

  test('finds its own pods by the labels of its objects', () => {
    const objects = rendered(full);
    for (const part of parts) {
      const labels = named(objects, 'Deployment', part).spec.template.metadata.labels;
      expect(named(objects, 'Deployment', part).spec.selector.matchLabels).toEqual(labels);
      expect(named(objects, 'Service', part).spec.selector).toEqual(labels);
      expect(named(objects, 'PodDisruptionBudget', part).spec.selector.matchLabels).toEqual(labels);
      expect(named(objects, 'NetworkPolicy', part).spec.podSelector.matchLabels).toEqual(labels);
      expect(
        named(objects, 'HorizontalPodAutoscaler', part)?.spec.scaleTargetRef.name ??
          `portal-${part}`,
      ).toBe(`portal-${part}`);
    }
  });

  test('is reached pod by pod when it speaks gRPC, and at one address when it speaks HTTP', () => {
    const objects = rendered(minimal);
    for (const service of services)
      expect(named(objects, 'Service', service).spec.clusterIP).toBe('None');
    expect(named(objects, 'Service', 'bff').spec.clusterIP).toBeUndefined();
  });

  test('leaves the number of pods to its autoscaler, and says it where there is none', () => {
    expect(
      rendered(minimal).filter(
        (object) => object.kind === 'Deployment' && 'replicas' in object.spec,
      ),
    ).toEqual([]);
    expect(named(rendered(full), 'Deployment', 'schools').spec.replicas).toBe(3);
    expect(names(rendered(full), 'HorizontalPodAutoscaler')).not.toContain('portal-schools');
  });

  test('has no sandbox beside it: no object, image, label or setting names one', () => {
    for (const file of valuesFiles.filter((file) => file !== trial))
      expect(JSON.stringify(rendered(file))).not.toMatch(/sandbox/i);
    const images = podsOf(rendered(trial)).flatMap(({ spec }) =>
      spec.containers.map(({ image }: Manifest) => image),
    );
    expect(images.filter((image) => /sandbox|dev-parts/.test(image))).toEqual([]);
  });

  test('runs under the restricted pod security standard, as do migrations and tests', () => {
    for (const file of valuesFiles) {
      for (const { of, spec } of podsOf(rendered(file))) {
        expect({ of, spec }).toMatchObject({
          spec: {
            automountServiceAccountToken: false,
            enableServiceLinks: false,
            securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
          },
        });
        expect({ of, host: [spec.hostNetwork, spec.hostPID, spec.hostIPC] }).toEqual({
          of,
          host: [undefined, undefined, undefined],
        });
        const writable = spec.volumes.filter(
          ({ secret, projected }: Manifest) => secret === undefined && projected === undefined,
        );
        expect(writable).toEqual([{ name: 'tmp', emptyDir: { sizeLimit: expect.any(String) } }]);
        for (const one of spec.containers) {
          expect({ of, context: one.securityContext }).toEqual({
            of,
            context: {
              allowPrivilegeEscalation: false,
              privileged: false,
              readOnlyRootFilesystem: true,
              runAsNonRoot: true,
              capabilities: { drop: ['ALL'] },
            },
          });
          const mounts = one.volumeMounts.filter(({ readOnly }: Manifest) => readOnly !== true);
          expect(mounts).toEqual([{ name: 'tmp', mountPath: '/tmp' }]);
          expect({ of, resources: one.resources }).toMatchObject({
            of,
            resources: {
              requests: { cpu: expect.anything(), memory: expect.any(String) },
              limits: { memory: expect.any(String) },
            },
          });
        }
      }
    }
  });

  test('has liveness and readiness probes on its admin port', () => {
    for (const part of parts) {
      const { startupProbe, livenessProbe, readinessProbe, ports } = container(
        rendered(minimal),
        part,
      );
      expect([startupProbe, livenessProbe, readinessProbe].map((probe) => probe.httpGet)).toEqual([
        { path: '/healthz', port: 'admin' },
        { path: '/healthz', port: 'admin' },
        { path: '/readyz', port: 'admin' },
      ]);
      expect(ports).toContainEqual({ name: 'admin', containerPort: 9090, protocol: 'TCP' });
    }
  });

  test('has time to drain: leave the endpoints, then fifteen seconds to finish', () => {
    for (const file of valuesFiles) {
      for (const deployment of byKind(rendered(file), 'Deployment')) {
        const { terminationGracePeriodSeconds: grace, containers } = deployment.spec.template.spec;
        expect(grace).toBeGreaterThan(containers[0].lifecycle.preStop.sleep.seconds + 15);
        expect(deployment.spec.strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
      }
    }
  });

  test('is spread over zones and nodes', () => {
    for (const deployment of byKind(rendered(minimal), 'Deployment')) {
      const keys = deployment.spec.template.spec.topologySpreadConstraints.map(
        (one: Manifest) => one.topologyKey,
      );
      expect(keys).toEqual(['topology.kubernetes.io/zone', 'kubernetes.io/hostname']);
    }
  });

  test('takes what is secret from a Secret by name, and the chart makes none', () => {
    for (const file of valuesFiles) {
      const objects = rendered(file);
      expect(byKind(objects, 'Secret')).toEqual([]);
      for (const { of, spec } of podsOf(objects)) {
        for (const { name, value } of spec.containers.flatMap((one: Manifest) => one.env ?? [])) {
          // SECRETS_DIR says where files with secrets are
          if (
            /SECRET(?!S_DIR$)|PASSWORD|TOKEN|TRANSACTION_KEY|^(DATABASE|NATS|REDIS|SMTP)_URL$/.test(
              name,
            )
          )
            expect({ of, name, value }).toEqual({ of, name });
        }
      }
    }
    expect(container(rendered(full), 'payments').env).toContainEqual({
      name: 'CARDS_TRANSACTION_KEY',
      valueFrom: { secretKeyRef: { name: 'vault-payments', key: 'CARDS_TRANSACTION_KEY' } },
    });
  });

  test('has the variables of its source and the addresses that it calls', () => {
    for (const part of parts) {
      const set = container(rendered(minimal), part).env.map(
        (one: Manifest) => one.name,
      ) as string[];
      expect({ part, twice: set.filter((name, index) => set.indexOf(name) !== index) }).toEqual({
        part,
        twice: [],
      });
      expect({ part, missing: variablesOf(part).filter((name) => !set.includes(name)) }).toEqual({
        part,
        missing: [],
      });
    }
  });

  test('speaks gRPC by mutual TLS if configured, with unaffected probes', () => {
    const variables = ['GRPC_TLS_CA_FILE', 'GRPC_TLS_CERT_FILE', 'GRPC_TLS_KEY_FILE'];
    for (const part of parts) {
      const { env, volumeMounts, livenessProbe, readinessProbe } = container(rendered(full), part);
      expect(
        env
          .filter(({ name }: Manifest) => variables.includes(name))
          .map(({ value }: Manifest) => value),
      ).toEqual(['ca.crt', 'tls.crt', 'tls.key'].map((file) => `/etc/portal/grpc-tls/${file}`));
      expect(volumeMounts).toContainEqual({
        name: 'grpc-tls',
        mountPath: '/etc/portal/grpc-tls',
        readOnly: true,
      });
      expect(named(rendered(full), 'Deployment', part).spec.template.spec.volumes).toContainEqual({
        name: 'grpc-tls',
        secret: { secretName: `portal-${part}-certificate`, defaultMode: 0o440 },
      });
      expect([livenessProbe, readinessProbe].map((probe) => probe.httpGet.port)).toEqual([
        'admin',
        'admin',
      ]);
      expect(JSON.stringify(container(rendered(minimal), part))).not.toMatch(/GRPC_TLS|grpc-tls/);
    }
  });

  test('may be called only by the services whose settings name it', () => {
    const objects = rendered(minimal);
    const map = values().parts;
    const component = (peer: Manifest): string =>
      peer.podSelector?.matchLabels['app.kubernetes.io/component'];
    for (const part of parts) {
      const { ingress, egress } = named(objects, 'NetworkPolicy', part).spec;
      const callers = ingress
        .filter((rule: Manifest) => rule.ports[0].port === 'grpc')
        .flatMap((rule: Manifest) => rule.from.map(component));
      expect({ part, callers }).toEqual({
        part,
        callers: parts.filter((other) => map[other].calls?.includes(part)).sort(),
      });
      const called = egress
        .filter((rule: Manifest) => rule.ports[0].port === 50051)
        .flatMap((rule: Manifest) => rule.to.map(component));
      expect({ part, called }).toEqual({ part, called: map[part].calls ?? [] });
      const addresses = container(objects, part).env.filter((one: Manifest) =>
        one.name.endsWith('_ADDR'),
      );
      expect(addresses).toEqual(
        (map[part].calls ?? []).map((other: string) => ({
          name: `${other.toUpperCase()}_ADDR`,
          value: `dns:///portal-${other}:50051`,
        })),
      );
    }
  });

  test('reaches its database, partners and mail only if it needs them', () => {
    const objects = rendered(minimal);
    const open = (part: string): number[] =>
      named(objects, 'NetworkPolicy', part)
        .spec.egress.flatMap((rule: Manifest) => rule.ports.map(({ port }: Manifest) => port))
        .filter((port: number) => port !== 53);
    expect(open('bff')).toEqual([50051, 4222, 6379]);
    expect(open('catalog')).toEqual([50051, 5432, 4222, 443]);
    expect(open('schools')).toEqual([50051, 5432, 4222]);
    expect(open('payments')).toEqual([50051, 5432, 4222, 25, 465, 587, 443]);
  });

  test('leaves the cluster only to partners and mail, to no private address', () => {
    const objects = rendered(minimal);
    const ways = (part: string): Manifest[] => named(objects, 'NetworkPolicy', part).spec.egress;
    const to = (part: string, port: number) =>
      ways(part).find((rule) => rule.ports.some((one: Manifest) => one.port === port)).to;
    for (const port of [53, 5432, 4222]) {
      const blocks = to('payments', port).flatMap((peer: Manifest) => peer.ipBlock?.cidr ?? []);
      expect(blocks).not.toContain('0.0.0.0/0');
    }
    const [internet] = to('payments', 443);
    expect(internet.ipBlock).toMatchObject({
      cidr: '0.0.0.0/0',
      except: expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16']),
    });
    expect(ways('schools').flatMap((rule) => (rule.to ? [] : rule.ports))).toEqual([]);
  });

  test('opens as many connections to its database as its pool says, and the BFF none', () => {
    const pool = (part: string) =>
      container(rendered(minimal), part).env.find(
        (one: Manifest) => one.name === 'DATABASE_POOL_SIZE',
      )?.value;
    expect(services.map(pool)).toEqual(services.map(() => '8'));
    expect(pool('bff')).toBeUndefined();
  });

  test('has its database migrated by a hook before its pods are replaced, the BFF has none', () => {
    const jobs = byKind(rendered(full), 'Job');
    expect(jobs.map((job) => job.metadata.name)).toEqual(
      services.map((service) => `portal-migrate-${service}`).sort(),
    );
    for (const job of jobs) {
      const service = job.metadata.labels['portal/migrates'];
      expect(job.metadata.annotations['helm.sh/hook']).toBe('pre-install,pre-upgrade');
      const [only] = job.spec.template.spec.containers;
      expect(only.args).toEqual(['node', 'services/kit/database/migrate.ts', service]);
      expect(only.image).toBe(container(rendered(full), service).image);
      expect(only.env[0].valueFrom.secretKeyRef.key).toBe('OWNER_DATABASE_URL');
      // Objects that a hook needs must be hooks themselves, and earlier: at a first install no
      // others exist.
      for (const kind of ['ServiceAccount', 'NetworkPolicy']) {
        const ground = named(rendered(full), kind, 'migrate').metadata.annotations;
        expect(ground['helm.sh/hook']).toBe('pre-install,pre-upgrade');
        expect(Number(ground['helm.sh/hook-weight'])).toBeLessThan(
          Number(job.metadata.annotations['helm.sh/hook-weight']),
        );
        // helm looks after no hook when the release is taken away
        expect(ground['helm.sh/hook-delete-policy']).toContain('hook-succeeded');
      }
    }
    expect(byKind(rendered(bare), 'Job')).toEqual([]);
    // helm waits five minutes, and would give up on one that is still allowed to run
    for (const job of byKind(rendered(minimal), 'Job'))
      expect(job.spec.activeDeadlineSeconds).toBeLessThan(300);
  });

  test('`helm test` checks its readiness', () => {
    const [pod] = byKind(rendered(minimal), 'Pod');
    expect(pod.metadata.annotations['helm.sh/hook']).toBe('test');
    // `helm test --logs` reads its log after it is done
    expect(pod.metadata.annotations['helm.sh/hook-delete-policy']).toBe('before-hook-creation');
    const targets = pod.spec.containers[0].env[0].value.split(' ');
    expect(targets.sort()).toEqual(
      [
        'http://portal-bff/readyz',
        ...parts.map((part) => `http://portal-${part}:9090/readyz`),
      ].sort(),
    );
  });

  test('has metrics and alerts for every service', () => {
    const objects = rendered(full);
    expect(byKind(objects, 'ServiceMonitor')[0].spec.endpoints).toEqual([
      { port: 'admin', path: '/metrics', interval: '15s', relabelings: [ofRelease] },
    ]);
    const rules = byKind(objects, 'PrometheusRule')[0].spec.groups[0].rules;
    expect(rules).toEqual(
      parse(
        readFileSync(`${chart}/files/alerts.yaml`, 'utf8').replaceAll(
          'docs/operations/runbooks.md#',
          'https://wiki.example.org/runbooks#',
        ),
      ).groups[0].rules,
    );
    expect(rules[0].expr).toContain(`job=~"${parts.join('|')}"`);
    expect(
      rendered(minimal).filter((object) => object.apiVersion.startsWith('monitoring')),
    ).toEqual([]);
  });

  test('is found from outside only through the ingress to the BFF', () => {
    expect(byKind(rendered(minimal), 'Ingress')).toEqual([]);
    const [ingress] = byKind(rendered(full), 'Ingress');
    expect(ingress.spec.rules[0].http.paths).toEqual([
      {
        path: '/',
        pathType: 'Prefix',
        backend: { service: { name: 'portal-bff', port: { name: 'http' } } },
      },
    ]);
    expect(ingress.spec.tls).toEqual([{ hosts: ['portal.example.org'], secretName: 'portal-tls' }]);
  });
});

test('no service has an unused setting or network path', () => {
  const kit = sources(`${root}services/kit`);
  for (const part of parts) {
    const text = [...kit, ...sources(sourceOf(part))]
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    const { calls = [], config = {} } = values().parts[part];
    const given = [
      ...Object.keys(config),
      ...calls.map((other: string) => `${other.toUpperCase()}_ADDR`),
    ];
    expect({
      part,
      unread: given.filter((name) => !new RegExp(`\\b${name}\\b`).test(text)),
    }).toEqual({ part, unread: [] });
  }
});

const sourceOf = (part: string): string =>
  part === 'bff' ? `${root}bff/src` : `${root}services/${part}/src`;

/**
 * Names of the environment that a service requires: schema keys of its env.ts and `process.env.X`
 * in its source, without those that have a default; and the addresses that its clients name.
 */
function variablesOf(part: string): string[] {
  const found = new Set<string>();
  const common = part === 'bff' ? [] : [`${root}services/kit/env.ts`];
  for (const file of [...common, ...sources(sourceOf(part))]) {
    const text = readFileSync(file, 'utf8');
    const keys = file.endsWith('/env.ts')
      ? text.matchAll(/^\s*([A-Z][A-Z0-9_]+):(?!.*\.(?:default|optional)\()/gm)
      : [];
    const reads = text.matchAll(
      /process\.env(?:\.|\[['"])([A-Z][A-Z0-9_]+)(?:['"]\])?(?!['"\]A-Z0-9_]|\s*\?\?\s*[^'\s])/g,
    );
    for (const [, name] of [...keys, ...reads, ...text.matchAll(/['"]([A-Z]+_ADDR)['"]/g)])
      found.add(name as string);
  }
  return [...found].sort();
}

function sources(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter(
      (entry) =>
        entry.isFile() &&
        entry.name.endsWith('.ts') &&
        !/\.test\.ts$|\/testing(?:\/|\.ts$)|\/seed/.test(join(entry.parentPath, entry.name)),
    )
    .map((entry) => join(entry.parentPath, entry.name));
}
