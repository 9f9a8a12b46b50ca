// The hook that creates the first staff account, and the purpose of the installation.
import { describe, expect, test } from '@jest/globals';
import { deploymentErrors } from '@portal/kit/secrets/deployment';
import {
  byKind,
  full,
  type Manifest,
  minimal,
  parts,
  render,
  rendered,
  trial,
} from '../../../scripts/checks/charts/charts.ts';
import { findTool, missing } from '../../../scripts/tools/tools.ts';

const withHelm = findTool('helm') ? describe : describe.skip;
const ruth = { 'firstAdmin.email': 'ruth@example.org', 'firstAdmin.name': 'Ruth "Rut" Hoffman' };
const ofFirstAdmin = (objects: Manifest[]): Manifest[] =>
  objects.filter((object) => object.metadata.name === 'portal-first-admin');
const envOf = (container: Manifest): Record<string, string | undefined> =>
  Object.fromEntries(container.env.map(({ name, value }: Manifest) => [name, value]));
const containersOf = (objects: Manifest[]): Manifest[] => [
  ...byKind(objects, 'Deployment').map(({ spec }) => spec.template.spec.containers[0]),
  ...byKind(objects, 'Job').map(({ spec }) => spec.template.spec.containers[0]),
];

withHelm(findTool('helm') ? 'the chart' : missing('helm'), () => {
  test('creates the first staff account by a hook, and nothing without an address', () => {
    expect(ofFirstAdmin(rendered(minimal))).toEqual([]);
    const objects = ofFirstAdmin(rendered(minimal, ruth));
    expect(objects.map(({ kind }) => kind).sort()).toEqual([
      'Job',
      'NetworkPolicy',
      'ServiceAccount',
    ]);
    for (const { metadata } of objects)
      expect(metadata.annotations['helm.sh/hook']).toBe('post-install');
    const [job] = byKind(objects, 'Job');
    const [container] = job.spec.template.spec.containers;
    // an account that exists is a success, and --print-link is missing: the log never has the link
    expect(container.args).toEqual([
      'node',
      'services/identity/src/staff/first-admin.ts',
      '--email=ruth@example.org',
      '--name=Ruth "Rut" Hoffman',
      '--unless-staff-exist',
    ]);
    expect(container.env[0].valueFrom.secretKeyRef.key).toBe('DATABASE_URL');
    expect(envOf(container)['PUBLIC_URL']).toBe('https://portal.example.org');
    const [policy] = byKind(objects, 'NetworkPolicy');
    expect(policy.spec.podSelector.matchLabels).toEqual(job.spec.template.metadata.labels);
    // Helm waits five minutes
    expect(job.spec.activeDeadlineSeconds).toBeLessThan(300);
  });

  test('needs a name with the address, and an address that is one', () => {
    expect(render(minimal, { 'firstAdmin.email': 'ruth@example.org' })).toEqual({
      ok: false,
      text: expect.stringContaining('firstAdmin.name is not set'),
    });
    expect(render(minimal, { ...ruth, 'firstAdmin.email': 'ruth' }).ok).toBe(false);
  });

  test.each([
    [minimal, 'production'],
    [full, 'production'],
    [trial, 'trial'],
  ])('tells every process of %s what the installation is for', (file, deployment) => {
    const containers = containersOf(rendered(file, ruth));
    expect(containers.length).toBeGreaterThan(parts.length);
    for (const container of containers) {
      const env = envOf(container);
      expect(env['DEPLOYMENT']).toBe(deployment);
      expect(deploymentErrors(env)).toEqual([]);
    }
    expect(render(file, { deployment: 'prod' }).ok).toBe(false);
  });
});
