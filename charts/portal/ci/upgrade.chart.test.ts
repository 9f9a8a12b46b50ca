// The effect of an upgrade from the chart's last released versions: both are rendered with the same
// values and compared. A released version is packed into ci/released by `helm package`, beside
// values that set everything that it knows.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import {
  bare,
  byKind,
  chart,
  type Manifest,
  minimal,
  rendered,
} from '../../../scripts/checks/charts/charts.ts';
import { findTool, missing } from '../../../scripts/tools/tools.ts';

const withHelm = findTool('helm') ? describe : describe.skip;
const released = readdirSync(`${chart}/ci/released`)
  .filter((name) => name.endsWith('.tgz'))
  .map((name) => `${chart}/ci/released/${name}`);
const cases = released.flatMap((archive) =>
  [minimal, bare, archive.replace('.tgz', '-values.yaml')].map((values) => ({
    archive,
    values,
    version: archive.match(/portal-(.*)\.tgz$/)?.[1] as string,
    named: values.split('/').at(-1) as string,
  })),
);
const nameOf = (object: Manifest): string => `${object.kind}/${object.metadata.name}`;

withHelm(findTool('helm') ? 'an upgrade of the chart' : missing('helm'), () => {
  test('comes from versions before this one', () => {
    const { version } = parse(readFileSync(`${chart}/Chart.yaml`, 'utf8')) as { version: string };
    expect(cases.map((one) => one.version)).not.toContain(version);
  });

  test.each(cases)('from $version with $named takes no object away', ({ archive, values }) => {
    const after = rendered(values).map(nameOf);
    expect(rendered(values, {}, archive).map(nameOf)).toEqual(
      after.filter((name) => after.includes(name)),
    );
  });

  test.each(cases)(
    'from $version with $named changes nothing that the API server holds fast',
    ({ archive, values }) => {
      const fixed = (objects: Manifest[]) => ({
        selectors: byKind(objects, 'Deployment').map((one) => [nameOf(one), one.spec.selector]),
        addresses: byKind(objects, 'Service').map((one) => [nameOf(one), one.spec.clusterIP]),
      });
      expect(fixed(rendered(values))).toEqual(fixed(rendered(values, {}, archive)));
    },
  );

  test.each(cases)(
    'from $version with $named and the same images only adds variables to the pods',
    ({ archive, values }) => {
      const pods = (of?: string) =>
        byKind(rendered(values, { 'image.tag': 'same' }, of), 'Deployment').map((one) => ({
          of: nameOf(one),
          pod: one.spec.template as Manifest,
        }));
      const before = pods(archive);
      const known = new Map(before.map(({ of, pod }) => [of, variablesOf(pod)]));
      for (const { of, pod } of pods()) {
        for (const one of containersOf(pod))
          one.env = one.env?.filter(({ name }: Manifest) => known.get(of)?.has(name));
        expect({ of, pod }).toEqual(before.find((one) => one.of === of));
      }
    },
  );
});

const containersOf = (pod: Manifest): Manifest[] => pod.spec.containers;

const variablesOf = (pod: Manifest): Set<string> =>
  new Set(containersOf(pod).flatMap(({ env = [] }) => env.map((one: Manifest) => one.name)));
