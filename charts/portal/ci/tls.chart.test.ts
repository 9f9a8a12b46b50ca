// Secrets as files, and TLS to servers and from the ingress, by values.
import { describe, expect, test } from '@jest/globals';
import {
  byKind,
  type Manifest,
  minimal,
  parts,
  render,
  rendered,
  services,
  values,
  variation,
} from '../../../scripts/checks/charts/charts.ts';
import { findTool, missing } from '../../../scripts/tools/tools.ts';

const withHelm = findTool('helm') ? describe : describe.skip;
const podOf = (objects: Manifest[], part: string): Manifest =>
  byKind(objects, 'Deployment').find((object) => object.metadata.name === `portal-${part}`).spec
    .template.spec;
const envOf = (objects: Manifest[], part: string): Record<string, string> =>
  Object.fromEntries(
    podOf(objects, part).containers[0].env.map(({ name, value }: Manifest) => [name, value]),
  );
const volumeOf = (pod: Manifest, name: string): Manifest =>
  pod.volumes.find((volume: Manifest) => volume.name === name);

withHelm(findTool('helm') ? 'the chart' : missing('helm'), () => {
  test.each(parts)(
    'mounts the secrets of %s as files, each under the name of its setting',
    (part) => {
      const objects = rendered(variation('tls'));
      const pod = podOf(objects, part);
      const { secretKeys, existingSecret } = { ...values().defaults, ...values().parts[part] };
      const files = (keys: string[]) => keys.map((key) => ({ key, path: key }));
      expect(volumeOf(pod, 'secrets').projected).toEqual({
        defaultMode: 0o440,
        sources: [
          { secret: { name: 'portal-shared', items: files(['TOKEN_PUBLIC_KEYS']) } },
          { secret: { name: existingSecret, items: files(secretKeys) } },
        ],
      });
      expect(envOf(objects, part)['SECRETS_DIR']).toBe('/etc/portal/secrets');
      expect(pod.containers[0].volumeMounts).toContainEqual({
        name: 'secrets',
        mountPath: '/etc/portal/secrets',
        readOnly: true,
      });
      // nothing secret is left in the environment, which child processes and dumps would show
      expect(JSON.stringify(pod.containers[0].env)).not.toContain('secretKeyRef');
      expect(JSON.stringify(podOf(rendered(minimal), part))).not.toMatch(/SECRETS_DIR|projected/);
    },
  );

  test('tells each part of the CA of the servers that it uses, and of no others', () => {
    const objects = rendered(variation('tls'));
    const servers = (part: string): string[] =>
      Object.keys(envOf(objects, part))
        .filter((name) => /^(DATABASE|NATS|REDIS|SMTP)_TLS_CA_FILE$/.test(name))
        .map((name) => name.replace('_TLS_CA_FILE', ''));
    expect(servers('catalog')).toEqual(['DATABASE', 'NATS']);
    expect(servers('payments')).toEqual(['DATABASE', 'NATS', 'SMTP']);
    expect(servers('bff')).toEqual(['NATS', 'REDIS']);
    for (const part of parts) {
      expect(envOf(objects, part)['OTEL_EXPORTER_OTLP_CERTIFICATE']).toBe(
        '/etc/portal/servers/ca.crt',
      );
      expect(envOf(objects, part)['NATS_TLS_KEY_FILE']).toBe('/etc/portal/servers/tls.key');
      expect(volumeOf(podOf(objects, part), 'servers').secret).toEqual({
        secretName: 'servers',
        defaultMode: 0o440,
      });
    }
    expect(JSON.stringify(rendered(minimal))).not.toMatch(/_TLS_CA_FILE/);
  });

  test('lets migrations reach the database by TLS too', () => {
    const jobs = byKind(rendered(variation('tls')), 'Job');
    expect(jobs).toHaveLength(services.length);
    for (const { spec } of jobs) {
      const [container] = spec.template.spec.containers;
      expect(container.env).toContainEqual({
        name: 'DATABASE_TLS_CA_FILE',
        value: '/etc/portal/servers/ca.crt',
      });
      expect(volumeOf(spec.template.spec, 'servers')).toBeDefined();
    }
  });

  test('serves the pages by mutual TLS if configured, and says so everywhere', () => {
    const objects = rendered(variation('tls'));
    const env = envOf(objects, 'bff');
    expect(
      ['HTTP_TLS_CERT_FILE', 'HTTP_TLS_KEY_FILE', 'HTTP_TLS_CLIENT_CA_FILE'].map(
        (name) => env[name],
      ),
    ).toEqual(['tls.crt', 'tls.key', 'ca.crt'].map((file) => `/etc/portal/http-tls/${file}`));
    const service = (of: Manifest[]): Manifest =>
      byKind(of, 'Service').find((object) => object.metadata.name === 'portal-bff');
    expect(service(objects).spec.ports[0]).toMatchObject({ port: 443, appProtocol: 'https' });
    expect(service(rendered(minimal)).spec.ports[0]).toMatchObject({ port: 80 });
    for (const part of services)
      expect(envOf(objects, part)).not.toHaveProperty('HTTP_TLS_CERT_FILE');
    const oneWay = rendered(minimal, { 'httpTls.enabled': true });
    expect(envOf(oneWay, 'bff')).not.toHaveProperty('HTTP_TLS_CLIENT_CA_FILE');
  });

  test('refuses a server that it does not know', () => {
    expect(render(minimal, { 'serverTls.servers': ['kafka'] })).toEqual({
      ok: false,
      text: expect.stringContaining('specifications of the schema'),
    });
  });
});
