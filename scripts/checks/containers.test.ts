// docker-compose.yml and the Dockerfiles, read as text and YAML without Docker: they name the same
// processes as the chart, and no image of the product contains anything of scripts.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import {
  NATS_USERS,
  type NatsUser,
  natsConfig,
  passwordVariable,
} from '../start/servers/nats-config.ts';
import { type Manifest, parts, root, services, values } from './charts/charts.ts';

const read = (file: string): string => readFileSync(`${root}${file}`, 'utf8');
const compose = (file = 'docker-compose.yml'): Manifest => parse(read(file), { merge: true });
const dockerfile = read('deploy/Dockerfile');

test('compose builds each process of the portal from the product’s Dockerfile', () => {
  const built = Object.entries<Manifest>(compose().services).filter(
    ([, { build }]) => build?.dockerfile === 'deploy/Dockerfile',
  );
  expect(built.map(([name, { build }]) => [name, build.args.PART])).toEqual(
    [...services, 'bff'].map((part) => [part, part]),
  );
});

test('the chart and compose name the same processes', () => {
  const own = Object.keys(compose().services).filter((name) => name in values().parts);
  expect(own.sort()).toEqual(Object.keys(values().parts).sort());
});

test('compose gives each service its own database and role', () => {
  for (const service of services) {
    expect(compose().services[service].environment.DATABASE_URL).toMatch(
      new RegExp(`^postgres://${service}:[^@]+@postgres:5432/${service}$`),
    );
  }
  expect(read('deploy/trial/databases.sh')).toContain(`for service in ${services.join(' ')}; do`);
  expect(JSON.stringify(compose().services.migrate.command)).toContain(
    `for service in ${services.join(' ')}; do`,
  );
});

test('compose gives each process every setting and secret that the chart gives it', () => {
  const { parts: map, defaults, shared } = values();
  for (const part of parts) {
    const wanted: string[] = [
      ...Object.keys(map[part].config ?? {}),
      ...(map[part].secretKeys ?? defaults.secretKeys),
      ...shared.keys,
    ];
    for (const called of map[part].calls ?? []) wanted.push(`${called.toUpperCase()}_ADDR`);
    const given = Object.keys(compose().services[part].environment);
    expect({ part, missing: wanted.filter((name) => !given.includes(name)) }).toEqual({
      part,
      missing: [],
    });
  }
});

test('compose opens the ports of `npm start`, only on this machine', () => {
  const open = Object.values<Manifest>(compose().services).flatMap(
    ({ ports = [] }) => ports as string[],
  );
  expect(open.sort()).toEqual([
    `127.0.0.1:\${MAIL_PORT:-8025}:8025`,
    `127.0.0.1:\${PORT:-8080}:8080`,
    `127.0.0.1:\${SANDBOX_PORT:-8090}:8090`,
  ]);
});

test('compose waits only for existing services, by conditions that they can meet', () => {
  const all = compose().services;
  for (const [name, { depends_on: needs = {} }] of Object.entries<Manifest>(all)) {
    for (const [other, { condition }] of Object.entries<Manifest>(needs)) {
      expect(Object.keys(all)).toContain(other);
      if (condition === 'service_healthy')
        expect({ name, other, healthcheck: all[other].healthcheck }).toMatchObject({
          healthcheck: { test: expect.anything() },
        });
    }
  }
});

test('compose starts the product’s containers unprivileged, with only /tmp writable', () => {
  for (const part of parts) {
    expect(compose().services[part]).toMatchObject({
      read_only: true,
      tmpfs: ['/tmp'],
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
  }
});

test('the users of NATS match nats-config.ts, and each process has its own URL', () => {
  expect(read('deploy/nats/nats.conf')).toBe(natsConfig());
  const { services: all } = compose();
  for (const part of parts) {
    const { username, password } = new URL(all[part].environment.NATS_URL);
    expect([part, username, password]).toEqual([
      part,
      part,
      all.nats.environment[passwordVariable(part as NatsUser)],
    ]);
  }
  expect(Object.keys(all.nats.environment)).toEqual(NATS_USERS.map(passwordVariable));
  expect(read('deploy/trial/nats.yaml')).toContain('secretRef: { name: portal-nats }');
  expect(read('deploy/trial/secrets.sh')).toContain('NATS_PASSWORD_');
});

test('scripts that compose and the trial cluster start exist', () => {
  const commands = [
    ...Object.values<Manifest>(compose().services).map(({ command }) => command ?? []),
    read('deploy/trial/partners.yaml'),
  ];
  const files = commands.flatMap(
    (command) => JSON.stringify(command).match(/\b(?:scripts|services\/kit)\/[\w/-]+\.ts/g) ?? [],
  );
  expect(files.length).toBeGreaterThan(3);
  for (const file of files)
    expect({ file, exists: existsSync(`${root}${file}`) }).toEqual({ file, exists: true });
});

test('the observability overlay names existing processes and mounts existing files', () => {
  const overlay = compose('deploy/observability/compose.yml');
  const mounts = Object.values<Manifest>(overlay.services).flatMap(
    ({ volumes = [] }) => volumes as string[],
  );
  for (const mount of mounts)
    expect({ mount, exists: existsSync(`${root}${mount.split(':')[0]}`) }).toEqual({
      mount,
      exists: true,
    });
  for (const part of parts)
    expect(overlay.services[part].environment).toHaveProperty('OTEL_EXPORTER_OTLP_ENDPOINT');
  const targets = parse(read('deploy/observability/prometheus.yml')).scrape_configs[0]
    .static_configs[0].targets;
  expect(targets).toEqual(parts.map((part) => `${part}:9090`));
  for (const name of readdirSync(`${root}charts/portal/files/dashboards`))
    expect(
      JSON.parse(read(`charts/portal/files/dashboards/${name}`)).panels.length,
    ).toBeGreaterThan(5);
});

test('the Dockerfile builds only the processes, with an unprivileged user', () => {
  const stages = [...dockerfile.matchAll(/^FROM service AS (\S+)$/gm)].map(([, name]) => name);
  expect(stages).toEqual(services);
  expect(dockerfile.trimEnd()).toMatch(/\nFROM \$\{PART\}$/);
  // every stage of an image ends with this user; root only made the link
  const users = [...dockerfile.matchAll(/^(FROM|USER) (\S+)/gm)].map(
    ([, word, name]) => `${word} ${name}`,
  );
  for (const [index, line] of users.entries())
    if (line === 'USER root') expect(users[index + 1]).toBe('USER 10001:10001');
});

test('the Dockerfile installs from every manifest, without development dependencies', () => {
  const folders = [
    'proto',
    'proto/access',
    'bff',
    'bff/contract',
    'web',
    ...readdirSync(`${root}services`).map((name) => `services/${name}`),
  ];
  const copied = [...dockerfile.matchAll(/^COPY (\S+)\/package\.json \1\/$/gm)].map(
    ([, folder]) => folder as string,
  );
  expect(copied.sort()).toEqual(
    folders.filter((folder) => existsSync(`${root}${folder}/package.json`)).sort(),
  );
  expect(dockerfile).toMatch(/^\s+npm ci --omit=dev --workspace "\$workspace"$/m);
});

test('no image of the product can contain scripts: the build does not see them', () => {
  const kept = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'));
  expect(kept).toEqual([
    '!package.json',
    '!package-lock.json',
    '!tsconfig.base.json',
    '!proto',
    '!services',
    '!bff',
    '!web',
  ]);
  expect(
    read('.dockerignore')
      .split('\n')
      .find((line) => line !== '' && !line.startsWith('#')),
  ).toBe('*');
  expect(dockerfile.match(/^(COPY|ADD) .*\bscripts\b/gm)).toBeNull();
  // demo and load data are generated from the checkout, not from an image
  expect(read('.dockerignore').split('\n')).toEqual(
    expect.arrayContaining([
      'services/*/src/demo',
      'services/*/src/seed*',
      'services/kit/grpc/load-pages.ts',
    ]),
  );
  // this file would be read in place of the one above
  expect(existsSync(`${root}deploy/Dockerfile.dockerignore`)).toBe(false);
});
