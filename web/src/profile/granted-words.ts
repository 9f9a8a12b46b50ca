import { t } from '@lingui/core/macro';
import type { Granted } from '@portal/contract/students/student';
import { dayText } from '../shared/format/dates.ts';
import { isolated } from '../shared/language/locale.ts';

function kindText(kind: Granted['kind']): string {
  switch (kind) {
    case 'extra_time':
      return t`Extra time`;
    case 'own_room':
      return t`Own room`;
    case 'large_print':
      return t`Large print`;
    case 'reader':
      return t`Reader`;
    case 'breaks':
      return t`Breaks`;
    case 'other':
      return t`Other`;
  }
}

/** 'Extra time, 25 %: from Sep 1, 2026 to Jun 30, 2027'. */
export function grantedText({ kind, percent, minutes, validFrom, validUntil }: Granted): string {
  const amount =
    percent !== null ? `${percent} %` : minutes !== null ? t`${minutes} minutes` : null;
  const what = amount === null ? kindText(kind) : `${kindText(kind)}, ${isolated(amount)}`;
  const from = dayText(validFrom);
  if (validUntil === null) return t`${what}: from ${from}`;
  const to = dayText(validUntil);
  return t`${what}: from ${from} to ${to}`;
}
