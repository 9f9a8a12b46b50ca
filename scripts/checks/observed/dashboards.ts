import { readdirSync, readFileSync } from 'node:fs';
import { chart } from '../charts/charts.ts';

/** One query of a dashboard. */
export interface Query {
  where: string;
  expr: string;
}

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}

/** Grafana's values of the variables when nothing is chosen. */
const VARIABLES: Readonly<Record<string, string>> = {
  $__rate_interval: '30s',
  $namespace: '.*',
  $release: '.*',
  $part: '.*',
};

/** Returns every query of every dashboard. */
export function dashboardQueries(): Query[] {
  const folder = `${chart}/files/dashboards`;
  return readdirSync(folder).flatMap((file) => {
    const { panels } = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Dashboard;
    return panels.flatMap(({ title, targets }) =>
      targets.map(({ expr }) => ({
        where: `${file}: ${title}`,
        expr: expr.replace(/\$\w+/g, (name) => VARIABLES[name] ?? name),
      })),
    );
  });
}

/** A metric of a query, and the labels that it filters by. */
export interface Selector {
  metric: string;
  labels: string[];
}

/** Returns the selectors of a query: a name with labels in braces, as all our queries write it. */
export const selectorsOf = (expr: string): Selector[] =>
  [...expr.matchAll(/([a-zA-Z_:][\w:]*)\{([^}]*)\}/g)].map(([, metric = '', matchers = '']) => ({
    metric,
    labels: [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
  }));
