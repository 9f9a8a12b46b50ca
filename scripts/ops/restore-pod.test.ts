import { expect, test } from '@jest/globals';
import { restorePod } from './restore-pod.ts';

const deployment = {
  metadata: { name: 'portal-payments' },
  spec: {
    template: {
      metadata: { labels: { 'app.kubernetes.io/component': 'payments' } },
      spec: {
        serviceAccountName: 'portal-payments',
        containers: [
          {
            name: 'payments',
            image: 'registry.example.org/payments:1',
            envFrom: [{ secretRef: { name: 'portal-payments' } }],
            livenessProbe: { httpGet: {} },
            readinessProbe: { httpGet: {} },
            lifecycle: { preStop: {} },
          },
          { name: 'proxy', image: 'proxy:1' },
        ],
      },
    },
  },
};

test("the pod of a restore has the service's environment, runs nothing and gets no calls", () => {
  const pod = restorePod(deployment, 'payments');
  expect(pod.metadata).toEqual({
    name: 'portal-payments-restore',
    labels: { 'app.kubernetes.io/component': 'payments' },
  });
  expect(pod.spec).toMatchObject({
    serviceAccountName: 'portal-payments',
    restartPolicy: 'Never',
    readinessGates: [{ conditionType: 'portal/is-never-ready' }],
  });
  expect(pod.spec.containers).toEqual([
    {
      name: 'payments',
      image: 'registry.example.org/payments:1',
      envFrom: [{ secretRef: { name: 'portal-payments' } }],
      command: ['node', '--eval', expect.stringContaining('setTimeout')],
      args: [],
    },
    { name: 'proxy', image: 'proxy:1' },
  ]);
});

test('a deployment without the service is refused', () => {
  expect(() => restorePod(deployment, 'schools')).toThrow('has no schools');
});
