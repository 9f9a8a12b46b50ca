import { expect, test } from '@jest/globals';
import { deploymentErrors, isProduction } from './deployment.ts';

test.each([
  { env: { PROCTOR_SECRET: 'laptop-only-proctor-secret' }, names: 'PROCTOR_SECRET' },
  {
    env: { FACTOR_SECRET: 'new-one-0123456789 laptop-only-factor-secret-0123456789' },
    names: 'FACTOR_SECRET',
  },
  { env: { DATABASE_URL: 'postgres://identity:laptop@db:5432/identity' }, names: 'DATABASE_URL' },
  { env: { CARDS_URL: 'http://sandbox.jse.svc:8090/xml/v1/request.api' }, names: 'CARDS_URL' },
  { env: { CARDS_URL: 'https://apitest.authorize.net/xml/v1/request.api' }, names: 'CARDS_URL' },
  { env: { TAL_URL: 'http://127.0.0.1:8090/tal' }, names: 'TAL_URL' },
  { env: { TEST_CLOCK_OFFSET_MS: '60000' }, names: 'TEST_CLOCK_OFFSET_MS' },
  { env: { NODE_ENV: 'test' }, names: 'NODE_ENV' },
  { env: { SEED: 'demo' }, names: 'SEED' },
])('production refuses $env and names $names, without a value', ({ env, names }) => {
  const [sentence, ...others] = deploymentErrors(env);
  expect(others).toEqual([]);
  expect(sentence).toContain(names);
  for (const value of Object.values(env))
    if (value.length > 5) expect(sentence).not.toContain(value);
  expect(deploymentErrors({ ...env, DEPLOYMENT: 'trial' })).toEqual([]);
  expect(deploymentErrors({ ...env, DEPLOYMENT: 'development' })).toEqual([]);
  expect(deploymentErrors({ ...env, DEPLOYMENT: 'production' })).toHaveLength(1);
});

test('production runs with secrets of its own, its partners and no demo data', () => {
  expect(
    deploymentErrors({
      NODE_ENV: 'production',
      SEED: 'none',
      TEST_CLOCK_OFFSET_MS: '0',
      DATABASE_URL: 'postgres://laptop:own-password@db:5432/laptop',
      CARDS_URL: 'https://api.authorize.net/xml/v1/request.api',
      PUBLIC_URL: 'http://localhost:8080',
    }),
  ).toEqual([]);
});

test('a deployment of another name is refused', () => {
  expect(deploymentErrors({ DEPLOYMENT: 'prod' })).toEqual([
    'DEPLOYMENT must be one of production, trial, development.',
  ]);
});

test.each([
  { deployment: undefined, production: true },
  { deployment: '', production: true },
  { deployment: 'production', production: true },
  { deployment: 'trial', production: false },
  { deployment: 'development', production: false },
])('DEPLOYMENT $deployment is production: $production', ({ deployment, production }) => {
  expect(isProduction({ DEPLOYMENT: deployment })).toBe(production);
});
