import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { servedConfig } from '../../shared/api/served-config.ts';
import classes from '../theme/student-shell.module.css';

/** Help, the copyright with the current year, and the version of the portal. R-374. */
export function Footer() {
  const { version } = servedConfig();
  return (
    <footer className={classes.footer}>
      <div className={classes.foot}>
        <nav aria-label={t`Help`}>
          <a href="/documents/faq.pdf" target="_blank" rel="noopener">
            <Trans>FAQ</Trans>
          </a>
          <a href="/documents/user-manual.pdf" target="_blank" rel="noopener">
            <Trans>User Manual</Trans>
          </a>
          <a href="/exam-protocol" target="_blank" rel="noopener">
            <Trans>Exam protocol</Trans>
          </a>
          <a href="/system-check" target="_blank" rel="noopener">
            <Trans>System check</Trans>
          </a>
        </nav>
        <span className={classes.about}>
          <Trans>© {new Date().getFullYear()} JSE</Trans>
          <span>
            <Trans>Version {version}</Trans>
          </span>
        </span>
      </div>
    </footer>
  );
}
