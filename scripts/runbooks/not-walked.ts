/** Steps of runbooks that no walk does, all for the same reason. */
export interface NotWalked {
  readonly reason: string;
  /** By alert the commands as the runbook has them; `all` where nobody walks it. */
  readonly steps: Readonly<Record<string, readonly string[] | 'all'>>;
}

/** What deploy/runbooks.md says and no walk does: a test holds it beside the commands there. */
export const notWalked: readonly NotWalked[] = [
  {
    reason: 'asks Kubernetes about pods; here a part is a process, and its log and pid are read',
    steps: {
      PortalPartDown: ['kubectl describe pod', 'kubectl logs --previous'],
      PortalPodUnready: ['kubectl get pods'],
      PortalPartGone: ['kubectl get deployment,replicaset,events'],
      PortalBugs: [
        `kubectl logs -l app.kubernetes.io/component=<part> --tail=-1 --since=1h --prefix | grep '"level":50'`,
      ],
      PortalBrokerAway: ['kubectl get pods'],
      PortalDatabaseAway: ['kubectl get pods'],
      PortalRestarts: ['kubectl describe pod'],
    },
  },
  {
    reason:
      'goes back to the release before, which a cluster remembers; here the setting that was changed is set back',
    steps: {
      PortalPartGone: ['helm rollback <release>'],
      PortalRestarts: ['helm rollback <release>'],
      PortalBudgetGoneInFiveDays: ['helm rollback <release>'],
    },
  },
  {
    reason: 'replaces pods one by one; here the process is restarted',
    steps: {
      PortalBrokerAway: ['ops restart <part>'],
      PortalPruningBehind: ['ops restart <part>'],
      PortalPageChanged: ['ops restart bff'],
    },
  },
  {
    reason: 'needs a cluster with more than one node, or room for more pods',
    steps: {
      PortalPodUnready: ['ops drain <node>'],
      PortalVisitorsWait: ['kubectl scale deployment/<release>-identity --replicas=...'],
    },
  },
  {
    reason: 'closes the shop while the number grows, which it does not where one row was changed',
    steps: { PortalInvariantBroken: ['kubectl scale deployment/<release>-bff --replicas=0'] },
  },
  {
    reason: 'asks the name service of a cluster; here parts know each other by address',
    steps: {
      PortalUnavailable: [
        `kubectl exec deployment/<release>-bff -- node -e "require('dns').lookup('<release>-payments', console.log)"`,
      ],
    },
  },
  {
    reason: 'needs a second pod of a part, or a blackbox exporter beside the way in',
    steps: { PortalPodUnready: 'all', PortalUnreachable: 'all' },
  },
];
