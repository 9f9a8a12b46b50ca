import { t } from '@lingui/core/macro';
import classes from './mark.module.css';

/** The answer sheet: three rows of three bubbles, one filled a row. */
const filled = new Set([1, 5, 6]);
const bubbles = Array.from({ length: 9 }, (_, at) => ({
  at,
  x: 8.5 + (at % 3) * 7.5,
  y: 8.5 + Math.floor(at / 3) * 7.5,
}));

/** The portal's mark; `inverted` on lapis ground. */
function Mark({ size = 32, inverted = false }: { size?: number; inverted?: boolean }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      aria-hidden="true"
      className={inverted ? classes.inverted : classes.mark}
    >
      <rect width="32" height="32" rx="7" fill="var(--ground)" />
      {bubbles.map(({ at, x, y }) => (
        <circle
          key={at}
          cx={x}
          cy={y}
          r={filled.has(at) ? 2.7 : 2.1}
          fill={filled.has(at) ? 'var(--ink)' : 'none'}
          stroke="var(--ink)"
          strokeWidth={filled.has(at) ? 0 : 1.2}
        />
      ))}
    </svg>
  );
}

/** Mark and name. Phones leave 'Student portal' out. */
export function Brand({
  inverted = false,
  area = t`Student portal`,
}: {
  inverted?: boolean;
  area?: string;
}) {
  return (
    <span className={classes.brand} data-inverted={inverted || undefined}>
      <Mark inverted={inverted} />
      <b>JSE</b> <span className={classes.portal}>{area}</span>
    </span>
  );
}
