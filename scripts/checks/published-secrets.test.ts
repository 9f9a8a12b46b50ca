// The public secrets in docker-compose.yml and in the settings of `npm start` are on the list that
// production refuses. R-603
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { deploymentErrors } from '@portal/kit/secrets/deployment';
import { parse } from 'yaml';
import { partnerEnv } from '../start/environment/service-env.ts';
import { type Manifest, parts, root } from './charts/charts.ts';

const compose: Manifest = parse(readFileSync(`${root}docker-compose.yml`, 'utf8'), { merge: true });

/** Variables with a secret, or with the name by which a partner knows a client. */
const SECRET_NAME = /SECRET|PASSWORD|_KEYS?$|_LOGIN_ID$/;
const hasPassword = (value: string): boolean =>
  URL.canParse(value) && new URL(value).password !== '';
const secretsOf = (env: Readonly<Record<string, string>>): string[] =>
  Object.entries(env).flatMap(([name, value]) =>
    value !== '' && (SECRET_NAME.test(name) || hasPassword(value)) ? [name] : [],
  );
const refused = (env: Readonly<Record<string, string>>): string[] =>
  deploymentErrors(env).filter((sentence) => sentence.includes('published'));

test.each([...parts])('production refuses each secret that compose gives %s', (part) => {
  const { DEPLOYMENT, ...env } = compose.services[part].environment as Record<string, string>;
  expect(DEPLOYMENT).toBe('development');
  const names = secretsOf(env);
  expect(names).toContain('TOKEN_SIGNING_KEY');
  for (const name of names)
    expect(refused({ [name]: env[name] ?? '' })).toEqual([
      `${name} holds a secret that is published with the source code: make your own.`,
    ]);
});

test('production refuses each secret of a partner that npm start gives', () => {
  const env = partnerEnv({ sandboxUrl: 'http://localhost:8090' }, {}, {});
  const names = secretsOf(env);
  expect(names).toContain('PROCTOR_SECRET');
  for (const name of names) expect(refused({ [name]: env[name] ?? '' })).toHaveLength(1);
});

test('production refuses each partner address of compose, npm start and the trial cluster', () => {
  const trial: Manifest = parse(readFileSync(`${root}deploy/trial/values.yaml`, 'utf8'));
  const settings: Record<string, string>[] = [
    partnerEnv({ sandboxUrl: 'http://localhost:8090' }, {}, {}),
    ...parts.map((part) => compose.services[part].environment),
    ...parts.map((part) => trial.parts[part]?.config ?? {}),
  ];
  for (const env of settings)
    for (const [name, value] of Object.entries(env)) {
      if (!/^https?:\/\/[^/]*:(8090|\$\{SANDBOX_PORT)/.test(value)) continue;
      const address = value.replace(/\$\{SANDBOX_PORT:-(\d+)\}/, '$1');
      expect({ name, errors: deploymentErrors({ [name]: address }) }).toEqual({
        name,
        errors: [`${name} is the address of a sandbox: name the partner's own.`],
      });
    }
});
