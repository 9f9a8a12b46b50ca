// The end of every scenario: figures for the terminal, and k6's summary for the report.

/** @param {any} data what k6 hands over */
export function handleSummary(data) {
  const missed = Object.entries(data.metrics).flatMap(([name, { thresholds = {} }]) =>
    Object.entries(thresholds).flatMap(([rule, { ok }]) =>
      ok ? [] : [`  missed: ${name} ${rule}`],
    ),
  );
  const checksIn = (group) => [...group.checks, ...group.groups.flatMap(checksIn)];
  const broken = checksIn(data.root_group).flatMap(({ name, fails, passes }) =>
    fails ? [`  ${name}: ${fails} of ${fails + passes} not`] : [],
  );
  const { count = 0, rate = 0 } = data.metrics.http_reqs?.values ?? {};
  const lines = [`  ${count} calls, ${rate.toFixed(0)} a second`, ...broken, ...missed];
  return {
    stdout: `${lines.join('\n')}\n`,
    ...(__ENV.SUMMARY ? { [__ENV.SUMMARY]: JSON.stringify(data) } : {}),
  };
}
