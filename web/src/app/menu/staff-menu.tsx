import { isOfSchool, titleOf } from '@portal/access/roles';
import {
  type MenuGroup,
  menuGroupsOf,
  type OfficePagePath,
} from '@portal/contract/pages/staff-pages';
import { IconFingerprint, IconLogout, type TablerIcon } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useAnswer } from '../../shared/api/calls.ts';
import { api } from '../../shared/api/client.ts';
import { readSession } from '../../shared/session/session.ts';
import classes from '../theme/staff-shell.module.css';
import { Word } from '../theme/word.tsx';
import { SchemeChoice } from './color-scheme.tsx';
import { iconOf } from './staff-pages.ts';
import { useLogout } from './use-logout.ts';

/** In a file of its own: most windows have room for the words. */
const SchemeIcons = lazy(async () => ({
  default: (await import('./scheme-icons.tsx')).SchemeIcons,
}));

interface MenuProps {
  isOfIcons?: boolean;
  onChosen?: () => void;
}

/** Shows the staff pages in groups; below them the person, Security, Logout and the appearance. */
export function StaffMenu({ isOfIcons = false, onChosen }: MenuProps) {
  const account = readSession();
  const own = useAnswer(api.getSchools, {}, { enabled: isOfSchool(account.roles), fresh: 60_000 });
  const groups = menuGroupsOf(account, own.data?.[0]?.chargeSchool === true);
  return (
    <div className={classes.inside}>
      <nav aria-label="Pages" data-side="" className={classes.links}>
        {groups.map((group) => (
          <Group key={group.heading} group={group} isOfIcons={isOfIcons} onChosen={onChosen} />
        ))}
      </nav>
      <Foot isOfIcons={isOfIcons} onChosen={onChosen} />
    </div>
  );
}

interface LinksProps {
  isOfIcons: boolean;
  onChosen: (() => void) | undefined;
}

/** The page that '/admin' shows to staff without an overview. */
const LOOKUP: OfficePagePath = '/admin/student-lookup';

interface PageLinkProps extends LinksProps {
  to: string;
  label: string;
  icon: TablerIcon;
}

function PageLink({ to, label, icon: Icon, isOfIcons, onChosen }: PageLinkProps) {
  const { pathname } = useLocation();
  const shown = pathname === '/admin' ? LOOKUP : pathname;
  const isCurrent = shown === to || shown.startsWith(`${to}/`);
  return (
    <Word word={label} isOfIcons={isOfIcons}>
      <Link
        to={to}
        {...(onChosen ? { onClick: onChosen, replace: true } : {})}
        className={classes.link ?? ''}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <Icon size={18} stroke={1.8} aria-hidden="true" />
        <span className={classes.word}>{label}</span>
      </Link>
    </Word>
  );
}

interface GroupProps extends LinksProps {
  group: MenuGroup;
}

function Group({ group: { heading, pages }, ...links }: GroupProps) {
  return (
    <>
      {heading && (
        <p className={classes.heading} aria-hidden="true">
          {heading}
        </p>
      )}
      <ul className={classes.group} aria-label={heading || undefined}>
        {pages.map((page) => (
          <li key={page.to}>
            <PageLink to={page.to} label={page.label} icon={iconOf(page)} {...links} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Foot(links: LinksProps) {
  const { signOut, busy } = useLogout('staff');
  // no cookie keeps the name, so that a signed-out browser knows none
  const { data } = useAnswer(api.getSecurity, {}, { fresh: Number.POSITIVE_INFINITY });
  const roles = readSession().roles.map(titleOf).join(', ');
  const person = [data?.realName, roles].filter(Boolean).join(', ');
  return (
    <div className={classes.foot}>
      <p className={classes.person}>
        <bdi className={classes.name}>{data?.realName}</bdi>
        <span className={classes.roles}>{roles}</span>
      </p>
      <div className={classes.own}>
        <PageLink to="/admin/security" label="Security" icon={IconFingerprint} {...links} />
        <Word word={`Logout: ${person}`} isOfIcons={links.isOfIcons}>
          <button type="button" className={classes.link} onClick={signOut} disabled={busy}>
            <IconLogout size={18} stroke={1.8} aria-hidden="true" />
            <span className={classes.word}>Logout</span>
          </button>
        </Word>
      </div>
      {links.isOfIcons ? (
        <Suspense fallback={<div className={classes.schemes} />}>
          <SchemeIcons />
        </Suspense>
      ) : (
        <SchemeChoice />
      )}
    </div>
  );
}
