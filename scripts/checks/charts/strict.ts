// Two checks of Kubernetes objects, since neither finds everything. The API's own Go types, decoded
// strictly: unknown kinds and fields, doubled fields, wrong types. kubernetes-models' schemas:
// missing fields, values out of range.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findTool } from '../../tools/tools.ts';
import type { Manifest } from './charts.ts';

export interface Finding {
  file: string;
  object: string;
  error: string;
}

const source = fileURLToPath(new URL('./kube-strict', import.meta.url));

/**
 * Builds the strict decoder and returns a function that runs it over files. Needs Go; throws with
 * its message when the build fails.
 */
export function strictDecoder(): { check: (files: string[]) => Finding[]; remove: () => void } {
  const go = findTool('go');
  if (!go) throw new Error('Go is not here');
  const folder = mkdtempSync(join(tmpdir(), 'kube-strict-'));
  const program = join(folder, 'kube-strict');
  execFileSync(go, ['build', '-o', program, '.'], {
    cwd: source,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return {
    check(files) {
      const { status, stdout, stderr } = spawnSync(program, files, {
        encoding: 'utf8',
        maxBuffer: 32 * 1024 * 1024,
      });
      if (status !== 0) throw new Error(stderr);
      return JSON.parse(stdout) as Finding[];
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

interface Model {
  new (data: Manifest): { validate(): void };
}

/** Kinds that Kubernetes does not define, by the package with their schemas. */
const MODELS: Readonly<Record<string, string>> = {
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
  'keda.sh': '@kubernetes-models/keda',
};

/**
 * Returns the findings of the schema of an object's kind; none for kinds of the Prometheus
 * operator, which the strict decoder reads.
 */
export async function schemaFindings(objects: Manifest[], file = ''): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const object of objects) {
    if (object.apiVersion.includes('monitoring.coreos.com')) continue;
    const models = MODELS[object.apiVersion.split('/')[0]] ?? 'kubernetes-models';
    const model = (await import(`${models}/${object.apiVersion}/${object.kind}`)) as Record<
      string,
      Model
    >;
    try {
      new (model[object.kind] as Model)(object).validate();
    } catch (error) {
      findings.push({
        file,
        object: `${object.kind}/${object.metadata?.name}`,
        error: (error as Error).message,
      });
    }
  }
  return findings;
}
