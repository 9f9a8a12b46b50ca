// Values that the chart refuses: unused settings, secrets in the open, unknown services, and
// missing required values.
import { describe, expect, test } from '@jest/globals';
import { minimal, parts, render, values } from '../../../scripts/checks/charts/charts.ts';
import { findTool, missing } from '../../../scripts/tools/tools.ts';

const withHelm = findTool('helm') ? describe : describe.skip;

withHelm(findTool('helm') ? 'the values' : missing('helm'), () => {
  test('name exactly the services of the product', () => {
    expect(Object.keys(values().parts).sort()).toEqual([...parts].sort());
  });

  test.each([
    ['a setting at the top', 'replicaCount', 3, 'replicaCount'],
    ['a setting of a part', 'parts.identity.replica', 3, 'replica'],
    ['a setting of all parts', 'defaults.resource', {}, 'resource'],
    ['a setting further in', 'parts.bff.autoscaling.max', 3, 'max'],
    ['a way out', 'networkPolicy.egress.internet', { ports: [443], to: [] }, 'internet'],
    ['a field of a peer', 'networkPolicy.pagesFrom', [{ podSelectors: {} }], 'podSelectors'],
    ['a part called sandbox', 'parts.sandbox', { existingSecret: 'x' }, 'sandbox'],
    ['a call to a part called sandbox', 'parts.payments.calls', ['sandbox'], 'calls'],
    ['a need that nobody knows', 'parts.payments.needs', ['kafka'], 'needs'],
  ])('refuse %s that is unknown', (_, path, value, named) => {
    const outcome = render(minimal, { [path]: value });
    expect(outcome).toEqual({ ok: false, text: expect.stringContaining(named) });
    expect(outcome.text).toContain('specifications of the schema');
  });

  test.each([
    ['TOKEN_SIGNING_KEY', 'parts.bff.config', { TOKEN_SIGNING_KEY: 'in the open' }],
    ['CARDS_TRANSACTION_KEY', 'parts.payments.config', { CARDS_TRANSACTION_KEY: 'in the open' }],
    ['DATABASE_URL', 'parts.catalog.config', { DATABASE_URL: 'postgres://catalog@host/catalog' }],
    [
      'an address with a password',
      'parts.catalog.config',
      { OTHER_URL: 'https://user:in-the-open@host/' },
    ],
    ['IDENTITY_SECRET for all parts', 'config', { IDENTITY_SECRET: 'in the open' }],
    [
      'IDENTITY_SECRET for all parts, said as a default',
      'defaults.config',
      { IDENTITY_SECRET: 'in the open' },
    ],
  ])('refuse %s as a plain setting', (_, path, value) => {
    expect(render(minimal, { [path]: value })).toEqual({
      ok: false,
      text: expect.stringContaining('specifications of the schema'),
    });
  });

  test.each([
    ['publicUrl', 'https://portal.example.org/'],
    ['publicUrl', 'portal.example.org'],
    ['logLevel', 'loud'],
    ['defaults.replicas', 0],
    ['defaults.maxUnavailable', 0],
    ['defaults.autoscaling.cpuPercent', 170],
    ['parts.bff.digest', 'latest'],
    ['parts.bff.config', { lower_case: 'x' }],
    ['migrations.deadlineSeconds', '10 minutes'],
    ['shared.existingSecret', ''],
  ])('refuse %s: %j', (path, value) => {
    expect(render(minimal, { [path]: value })).toEqual({
      ok: false,
      text: expect.stringContaining('specifications of the schema'),
    });
  });

  test.each([
    ['publicUrl', 'publicUrl is not set'],
    ['image.registry', 'image.registry is not set'],
    ['parts.payments.config.CARDS_LOGIN_ID', 'parts.payments.config.CARDS_LOGIN_ID is not set'],
    [
      'parts.registration.config.COOPERSMITH_URL',
      'parts.registration.config.COOPERSMITH_URL is not set',
    ],
    ['parts.catalog.existingSecret', 'parts.catalog.existingSecret is not set'],
  ])('say in one sentence that %s is needed', (path, sentence) => {
    expect(render(minimal, { [path]: '' })).toEqual({
      ok: false,
      text: expect.stringContaining(sentence),
    });
  });

  const tooMany = expect.stringContaining('database server leaves');
  test.each([
    ['more pods', { 'defaults.autoscaling.maxReplicas': 10 }],
    ['a larger pool', { 'database.poolSize': 20 }],
    ['a larger pool of one part', { 'parts.payments.config.DATABASE_POOL_SIZE': '100' }],
    ["PostgreSQL's own limit", { 'database.maxConnections': 100 }],
    [
      'a server of its own for each that is too small',
      { 'database.oneServer': false, 'database.maxConnections': 40 },
    ],
  ])('refuse %s than the database server has connections for', (_, set) => {
    expect(render(minimal, set)).toEqual({ ok: false, text: tooMany });
  });

  test('limits connections, by server if each service has its own', () => {
    const small = { 'database.maxConnections': 60, 'database.oneServer': false };
    expect(render(minimal, small)).toMatchObject({ ok: true });
    expect(render(minimal, { ...small, 'database.oneServer': true })).toEqual({
      ok: false,
      text: tooMany,
    });
    const many = { 'database.maxConnections': 5000, 'defaults.autoscaling.maxReplicas': 50 };
    expect(render(minimal, many)).toMatchObject({ ok: true });
  });

  test('refuse an ingress without a host', () => {
    expect(render(minimal, { 'ingress.enabled': true })).toEqual({
      ok: false,
      text: expect.stringContaining('ingress.host is not set'),
    });
  });
});
