// Every object that the chart and the trial folder make, against Kubernetes' own idea of it. Needs
// helm; the strict half needs Go.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  full,
  lint,
  manifests,
  minimal,
  render,
  rendered,
  root,
  valuesFiles,
} from '../../../scripts/checks/charts/charts.ts';
import { schemaFindings, strictDecoder } from '../../../scripts/checks/charts/strict.ts';
import { findTool, missing } from '../../../scripts/tools/tools.ts';

const trialFiles = readdirSync(`${root}deploy/trial`)
  .filter((name) => name.endsWith('.yaml') && name !== 'values.yaml')
  .map((name) => `${root}deploy/trial/${name}`);

/** Leaves out KEDA's objects, whose Go types have many dependencies: their schema checks them. */
const ofKnownTypes = (file: string): string =>
  render(file)
    .text.split(/^---$/m)
    .filter((document) => !document.includes('\napiVersion: keda.sh/'))
    .join('---');

const withHelm = findTool('helm') ? describe : describe.skip;
const withGo = findTool('go') ? describe : describe.skip;

withHelm(findTool('helm') ? 'the chart' : missing('helm'), () => {
  test.each(valuesFiles.map((file) => [basename(file), file]))(
    'lints without a warning and renders with %s',
    (_, file) => {
      expect(lint(file)).toMatchObject({ ok: true });
      expect(render(file)).toMatchObject({ ok: true });
    },
  );

  test.each(valuesFiles.map((file) => [basename(file), file]))(
    'makes objects that their schemas accept with %s',
    async (name, file) => {
      expect(await schemaFindings(rendered(file), name)).toEqual([]);
    },
  );

  test('makes no object twice', () => {
    for (const file of valuesFiles) {
      const names = rendered(file).map(
        (object) => `${object.apiVersion} ${object.kind} ${object.metadata.name}`,
      );
      expect(names).toEqual([...new Set(names)]);
    }
  });

  withGo(findTool('go') ? 'read by the API types' : missing('go'), () => {
    let decoder: ReturnType<typeof strictDecoder>;
    const folder = mkdtempSync(join(tmpdir(), 'charts-'));
    const write = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    beforeAll(() => {
      decoder = strictDecoder();
    }, 300_000);
    afterAll(() => {
      decoder?.remove();
      rmSync(folder, { recursive: true, force: true });
    });

    test('holds no field, kind or value unknown to Kubernetes, for any values', () => {
      expect(
        decoder.check(
          valuesFiles.map((file) => write(`rendered-${basename(file)}`, ofKnownTypes(file))),
        ),
      ).toEqual([]);
    });

    test('and neither do the manifests of the trial cluster', () => {
      expect(decoder.check(trialFiles)).toEqual([]);
    });

    test.each([
      ['an unknown field', /serviceAccountName:/, 'serviceAcountName:', 'unknown field'],
      [
        'a field in the wrong place',
        /^( +)restartPolicy: Never/m,
        '$1periodSeconds: 3\n$1restartPolicy: Never',
        'unknown field',
      ],
      [
        'a field given twice',
        /^( +)automountServiceAccountToken: false/m,
        '$1automountServiceAccountToken: false\n$1automountServiceAccountToken: true',
        'already set',
      ],
      [
        'a word where a number belongs',
        /failureThreshold: 30/,
        'failureThreshold: many',
        'cannot unmarshal string',
      ],
      [
        'a kind that does not exist',
        /kind: PodDisruptionBudget/,
        'kind: PodDisruptionBuget',
        'no kind',
      ],
      ['a version that is gone', /apiVersion: policy\/v1$/m, 'apiVersion: policy/v7', 'no kind'],
      [
        'a field that the Prometheus operator does not know',
        /jobLabel:/,
        'jobLable:',
        'unknown field',
      ],
    ])('would find %s', (what, wanted, planted, said) => {
      const good = render(full).text;
      expect(good).toMatch(wanted);
      const findings = decoder.check([write('planted.yaml', good.replace(wanted, planted))]);
      expect({ what, error: findings[0]?.error }).toEqual({
        what,
        error: expect.stringContaining(said),
      });
    });
  });

  test.each([
    [
      'a Deployment without its selector',
      'Deployment',
      (object: ReturnType<typeof rendered>[0]) => delete object.spec.selector,
    ],
    [
      'a policy of a Service that does not exist',
      'Service',
      (object: ReturnType<typeof rendered>[0]) => (object.spec.type = 'Clusterip'),
    ],
    [
      'a probe without its port',
      'Deployment',
      (object: ReturnType<typeof rendered>[0]) =>
        delete object.spec.template.spec.containers[0].readinessProbe.httpGet.port,
    ],
  ])('the schemas would find %s', async (_, kind, plant) => {
    const objects = rendered(minimal).filter((object) => object.kind === kind);
    plant(objects[0]);
    expect(await schemaFindings(objects)).toHaveLength(1);
  });
});

test('the manifests of the trial cluster are accepted by their schemas', async () => {
  for (const file of trialFiles)
    expect(await schemaFindings(manifests(readFileSync(file, 'utf8')), basename(file))).toEqual([]);
});
