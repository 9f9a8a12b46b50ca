import type { Tone } from '../ui/tone-badge.tsx';
import classes from './vendor-tile.module.css';

const vendors: Record<number, { short: string; tone: Tone }> = {
  1: { short: 'TAL', tone: 'violet' },
  3: { short: 'CCC', tone: 'teal' },
  4: { short: 'CIS', tone: 'lapis' },
};

interface VendorTileProps {
  vendorId: number;
  vendorName?: string;
  /** A line of text high, for phones. */
  small?: boolean;
}

/** The vendor's three letters on a quiet tile; vendors are not states. */
export function VendorTile({ vendorId, vendorName, small = false }: VendorTileProps) {
  const { short, tone } = vendors[vendorId] ?? {
    short: vendorName?.slice(0, 3).toUpperCase() ?? '',
    tone: 'slate' as const,
  };
  return (
    <span
      className={small ? classes.small : classes.tile}
      style={{ background: `var(--jse-${tone}-bg)`, color: `var(--jse-${tone}-fg)` }}
    >
      {short}
    </span>
  );
}
