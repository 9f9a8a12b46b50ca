// Options of an installation beyond the services themselves: other ways in, other autoscalers, more
// containers and volumes, dashboards.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import {
  byKind,
  chart,
  full,
  type Manifest,
  minimal,
  parts,
  render,
  rendered,
  root,
  values,
  variation,
} from '../../../scripts/checks/charts/charts.ts';
import { findTool, missing } from '../../../scripts/tools/tools.ts';

const withHelm = findTool('helm') ? describe : describe.skip;
const named = (objects: Manifest[], kind: string, name: string): Manifest =>
  byKind(objects, kind).find((object) => object.metadata.name === `portal-${name}`);
const podOf = (objects: Manifest[], part: string): Manifest =>
  named(objects, 'Deployment', part).spec.template.spec;
const refused = (text: string) => ({ ok: false, text: expect.stringContaining(text) });

withHelm(findTool('helm') ? 'the chart' : missing('helm'), () => {
  test('lets a Gateway serve the pages, by name and without a time limit', () => {
    const [route] = byKind(rendered(variation('gateway')), 'HTTPRoute');
    expect(route.spec).toEqual({
      parentRefs: [{ name: 'public', namespace: 'gateways', sectionName: 'https' }],
      hostnames: ['portal.example.org'],
      rules: [
        {
          matches: [{ path: { type: 'PathPrefix', value: '/' } }],
          backendRefs: [{ name: 'portal-bff', port: 80 }],
        },
      ],
    });
    expect(byKind(rendered(minimal), 'HTTPRoute')).toEqual([]);
    expect(render(minimal, { 'httpRoute.enabled': true })).toEqual(
      refused('httpRoute.parentRefs is not set'),
    );
    expect(
      render(minimal, { 'httpRoute.enabled': true, 'httpRoute.parentRefs': [{ name: 'public' }] }),
    ).toEqual(refused('httpRoute.hostnames is not set'));
  });

  test('is refused where a way in or a merchant account contradicts another setting', () => {
    const ingress = { 'ingress.enabled': true, 'ingress.host': 'portal.example.org' };
    expect(render(minimal, ingress)).toMatchObject({ ok: true });
    expect(render(minimal, { ...ingress, 'ingress.host': 'www.example.org' })).toEqual(
      refused('ingress.host has www.example.org, which the portal does not answer to'),
    );
    const second = { ...ingress, 'ingress.host': 'www.example.org' };
    expect(
      render(minimal, { ...second, 'parts.bff.config.ALSO_ANSWERS': 'www.example.org' }),
    ).toMatchObject({ ok: true });
    expect(render(minimal, { ...ingress, publicUrl: 'http://portal.example.org' })).toEqual(
      refused('must begin with https://'),
    );
    const gateway = { 'httpRoute.enabled': true, 'httpRoute.parentRefs': [{ name: 'public' }] };
    expect(
      render(minimal, {
        ...gateway,
        'httpRoute.hostnames': ['portal.example.org', 'www.example.org'],
      }),
    ).toEqual(refused('httpRoute.hostnames has www.example.org'));
    expect(render(minimal, { 'parts.bff.config.CARDS_LOGIN_ID': 'another' })).toEqual(
      refused('CARDS_LOGIN_ID of parts.bff and parts.payments differ'),
    );
  });

  test.each([
    ['parts.bff.config.CARDS_TTINJ_LOGIN_ID', 'ttinj', 'CARDS_TTINJ_LOGIN_ID of parts.bff and'],
    ['parts.payments.config.CARDS_TTINJ_LOGIN_ID', 'ttinj', 'CARDS_TTINJ_LOGIN_ID of parts.bff'],
    ['parts.bff.config.CARDS_ACH_ACCOUNTS', 'TTI', 'CARDS_ACH_ACCOUNTS of parts.bff and'],
    ['config.PUBLIC_URL', 'https://a.example.org', 'config has PUBLIC_URL: set publicUrl'],
    ['parts.bff.config.DEPLOYMENT', 'trial', 'parts.bff.config has DEPLOYMENT: set deployment'],
  ])('refuses %s that contradicts another setting', (setting, value, sentence) => {
    expect(render(minimal, { [setting]: value })).toEqual(refused(sentence));
  });

  test('takes a second merchant account that both services have', () => {
    const both = Object.fromEntries(
      ['bff', 'payments'].map((part) => [`parts.${part}.config.CARDS_TTINJ_LOGIN_ID`, 'ttinj']),
    );
    expect(render(minimal, both)).toMatchObject({ ok: true });
  });

  test('lets a blackbox exporter request the portal from outside', () => {
    expect(byKind(rendered(minimal), 'Probe')).toEqual([]);
    expect(render(minimal, { 'probe.enabled': true })).toEqual(refused('probe.prober is not set'));
    const [probe] = byKind(rendered(full), 'Probe');
    expect(probe.spec).toMatchObject({
      jobName: 'portal-probe',
      prober: { url: 'blackbox.monitoring:9115' },
      targets: { staticConfig: { static: ['https://portal.example.org/readyz'] } },
    });
  });

  test('gives each alert the address of its runbook', () => {
    const [{ spec }] = byKind(rendered(full), 'PrometheusRule');
    const alerts = spec.groups
      .flatMap(({ rules }: Manifest) => rules)
      .filter(({ alert }: Manifest) => alert);
    expect(alerts.length).toBeGreaterThan(20);
    for (const { alert, annotations } of alerts)
      expect(annotations.runbook_url).toBe(
        `https://wiki.example.org/runbooks#${alert.toLowerCase()}`,
      );
  });

  test('carries the dashboards that Grafana reads without a cluster too', () => {
    const [dashboards] = byKind(rendered(full), 'ConfigMap');
    expect(dashboards.metadata.labels).toMatchObject({ grafana_dashboard: '1' });
    expect(Object.keys(dashboards.data).sort()).toEqual([
      'portal-healthy.json',
      'portal-slow.json',
      'portal-sold.json',
      'portal-stuck.json',
    ]);
    for (const [name, text] of Object.entries(dashboards.data as Record<string, string>))
      expect(JSON.parse(text)).toEqual(
        JSON.parse(
          readFileSync(`${chart}/files/dashboards/${name.replace('portal-', '')}`, 'utf8'),
        ),
      );
    expect(byKind(rendered(minimal), 'ConfigMap')).toEqual([]);
  });

  test('autoscales by pending NATS messages with KEDA, without a second autoscaler', () => {
    const objects = rendered(variation('keda'));
    expect(byKind(objects, 'HorizontalPodAutoscaler')).toEqual([]);
    expect(
      byKind(objects, 'ScaledObject').map((object: Manifest) => object.spec.scaleTargetRef.name),
    ).toEqual(
      parts
        .filter((part) => part !== 'schools')
        .map((part) => `portal-${part}`)
        .sort(),
    );
    const { triggers, minReplicaCount, maxReplicaCount, fallback } = named(
      objects,
      'ScaledObject',
      'seminary',
    ).spec;
    expect([minReplicaCount, maxReplicaCount]).toEqual([2, 4]);
    expect(fallback).toMatchObject({ replicas: 2, behavior: 'currentReplicasIfHigher' });
    expect(triggers).toEqual([
      { type: 'cpu', metricType: 'Utilization', metadata: { value: '70' } },
      ...[
        ['IDENTITY', 'seminary_identity_student_added'],
        ['PAYMENTS', 'seminary_payments_charge_refunded'],
      ].map(([stream, consumer]) => ({
        type: 'nats-jetstream',
        metadata: {
          natsServerMonitoringEndpoint: 'nats.nats:8222',
          useHttps: 'false',
          account: '$G',
          stream,
          consumer,
          lagThreshold: '200',
          activationLagThreshold: '0',
        },
      })),
    ]);
    expect(render(minimal, { 'keda.enabled': true })).toEqual(
      refused('keda.natsMonitoring is not set'),
    );
  });

  test('scales as fast and as slowly with KEDA as without', () => {
    expect(
      named(rendered(variation('keda')), 'ScaledObject', 'bff').spec.advanced
        .horizontalPodAutoscalerConfig,
    ).toEqual({
      name: 'portal-bff',
      behavior: named(rendered(minimal), 'HorizontalPodAutoscaler', 'bff').spec.behavior,
    });
  });

  test('knows the events that NATS lets each service consume', () => {
    const rights = readFileSync(`${root}deploy/nats/nats.conf`, 'utf8');
    const consumers = [...rights.matchAll(/\$JS\.API\.CONSUMER\.INFO\.([A-Z]+)\.([a-z_]+)"/g)]
      .map(([, stream, consumer]) => `${stream} ${consumer}`)
      .filter((name) => !name.endsWith(' bff'));
    const said = parts.flatMap((part) =>
      (values().parts[part].consumes ?? []).map((event: string) => {
        const [source] = event.split('.') as [string];
        return `${source.toUpperCase()} ${part}_${event.replace('.', '_')}`;
      }),
    );
    expect(said.sort()).toEqual(consumers.sort());
  });

  test('adds variables, volumes and containers under the same security', () => {
    const objects = rendered(variation('managed-database'));
    const { containers, volumes, affinity } = podOf(objects, 'payments');
    expect(containers.map((one: Manifest) => one.name)).toEqual(['payments', 'database-proxy']);
    expect(containers[1].securityContext).toEqual(containers[0].securityContext);
    expect(containers[0].env).toContainEqual({
      name: 'POD_NAME',
      valueFrom: { fieldRef: { fieldPath: 'metadata.name' } },
    });
    expect(containers[0].volumeMounts).toContainEqual({
      name: 'database-ca',
      mountPath: '/etc/database-ca',
      readOnly: true,
    });
    expect(volumes).toContainEqual({
      name: 'database-ca',
      secret: { secretName: 'database-ca' },
    });
    expect(affinity).toHaveProperty('nodeAffinity');
    expect(podOf(objects, 'catalog').containers).toHaveLength(1);
    expect(podOf(rendered(variation('large')), 'bff').priorityClassName).toBe('business-critical');
  });

  test.each([
    [
      'a variable with a value of its own',
      'defaults.extraEnv',
      [{ name: 'TOKEN', value: 'in the open' }],
    ],
    ["a volume of the node's", 'defaults.extraVolumes', [{ name: 'x', hostPath: { path: '/' } }]],
    ['a container without limits', 'parts.bff.sidecars', [{ name: 'x', image: 'x:1' }]],
    [
      'a container with any image',
      'parts.bff.sidecars',
      [{ name: 'x', image: 'x', resources: { limits: { memory: '1Mi' } } }],
    ],
    ['an event without its service', 'parts.schools.consumes', ['cancelled']],
  ])('refuses %s', (_, path, value) => {
    expect(render(minimal, { [path]: value })).toEqual(refused('specifications of the schema'));
  });
});
